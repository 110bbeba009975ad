#include "report/report_page.hpp"

#include <gtest/gtest.h>

#include <string>

#include "report/page_template.hpp"

namespace accordo {
namespace {

/// What stands between the tags of the data element, as a browser would cut it.
std::string data_of(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"accordo-data\">";
  const std::size_t from = page.find(open) + open.size();
  return page.substr(from, page.find("</script", from) - from);
}

TEST(Page, HoldsThePayloadOnceAndIsOtherwiseTheTemplate) {
  const std::string payload = "{\"kind\":\"report\",\"runs\":[]}";
  const std::string page = report_page(payload);
  EXPECT_EQ(data_of(page), payload);
  EXPECT_EQ(page.size(), page_template().size() + payload.size());
}

TEST(Page, NoNameCanEndTheDataElement) {
  const std::string payload = "{\"name\":\"</script><script>alert(1)</script><!--\"}";
  const std::string data = data_of(report_page(payload));
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_NE(data.find("\\u003c/script>\\u003cscript>"), std::string::npos);
  EXPECT_TRUE(data.ends_with("\"}"));
}

TEST(Page, NeedsNothingFromElsewhere) {
  const std::string page(page_template());
  for (const char* fetching : {"src=\"", "@import", "url(http", "<link rel=\"stylesheet\""}) {
    EXPECT_EQ(page.find(fetching), std::string::npos) << fetching;
  }
}

}  // namespace
}  // namespace accordo
