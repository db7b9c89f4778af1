# Every entry point of the project. `make run` and `make test` set up what they need in .venv by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check
SHARED ?= ../shared
# Tests of clusters wait for a good part of their time, so three at a time fill two cores. A file's tests stay together.
TEST_PROCESSES ?= 3
# As they are collected: clusters first, and last what is over soon, so that no process has minutes to go when the others are done.
IN_ORDER := --dist loadfile --no-loadscope-reorder
# Unit tests wait for nothing, and each process collects all of them.
UNIT_PROCESSES ?= 2
# Folders of nothing else; each process would import them to leave them out.
LONG_TESTS := conformance soak
# Many containers set it: each process of pytest then compiles thousands of tests, and hypothesis, anew.
unexport PYTHONDONTWRITEBYTECODE
# Brokers and workers are processes: those that start at once would each compile all of it.
COMPILED := $(BIN)/python -m compileall -q broker controller kavka protocol timer pyspark_kavka benchmarks tests

# What CI runs on the compiled data plane; COMPILED_TESTS=tests runs all that `make test` does.
COMPILED_TESTS ?= tests/unit tests/property tests/simulation/test_determinism.py tests/integration/test_local_cluster.py

# Every Python that kavka is for. `make test` has the one that it runs on; the others are looked for on the PATH, then where
# pyenv keeps its own.
PYTHONS ?= 3.11 3.12 3.13 3.14
OTHER_PYTHONS ?= $(filter-out 3.11,$(PYTHONS))
PYENV_VERSIONS := $(or $(PYENV_ROOT),$(HOME)/.pyenv)/versions
# Finds $$version of it: how a recipe begins that goes through them.
FIND_PYTHON = python="$$(command -v python$$version || true)"; \
	  "$$python" -V >/dev/null 2>&1 || python="$$(ls -d $(PYENV_VERSIONS)/$$version.*/bin/python 2>/dev/null | tail -n 1)"
# For which compiled wheels are built, where they are here; and for which machine, beside this one.
WHEEL_PYTHONS ?= $(filter-out 3.14,$(PYTHONS))
OTHER_MACHINE ?= $(filter-out $(shell uname -m),aarch64 x86_64)

# What `make test-lowest` runs: what each dependency does for kavka, and clusters as processes.
LOWEST_TESTS ?= tests/unit/records/test_compression.py tests/unit/records/test_batch.py tests/unit/common/test_tls.py \
  tests/unit/security tests/unit/broker/http tests/unit/cli tests/unit/dashboards tests/unit/zk/test_multi.py \
  tests/unit/test_dependencies.py tests/integration/test_local_cluster.py::test_a_client_rides_over_a_restart \
  tests/integration/test_local_cluster.py::test_a_killed_broker_comes_back_at_once_with_its_records

.PHONY: help run pipeline test test-all test-compiled test-pythons test-unit test-lowest test-oldest check deps bench versus soak conformance compiled wheels compiled-wheel docs generate clean

help:
	@echo "make run          start a broker, stream real text through it, show how to try your own client"
	@echo "make pipeline     topics to Parquet, SQL over them, an audit with a report, on Spark (needs a Java runtime 17: make deps)"
	@echo "make test         every test but the long ones"
	@echo "make test-compiled builds the data plane with mypyc, and runs the unit and property tests on that; COMPILED_TESTS=tests: all of make test"
	@echo "make test-all     the unit tests on every Python that is here ($(PYTHONS))"
	@echo "make test-pythons the same on the others than $(firstword $(PYTHONS)) alone; COVERAGE=1: and what they reach"
	@echo "make test-lowest  what each dependency does for kavka, on the oldest versions that pyproject.toml allows"
	@echo "make check        format, lint, types, layers, tidiness (under a minute)"
	@echo "make deps         install the Debian packages that tests use: kcat, ZooKeeper, gcc, Chromium (needs root)"
	@echo "make bench        measure, side by side with a baseline"
	@echo "make versus       measure beside Apache Kafka 3.9 in one run (needs Java 17, Maven and a C compiler)"
	@echo "make soak         the long tests"
	@echo "make conformance  other people's tools and clients against this broker (needs Java, Maven, Go, Node and Prometheus)"
	@echo "make compiled     build the data plane with mypyc: a wheel in dist, and build/compiled to run it from (optional)"
	@echo "make wheels       the sources, the plain wheel, and compiled ones for each Python that is here ($(WHEEL_PYTHONS)), x86-64 and arm64, each tried"
	@echo "make docs         the documentation as a site, in build/docs; dead links and pages that no menu leads to are errors"
	@echo "make generate     rewrite what is generated: codecs, types of configuration values, documentation tables"

