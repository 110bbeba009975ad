#include "unit/fmi/binding/elf_symbols.hpp"

#include <elf.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "base/error.hpp"

namespace accordo::fmi {
namespace {

struct Elf32 {
  using Header = Elf32_Ehdr;
  using Segment = Elf32_Phdr;
  using Symbol = Elf32_Sym;
  using Entry = Elf32_Dyn;
  static constexpr std::uint64_t kAddress = 4;
};
struct Elf64 {
  using Header = Elf64_Ehdr;
  using Segment = Elf64_Phdr;
  using Symbol = Elf64_Sym;
  using Entry = Elf64_Dyn;
  static constexpr std::uint64_t kAddress = 8;
};

/// Part of a file: where it begins, and its bytes.
struct Range {
  std::uint64_t from = 0, size = 0;
};

/// The bytes of a file; whatever leads out of them throws.
class Bytes {
 public:
  explicit Bytes(std::string_view all) : all_(all) {}

  template <class T>
  T get(std::uint64_t at) const {
    T value;
    std::memcpy(&value, part({at, sizeof(T)}).data(), sizeof(T));
    return value;
  }
  std::string_view part(const Range& range) const {
    if (range.from > all_.size() || range.size > all_.size() - range.from)
      throw std::out_of_range("beyond the end of the file");
    return all_.substr(range.from, range.size);
  }
  /// A text in a table of texts.
  std::string_view text(const Range& table, std::uint64_t at) const {
    const std::string_view texts = part(table);
    if (at >= texts.size()) throw std::out_of_range("beyond the end of the texts");
    const std::string_view rest = texts.substr(at);
    return rest.substr(0, rest.find('\0'));
  }

 private:
  std::string_view all_;
};

/// Reads the tables that the loader uses. Those of sections are for people and linkers: they may be missing.
template <class Elf>
class ElfReader {
 public:
  explicit ElfReader(std::string_view all) : bytes_(all), header_(bytes_.get<typename Elf::Header>(0)) {
    for (std::uint64_t i = 0; i < header_.e_phnum; ++i) {
      segments_.push_back(
          bytes_.get<typename Elf::Segment>(header_.e_phoff + i * sizeof(typename Elf::Segment)));
    }
    read_dynamic();
  }

  template <class Use>
  void each_export(Use use) const {
    for (std::uint64_t i = 1; i < symbol_count_; ++i) {
      const auto symbol = bytes_.get<typename Elf::Symbol>(symbols_ + i * sizeof(typename Elf::Symbol));
      const unsigned binding = symbol.st_info >> 4U, type = symbol.st_info & 0xFU;
      const bool shared = binding == STB_GLOBAL || binding == STB_WEAK || binding == STB_GNU_UNIQUE;
      const bool visible = (symbol.st_other & 3U) == STV_DEFAULT || (symbol.st_other & 3U) == STV_PROTECTED;
      const bool usable =
          type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE || type == STT_GNU_IFUNC;
      if (symbol.st_shndx != SHN_UNDEF && shared && visible && usable)
        use(bytes_.text(texts_, symbol.st_name));
    }
  }
  template <class Use>
  void each_needed(Use use) const {
    for (const std::uint64_t at : needed_) use(bytes_.text(texts_, at));
  }

 private:
  void read_dynamic() {
    std::optional<std::uint64_t> symbols, texts, hash, gnu_hash;
    std::uint64_t text_size = 0;
    for (const auto& segment : segments_) {
      if (segment.p_type != PT_DYNAMIC) continue;
      for (std::uint64_t i = 0; i < segment.p_filesz / sizeof(typename Elf::Entry); ++i) {
        const auto entry =
            bytes_.get<typename Elf::Entry>(segment.p_offset + i * sizeof(typename Elf::Entry));
        const auto value = static_cast<std::uint64_t>(entry.d_un.d_val);
        if (entry.d_tag == DT_NULL) break;
        if (entry.d_tag == DT_SYMTAB) symbols = value;
        if (entry.d_tag == DT_STRTAB) texts = value;
        if (entry.d_tag == DT_STRSZ) text_size = value;
        if (entry.d_tag == DT_HASH) hash = value;
        if (entry.d_tag == DT_GNU_HASH) gnu_hash = value;
        if (entry.d_tag == DT_NEEDED) needed_.push_back(value);
      }
    }
    if (!symbols || !texts) throw std::out_of_range("no dynamic symbols");
    symbols_ = offset_of(*symbols);
    texts_ = {offset_of(*texts), text_size};
    symbol_count_ = hash       ? bytes_.get<std::uint32_t>(offset_of(*hash) + 4)
                    : gnu_hash ? count_by_gnu_hash(offset_of(*gnu_hash))
                               : 0;
  }

  /// Where in the file something lies that will be at this address.
  std::uint64_t offset_of(std::uint64_t address) const {
    for (const auto& s : segments_) {
      if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr < s.p_filesz)
        return s.p_offset + (address - s.p_vaddr);
    }
    throw std::out_of_range("an address that is not in the file");
  }

  /// The table has no count: the last symbol is at the end of the last chain, which an odd hash marks.
  std::uint64_t count_by_gnu_hash(std::uint64_t at) const {
    const auto word = [&](std::uint64_t i) { return std::uint64_t{bytes_.get<std::uint32_t>(at + 4 * i)}; };
    const std::uint64_t buckets = word(0), first = word(1), bloom = word(2);
    const std::uint64_t begin = 4 + bloom * (Elf::kAddress / 4);
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < buckets; ++i) last = std::max(last, word(begin + i));
    if (last < first) return first;
    while ((word(begin + buckets + last - first) & 1U) == 0) ++last;
    return last + 1;
  }

  Bytes bytes_;
  typename Elf::Header header_;
  std::vector<typename Elf::Segment> segments_;
  std::uint64_t symbols_ = 0, symbol_count_ = 0;
  Range texts_;
  std::vector<std::uint64_t> needed_;
};

/// Far beyond what FMUs have; a small file can claim to have gigabytes of names.
constexpr std::size_t kMost = 10'000, kLongestName = 256;

void not_to_be_called() {}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

ElfSymbols::ElfSymbols(const std::filesystem::path& file) : file_(file) {
  check_library_format(file);
  const std::string all = content_of(file);
  const auto read = [&](const auto& reader) {
    reader.each_export([&](std::string_view name) {
      if (name.starts_with("fmi") && name.size() < kLongestName && names_.size() < kMost)
        names_.emplace(name);
    });
    reader.each_needed([&](std::string_view name) {
      if (name.size() < kLongestName && needed_.size() < kMost) needed_.emplace_back(name);
    });
  };
  try {
    const bool little = all.size() > EI_DATA && all[EI_DATA] == ELFDATA2LSB;
    if (little != (std::endian::native == std::endian::little)) throw std::out_of_range("another byte order");
    if (all[EI_CLASS] == ELFCLASS64) {
      read(ElfReader<Elf64>(all));
    } else {
      read(ElfReader<Elf32>(all));
    }
  } catch (const std::out_of_range& e) {
    Problem problem{.id = "fmu-bad-library", .place = {file.string(), 0, 0}};
    problem.what = std::string("this library cannot be read: ") + e.what();
    problem.remedy = "the file may be damaged; get the FMU again";
    throw Error(Exit::usage, std::vector<Problem>(1, problem));
  }
}

void* ElfSymbols::find(const char* name) const noexcept {
  return names_.contains(std::string_view(name)) ? reinterpret_cast<void*>(&not_to_be_called) : nullptr;
}

}  // namespace accordo::fmi
