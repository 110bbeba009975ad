// A small writer of JSON text: enough for statistics and machine-readable listings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace accordo {

/// Builds a JSON document from begin/end, key and value calls; indentation of two spaces.
class JsonWriter {
 public:
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);  ///< shortest form that reads back the same; null when not finite
  JsonWriter& value(long long number);
  JsonWriter& value(int number) { return value(static_cast<long long>(number)); }
  JsonWriter& value(bool flag);
  JsonWriter& null();

  template <class T>
  JsonWriter& member(std::string_view name, const T& v) {
    key(name);
    return value(v);
  }

  /// The finished document, with a newline at its end.
  std::string str() const { return text_ + "\n"; }

 private:
  void separate();
  void newline();

  std::string text_;
  std::vector<bool> has_items_;
  bool after_key_ = false;
};

}  // namespace accordo