# One stamp a set of requirements, made anew when pyproject.toml changes.
$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "kavka needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "This Python lacks venv. Install it with:  apt-get install -y python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) …"
	@$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.spark: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) with Spark, which takes a while …"
	@$(PIP_INSTALL) --editable '.[spark]'
	@touch $@ $(VENV)/.run

$(VENV)/.dev: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) with what tests and checks need …"
	@$(PIP_INSTALL) --editable '.[check,test]'
	@touch $@ $(VENV)/.run

$(VENV)/.unit: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) with what the unit tests need …"
	@$(PIP_INSTALL) --editable '.[unit]'
	@touch $@

$(VENV)/.docs: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) with what the documentation's site needs …"
	@$(PIP_INSTALL) --editable '.[docs]'
	@touch $@

$(VENV)/.wheels: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) with what building wheels needs …"
	@$(PIP_INSTALL) --editable '.[wheels]'
	@touch $@

$(VENV)/.lowest: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up $(VENV) with the oldest versions that kavka runs on …"
	@$(BIN)/python -m tests.support.lowest_bounds pyproject.toml > $(VENV)/lowest.txt
	@$(PIP_INSTALL) --constraint $(VENV)/lowest.txt --editable '.[pytest]'
	@touch $@

run: $(VENV)/.run
	@$(COMPILED)
	@$(BIN)/kavka demo

pipeline: $(VENV)/.spark
	@$(COMPILED)
	@$(BIN)/kavka-spark demo

test: $(VENV)/.dev
	@$(COMPILED)
	@$(BIN)/python -m pytest -m "not soak and not conformance" $(LONG_TESTS:%=--ignore=tests/%) -n $(TEST_PROCESSES) $(IN_ORDER)

test-all:
	@$(MAKE) --no-print-directory OTHER_PYTHONS="$(PYTHONS)" test-pythons

test-pythons:
	@for version in $(OTHER_PYTHONS); do \
	  $(FIND_PYTHON); \
	  [ -n "$$python" ] || { echo "Python $$version is not here: its tests are left out"; continue; }; \
	  $(MAKE) --no-print-directory PYTHON="$$python" VENV=".venv-$$version" test-unit || exit 1; \
	done

test-unit: $(VENV)/.unit
	@echo "unit tests on $$($(BIN)/python -V)"
	@$(BIN)/python -m pytest -q tests/unit -n $(UNIT_PROCESSES) --dist loadfile -p no:cacheprovider $(if $(COVERAGE),--cov)

test-lowest:
	@$(MAKE) --no-print-directory VENV=.venv-lowest test-oldest

test-oldest: $(VENV)/.lowest
	@$(BIN)/python -m pytest -q $(LOWEST_TESTS) -p no:cacheprovider

check: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest -q tests/tidy

deps:
	@[ "$$(id -u)" = 0 ] || { echo "make deps installs Debian packages and needs root:  sudo make deps"; exit 1; }
	@apt-get update -qq
	@DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends kcat zookeeper default-jre-headless gcc libc6-dev python3-venv python3-dev chromium chromium-driver >/dev/null
	@echo "installed: kcat, ZooKeeper, a Java runtime, a C compiler, Python's headers, Chromium"

