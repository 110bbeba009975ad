# A thin front for CMake's presets (CMakePresets.json): what is missing is installed, configured and built first.
.DEFAULT_GOAL := build
.PHONY: help build demo check tidy sanitize-core test test-web web sanitize tsan fuzz bench papers format lint clean deps test-deps bench-deps dev-deps fuzz-deps web-deps
.PHONY: install deb site installable docs-deps python python-deps

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
PREFIX ?= /usr/local
TSAN_TARGETS = workers_test executors_test executors_on_ranks
CORE_SUITES = base signal integrate expr model linear ode estimated solve core coupling record contract
space := $(subst ,, )
FUZZ_TARGETS = expression scenario description ssp
# A terminal gets one moving line of progress; a log gets only the verdict, or everything after a failure.
ifdef MAKE_TERMOUT
NINJA = cmake --build $(1) -j $(JOBS) $(2)
CTEST = ctest --test-dir $(1) $(2) -j 2 --output-on-failure --no-tests=error --progress
else
NINJA = cmake --build $(1) -j $(JOBS) $(2) -- --quiet
CTEST = ctest --test-dir $(1) $(2) -j 2 --output-on-failure --no-tests=error -Q -O $(CURDIR)/$(1)/tests.log \
        && tail -n 3 $(1)/tests.log || { cat $(1)/tests.log; exit 1; }
endif
SOURCES = find . -path './build*' -prune -o -path ./.git -prune -o -name '*.[ch]pp' -print0

build: build/with-tests ## build everything; the program is build/accordo
	@echo "== build"
	@$(call NINJA,build)

demo: build/build.ninja ## see in one minute what Accordo is about
	@$(call NINJA,build,--target accordo)
	@scripts/demo build/accordo

python: build/with-python ## the Python package: a wheel in build/python/wheel, a virtual environment in build/venv
	@echo "== build"
	@$(call NINJA,build,--target accordo_python_package)
	@echo "build/venv/bin/python has it: try examples/python/first.py"

test: build ## build, then run all tests
	@echo "== test"
	@$(call CTEST,build)

web: report/web/node_modules/.package-lock.json ## build the report page anew from report/web (it is committed)
	@cd report/web && npm run --silent check && npm run --silent build -- --logLevel warn

test-web: build/build.ninja report/web/node_modules/.package-lock.json ## look at reports with a real browser
	@echo "== build"
	@$(call NINJA,build,--target accordo)
	@echo "== test-web"
	@cd report/web && npm run --silent check && ACCORDO=$(CURDIR)/build/accordo npm run --silent test > $(CURDIR)/build/test-web.log 2>&1 \
	  && grep -E '^# (1e6|tests|pass|fail)' $(CURDIR)/build/test-web.log || { cat $(CURDIR)/build/test-web.log; exit 1; }

# Without the second one the search for leaks crashes where MPI was loaded on demand.
sanitize sanitize-core: export UBSAN_OPTIONS = print_stacktrace=1
sanitize sanitize-core: export ASAN_OPTIONS = intercept_tls_get_addr=0
sanitize: build-asan/build.ninja ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@echo "== build with sanitizers"
	@$(call NINJA,build-asan)
	@echo "== test with sanitizers"
	@$(call CTEST,build-asan)

sanitize-core: build-asan/build.ninja ## the same for the rooms that compute (CI has time for these)
	@echo "== build with sanitizers"
	@$(call NINJA,build-asan,--target $(addsuffix _test,$(CORE_SUITES)))
	@echo "== test with sanitizers"
	@$(call CTEST,build-asan,-R '^($(subst $(space),|,$(CORE_SUITES)))[.]')

# The suppressions are for MPI alone; without threads of our own there is nothing to find in the other tests.
tsan: export TSAN_OPTIONS = halt_on_error=1 suppressions=$(CURDIR)/tests/mpi.tsan
tsan: build-tsan/build.ninja ## what uses threads and processes under ThreadSanitizer
	@echo "== build with ThreadSanitizer"
	@$(call NINJA,build-tsan,--target $(TSAN_TARGETS))
	@echo "== test with ThreadSanitizer"
	@$(call CTEST,build-tsan,-R '^(workers|executors)[.]')

fuzz: build-fuzz/build.ninja ## every fuzz target for ten minutes (FUZZ_SECONDS to change); what it finds is in build-fuzz/
	@echo "== build the fuzz targets"
	@$(call NINJA,build-fuzz,--target $(addsuffix _fuzz,$(FUZZ_TARGETS)))
	@printf '%s\n' $(FUZZ_TARGETS) | xargs -P $(JOBS) -I '{}' scripts/fuzz build-fuzz '{}' $(FUZZ_SECONDS)

