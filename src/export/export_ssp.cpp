#include "export/export_ssp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "archive/private_folder.hpp"
#include "export/archive.hpp"
#include "export/export_fmu.hpp"
#include "export/settled_units.hpp"
#include "io/ssp/ssd_writer.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "unit/fmi/description/description_reader.hpp"

namespace accordo::exporter {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!in) throw Error(Exit::usage, "unreadable-file", fmt::format("cannot read {}", file.string()));
  return bytes;
}

class Packing {
 public:
  Packing(const Scenario& scenario, const Options& options) : options_(options), scenario_(scenario) {}

  std::vector<ArchiveEntry> pack() {
    settle_units(scenario_, lost);
    for (UnitSpec& unit : scenario_.units) {
      sources_.push_back(unit.as<FmuBody>() != nullptr ? add_fmu(unit) : add_native(unit));
      for (SeriesSpec& series : unit.series) series.file = add_copy(series.file);
    }
    std::vector<ArchiveEntry> entries;
    for (ssp::PackageFile& f : ssp::write_ssd(scenario_, sources_))
      entries.push_back({std::move(f.name), std::move(f.text)});
    std::move(entries_.begin(), entries_.end(), std::back_inserter(entries));
    return entries;
  }

  std::vector<Problem> lost;

 private:
  std::string unique(const std::string& stem, const std::string& extension) {
    std::string name = fmt::format("resources/{}{}", stem, extension);
    for (int n = 2; !taken_.insert(name).second; ++n)
      name = fmt::format("resources/{}_{}{}", stem, n, extension);
    return name;
  }

  /// A file of the user's, once however often it is used.
  std::string add_copy(const fs::path& file) {
    std::error_code ignored;
    std::string& name = copies_[fs::weakly_canonical(file, ignored)];
    if (!name.empty()) return name;
    name = unique(ssp::file_name(file.stem().string()), file.extension().string());
    if (!fs::is_directory(file, ignored)) {
      entries_.push_back({name, bytes_of(file)});
    } else {
      entries_.push_back({name, packed(file)});
    }
    return name;
  }

  /// An FMU that somebody has unpacked, as an archive again.
  std::string packed(const fs::path& folder) {
    std::vector<ArchiveEntry> entries;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file())
        entries.push_back({entry.path().lexically_relative(folder).generic_string(), bytes_of(entry.path())});
    }
    std::sort(entries.begin(), entries.end(),
              [](const ArchiveEntry& a, const ArchiveEntry& b) { return a.name < b.name; });
    write_archive(folder_.path() / "packed.fmu", entries);
    return bytes_of(folder_.path() / "packed.fmu");
  }

  ssp::UnitSource add_fmu(const UnitSpec& unit) {
    const fs::path& file = unit.body->file;
    const auto variables = std::make_shared<const ssp::Variables>(fmi::read_model_description(file));
    return {add_copy(file), variables};
  }

  ssp::UnitSource add_native(UnitSpec& unit) {
    const fs::path file = folder_.path() / "unit.fmu";
    export_fmu(unit, scenario_.experiment, options_, file);
    const std::string name = unique(ssp::file_name(unit.name.text), ".fmu");
    entries_.push_back({name, bytes_of(file)});
    if (unit.integrator == "exact") {
      lost.push_back({"export-lost",
                      unit.integrator_place,
                      fmt::format("unit '{}': the integrator 'exact' is for native units only; as an FMU the "
                                  "unit is integrated by 'auto'",
                                  unit.name.text),
                      {}});
      unit.integrator = "auto";
    }
    auto body = std::make_shared<FmuBody>();
    body->file = name;
    body->place = unit.name.place;
    unit.body = std::move(body);
    unit.parameters.clear();  // they have become part of the FMU
    return {name, nullptr};
  }

  const Options& options_;
  Scenario scenario_;
  const archive::PrivateFolder folder_;
  std::vector<ArchiveEntry> entries_;
  std::vector<ssp::UnitSource> sources_;
  std::map<fs::path, std::string> copies_;
  std::set<std::string> taken_;
};

}  // namespace

std::vector<Problem> export_ssp(const Scenario& scenario, const Options& options, const fs::path& file) {
  Packing packing(scenario, options);
  write_archive(file, packing.pack());
  return std::move(packing.lost);
}

}  // namespace accordo::exporter
