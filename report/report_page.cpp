#include "report/report_page.hpp"

#include <stdexcept>

#include "base/error.hpp"
#include "report/page_template.hpp"

namespace accordo {

std::string report_page(const std::string& payload_json) {
  const std::string_view page = page_template();
  if (page.empty()) {
    throw Error(Exit::usage, "report-off", "this program was built without the report page",
                "build it with cmake -DACCORDO_REPORT=ON");
  }
  constexpr std::string_view slot = "id=\"accordo-data\">";
  const std::size_t at = page.find(slot);
  if (at == std::string_view::npos) throw std::logic_error("the report page has no place for data");
  std::string out;
  out.reserve(page.size() + payload_json.size() + payload_json.size() / 64);
  out.append(page.substr(0, at + slot.size()));
  // In JSON a '<' is always inside a string. Written as an escape it cannot end the script element, whatever
  // names the user's units have.
  for (const char c : payload_json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  out.append(page.substr(at + slot.size()));
  return out;
}

}  // namespace accordo