bench: build/with-bench ## measure speed as ratios: one table, and build/bench.json
	@echo "== build"
	@$(call NINJA,build,--target micro_bench)
	@build/bench/micro_bench --json build/bench.json

papers: build/with-tests ## reproduce the papers' tables and figures in docs/papers (about two minutes)
	@scripts/install-deps --papers
	@$(call NINJA,build,--target accordo)
	@cmake --build build --target accordo_petsc > build/petsc.log 2>&1 || echo "without PETSc: its solvers are left out"
	@PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 papers/reproduce.py build/accordo docs/papers

install: installable ## install to PREFIX (default /usr/local); DESTDIR is put in front of it
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" > build/install.log || { cat build/install.log; exit 1; }
	@echo "installed to $(DESTDIR)$(PREFIX): $$(grep -c '^-- ' build/install.log) files and folders"

deb: build/with-tests installable ## Debian packages, in build/packages; scripts/try-deb tries them on a fresh system
	@scripts/install-deps --docs
	@cd build && cpack -B packages > packages.log 2>&1 || { cat packages.log; exit 1; }
	@ls build/packages/*.deb

# All that pages link to lies in one folder, as in the repository: links then work in both.
site: docs-deps ## the documentation as a site, in build/site
	@mkdir -p build/pages
	@ln -sfn $(addprefix ../../,docs examples README.md CONTRIBUTING.md CHANGELOG.md LICENSE) build/pages/
	@mkdocs build --strict --quiet
	@echo "build/site/index.html"

format: dev-deps ## lay out the C++ code as .clang-format says
	@$(SOURCES) | xargs -0 clang-format -i

check: dev-deps ## what takes seconds: rooms include only rooms they name, and the layout is clang-format's
	@echo "== includes"
	@scripts/check-includes
	@echo "== clang-format"
	@$(SOURCES) | xargs -0 clang-format --dry-run --Werror || { echo "repair with: make format"; exit 1; }

lint: check build-tidy/build.ninja ## check, then clang-tidy on every file
	@echo "== clang-tidy"
	@$(call NINJA,build-tidy)

tidy: dev-deps build-tidy/build.ninja ## clang-tidy on the files that differ from SINCE (default: the latest commit)
	@scripts/tidy-changed build-tidy $(SINCE)

clean: ## remove everything that was built
	@rm -rf build build-debug build-asan build-tsan build-tidy build-fuzz demo report/web/node_modules

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

deps:
	@scripts/install-deps

test-deps:
	@scripts/install-deps --test

python-deps:
	@scripts/install-deps --python

bench-deps:
	@scripts/install-deps --bench

dev-deps:
	@scripts/install-deps --dev

fuzz-deps:
	@scripts/install-deps --fuzz

web-deps:
	@scripts/install-deps --web

report/web/node_modules/.package-lock.json: report/web/package-lock.json | web-deps
	@echo "== npm ci"
	@cd report/web && npm ci --silent
	@touch $@

installable: build/build.ninja
	@$(call NINJA,build,--target installable)

docs-deps:
	@scripts/install-deps --docs

# Ninja configures again by itself when a CMakeLists.txt changes; the presets are not known to it.
build/build.ninja: PRESET = release
build-asan/build.ninja: PRESET = asan
build-tsan/build.ninja: PRESET = tsan
build-tidy/build.ninja: PRESET = tidy
build-tidy/build.ninja: | test-deps bench-deps dev-deps
build-asan/build.ninja build-tsan/build.ninja: | test-deps
build-fuzz/build.ninja: PRESET = fuzz
build-fuzz/build.ninja: | fuzz-deps
%/build.ninja: CMakePresets.json | deps
	@echo "== configure ($(PRESET))"
	@mkdir -p $(@D)
	@cmake --preset $(PRESET) > $(@D)/configure.log 2>&1 || { cat $(@D)/configure.log; exit 1; }
	@touch $@

# Packages for tests and benchmarks may be newer than the configuration, which takes what it finds.
build/with-tests: CMakePresets.json | test-deps
build/with-bench: CMakePresets.json | bench-deps
build/with-python: CMakePresets.json | python-deps
build/with-tests build/with-bench build/with-python:
	@echo "== configure (release)"
	@mkdir -p $(@D)
	@cmake --preset release > $(@D)/configure.log 2>&1 || { cat $(@D)/configure.log; exit 1; }
	@touch $@ build/build.ninja
