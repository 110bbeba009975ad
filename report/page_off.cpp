// Stands in for the page when ACCORDO_REPORT is OFF.

#include "report/page_template.hpp"

namespace accordo {

std::string_view page_template() {
  return {};
}

}  // namespace accordo