bench: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.codec
	@$(BIN)/python -m benchmarks.records
	@$(BIN)/python -m benchmarks.timing_wheel
	@$(BIN)/python -m benchmarks.purgatory
	@$(BIN)/python -m benchmarks.consumer_groups
	@$(BIN)/python -m benchmarks.zookeeper
	@$(BIN)/python -m benchmarks.startup
	@$(BIN)/python -m benchmarks.produce_fetch
	@$(BIN)/python -m benchmarks.cold_reads
	@$(BIN)/python -m benchmarks.compaction
	@$(BIN)/python -m benchmarks.replication
	@$(BIN)/python -m benchmarks.failover
	@$(BIN)/python -m benchmarks.big_requests --items 100000
	@$(BIN)/python -m benchmarks.record_checks
	@$(BIN)/python -m benchmarks.transactions
	@$(BIN)/python -m benchmarks.controller
	@$(BIN)/python -m benchmarks.growth
	@$(BIN)/python -m benchmarks.admin_endpoint
	@$(BIN)/python -m benchmarks.groups
	@$(BIN)/python -m benchmarks.security
	@$(BIN)/python -m benchmarks.pipeline_codecs
	@$(BIN)/python -m benchmarks.pipeline

versus: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.versus $(if $(RECORD),--record)

soak: $(VENV)/.dev
	@$(BIN)/python -m pytest -m soak --timeout 3600 -o faulthandler_timeout=0

conformance: $(VENV)/.dev
	@command -v prometheus >/dev/null || echo "Prometheus is not there, its tests are left out. Install it with:  apt-get install -y --no-install-recommends prometheus"
	@$(BIN)/python -m pytest -m conformance --timeout 1200 -o faulthandler_timeout=0

compiled: $(VENV)/.dev
	@$(BIN)/python -m kavka.build_compiled

wheels: $(VENV)/.dev
	@rm -rf dist
	@$(BIN)/python -m build --outdir dist . >/dev/null
	@for version in $(WHEEL_PYTHONS); do \
	  $(FIND_PYTHON); \
	  [ -n "$$python" ] || { echo "Python $$version is not here: there is no compiled wheel for it"; continue; }; \
	  $(MAKE) --no-print-directory PYTHON="$$python" VENV=".venv-$$version" compiled-wheel || exit 1; \
	done
	@ls -1 dist

compiled-wheel: $(VENV)/.wheels
	@rm -rf build/linux && mkdir -p build/linux
	@$(BIN)/python -m kavka.build_compiled --no-tree --dist build/linux
	@for machine in $(OTHER_MACHINE); do $(BIN)/python -m kavka.build_compiled --machine $$machine --dist build/linux || exit 1; done
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/linux/*.whl 2>build/linux/audit.txt \
	  || { cat build/linux/audit.txt; exit 1; }
	@for machine in $$(uname -m) $(OTHER_MACHINE); do $(BIN)/python -m kavka.wheel_trial dist --machine $$machine || exit 1; done

test-compiled: compiled
	@KAVKA_EXPECT_COMPILED=1 PYTHONSAFEPATH=1 PYTHONPATH="$(CURDIR)/build/compiled:$(CURDIR)" \
	  $(BIN)/python -m pytest -m "not soak and not conformance" -p no:cacheprovider -n $(TEST_PROCESSES) $(IN_ORDER) $(COMPILED_TESTS)

docs: $(VENV)/.docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@echo "read it at: build/docs/index.html"

generate: $(VENV)/.dev
	@$(BIN)/python -m kavka.protocol.generator.generate
	@$(BIN)/python -m kavka.broker.requests.api_table README.md
	@$(BIN)/python -m kavka.broker.requests.protocol_support docs/protocol-support.md
	@$(BIN)/python -m kavka.broker.config.limits_page docs/limits.md
	@$(BIN)/python -m kavka.broker.config.settings_page docs/reference/settings.md
	@$(BIN)/python -m kavka.cli.reference_page docs/reference/cli.md
	@$(BIN)/python -m kavka.build_docs docs/inside/*.md
	@$(BIN)/python -m kavka.dashboards.alerts_page docs/reference/alerts.md
	@$(BIN)/python -m benchmarks.versus_history docs/benchmarks.md
	@$(BIN)/python -m kavka.simulation.simulation_page docs/simulation.md
	@$(BIN)/python -m kavka.broker.config.value_stub broker/config/values.pyi
	@$(BIN)/python -m tests.support.simulation.mutants --page docs/simulation-mutants.md
	@$(BIN)/python -m tests.support.kafka.differences docs/reference/kafka-3.9.md

clean:
	@rm -rf $(VENV) $(PYTHONS:%=.venv-%) .venv-lowest build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info timer/*.so protocol/records/*.so
