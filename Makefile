# The commands of the house. Each does the set-up it needs and then its job; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help setup build test clients test-web wasm test-alone test-asan test-tsan test-sse test-aarch64 cross test-gpu fuzz determinism torture soak check format demo bench bench-check bench-gpu wheels wheels-plain conformance conformance-sweep docs clean

PYTHON := .venv/bin/python
WITH_PACKAGE := PYTHONPATH=$(CURDIR)/build/release/python
JOBS ?= 2
# more models to judge by, a folder of MJCF files: CORTEN_MODELS=<folder>, or ../shared/models where that is
ifdef CORTEN_MODELS
$(if $(wildcard $(CORTEN_MODELS)/.),,$(error CORTEN_MODELS=$(CORTEN_MODELS) is not a folder))
else ifeq ($(origin CORTEN_MODELS), undefined)
CORTEN_MODELS := $(wildcard $(abspath ../shared/models))
endif
export CORTEN_MODELS
# the interpreter of the newest MuJoCo, for make bench
NEWEST ?= .venv/newest/bin/python
JUDGED := build/release/judged.txt

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

setup:  ## Debian packages and .venv (done by every other command)
	@tools/setup.sh

build: setup  ## library, command, Python module and tests, optimised
	@mkdir -p build && cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset release -j$(JOBS)

test: build  ## C++ and Python tests
	@rm -f $(JUDGED)
	@CORTEN_JUDGED=$(CURDIR)/$(JUDGED) ctest --test-dir build/release --output-on-failure -j$(JOBS)
	@$(WITH_PACKAGE) $(PYTHON) -m pytest -q -n $(JOBS) --dist loadfile tests/python
	@$(WITH_PACKAGE) $(PYTHON) -m pytest -q -n $(JOBS) --dist loadfile tests/clients
	@$(MAKE) --no-print-directory test-web
	@tools/judged.py $(JUDGED)

test-web: build  ## the page in a real browser
	@cd web && npm run --silent check && npm run --silent test

wasm: build  ## the engine for browsers, build/wasm/corten.wasm, by Zig's clang (tools/zig.sh), and its tests
	@tools/zig.sh
	@cmake --preset wasm >build/configure.log 2>&1 || { tail -20 build/configure.log; exit 1; }
	@cmake --build --preset wasm -j$(JOBS)
	@cd web && node --test test/wasm/*.test.mjs

test-alone: build  ## after `make test`: the tests that look at model files once more, without the optional collection
	@[ -n "$(CORTEN_MODELS)" ] || { echo "there is no optional collection: make test was alone"; exit 0; }; \
	  filter=$$(tools/judged.py $(JUDGED) --filter); rm -f $(JUDGED).alone; \
	  ls build/release/tests/*_test | CORTEN_MODELS= CORTEN_JUDGED=$(CURDIR)/$(JUDGED).alone \
	  xargs -P$(JOBS) -I{} sh -c '{} --gtest_brief=1 --gtest_filter='"$$filter"' >{}.alone 2>&1 || { cat {}.alone; exit 255; }' && \
	  CORTEN_MODELS= tools/judged.py $(JUDGED).alone

test-asan: setup  ## the C++ tests under the address, leak and undefined-behaviour sanitizers, in the build of the fuzz targets
	@cmake --preset fuzz >/dev/null && cmake --build --preset fuzz -j$(JOBS)
	@ctest --test-dir build/fuzz --output-on-failure -j$(JOBS)

test-tsan: setup  ## what uses threads under the thread sanitizer
	@cmake --preset tsan >/dev/null && cmake --build --preset tsan -j$(JOBS) --target base_test batch_test hostile_test
	@for test in base batch hostile; do build/tsan/tests/$${test}_test --gtest_brief=1 || exit 1; done

test-sse: build  ## tests of the kernels on an emulated processor without AVX2 (qemu-x86_64; apt-get install qemu-user)
	@command -v qemu-x86_64 >/dev/null || { echo "test-sse: apt-get install qemu-user"; exit 1; }
	@for test in base linalg batch; do echo $${test}_test; \
	  qemu-x86_64 -cpu SandyBridge build/release/tests/$${test}_test --gtest_brief=1 2>/dev/null || exit 1; done

test-aarch64: setup  ## tests for 64-bit ARM under qemu-user, and the bits of the kernels beside x86-64; TESTS=names
	@JOBS=$(JOBS) tools/aarch64.sh $(TESTS)

cross: setup  ## the library and the command for macOS and Windows, compiled and linked here by Zig's clang; SYSTEMS=names
	@JOBS=$(JOBS) tools/cross.sh $(SYSTEMS)

determinism: build  ## the same bits by threads, worlds, instruction sets and every build there is, against tests/determinism/hashes.txt
	@$(WITH_PACKAGE) $(PYTHON) tools/determinism.py

torture: build  ## every door with memory refused at each request, arenas of every size, files cut at every byte
	@CORTEN_TORTURE=1 build/release/tests/endurance_test --gtest_brief=1

soak: build  ## STEPS (1e8) steps over the scenes and models of packages: memory flat, numbers sound, files and copies go on alike
	@build/release/tests/soak $(or $(STEPS),1e8) scenes/*.xml $(wildcard .venv/models/gymnasium/humanoid.xml .venv/models/gymnasium/ant.xml .venv/models/gymnasium/walker2d_v5.xml .venv/models/gymnasium/hopper.xml)

fuzz: setup  ## attack every reader for SECONDS (60) each under the sanitizers; appends to docs/fuzzing.md
	@cmake --preset fuzz >/dev/null && cmake --build --preset fuzz -j$(JOBS) --target fuzz
	@$(PYTHON) tools/fuzz.py $(or $(SECONDS),60)

check: setup  ## formatting, include graph, headers alone, warnings of both compilers
	@tools/check.sh

format: setup  ## format every source file
	@git ls-files '*.h' '*.cpp' ':!third_party' | xargs -r clang-format-14 -i
	@.venv/bin/ruff format --quiet .

demo:  ## from a bare clone in minutes: simulate, compare with MuJoCo, write demo.png and demo.gif
	@echo "1 of 3: what is needed"; tools/setup.sh demo
	@echo "2 of 3: the Python module (a few minutes on two cores)"
	@mkdir -p build && cmake --preset demo >build/configure.log 2>&1 || { tail -20 build/configure.log; exit 1; }
	@cmake --build --preset demo -j$(JOBS)
	@echo "3 of 3: a humanoid and a robot arm, in both engines"
	@PYTHONPATH=$(CURDIR)/build/demo/python $(PYTHON) tools/demo.py

conformance: build  ## compare every model with MuJoCo; report in build/conformance/index.html
	@mkdir -p build/conformance
	@cmake --build --preset release -j$(JOBS) --target pair_sweep >build/conformance/build.log || { cat build/conformance/build.log; exit 1; }
	@[ -e build/conformance/pairs.json ] || build/release/tests/pair_sweep 2000 7 pairs build/conformance/short_pairs.json >build/conformance/pairs.txt
	@$(WITH_PACKAGE) $(PYTHON) -m cortenforge.conformance.generated build/conformance/generated
	@$(WITH_PACKAGE) $(PYTHON) -m cortenforge.conformance scenes .venv/models $(CORTEN_MODELS) build/conformance/generated \
	  --pairs $$(ls build/conformance/pairs.json build/conformance/short_pairs.json 2>/dev/null | head -1) --json build/conformance/report.json --html build/conformance/index.html; \
	  status=$$?; tools/readme_table.py build/conformance/report.json; exit $$status

docs: build  ## the documentation as a web site in build/docs
	@$(WITH_PACKAGE) $(PYTHON) tools/docs/pages.py
	@$(PYTHON) -m mkdocs build --quiet
	@echo "build/docs/index.html"

bench: setup  ## speed beside MuJoCo 3.5.0 and the newest from C++ and Python: table, build/bench/bench.json, bench.svg and docs/performance.md
	@mkdir -p build/bench && cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset release -j$(JOBS) --target side_by_side_bench --target corten_python
	@build/release/bench/side_by_side_bench --curves --json build/bench/bench.json --svg build/bench/bench.svg $(BENCH)
	@tools/newest_mujoco.sh
	@$(WITH_PACKAGE) $(PYTHON) tools/bench_python.py --newest $(NEWEST) $(BENCH) build/bench/bench.json
	@[ -n "$(CORTEN_MODELS)" ] || echo "Measured on the models that packages bring along; CORTEN_MODELS=<folder with menagerie/ and mujoco/> adds more."
	@$(PYTHON) tools/performance_page.py build/bench/bench.json

wheels: build  ## wheels for every Python 3.10 to 3.14 there is, optimised by a profile, in dist/
	@JOBS=$(JOBS) tools/wheels.sh

wheels-plain:  ## the same without a profile and for any system (macOS, Windows); PYTHONS=interpreters
	@for python in $(or $(PYTHONS),python3); do $$python -m pip -q wheel . --no-deps -w dist || exit 1; done; ls dist/*.whl

test-gpu: build  ## worlds on the GPU beside the CPU engine, and under compute-sanitizer where there is one
	@cmake --build --preset release -j$(JOBS) --target compare_worlds capture_worlds
	@$(PYTHON) tools/gpu_resources.py build/release/cuda/libcorten_cuda_kernels.a
	@build/release/tests/compare_worlds scenes/*.xml
	@build/release/tests/capture_worlds scenes/cartpole.xml scenes/random_tree.xml scenes/stack.xml
	@build/release/tests/compare_worlds --float32 scenes/*.xml
	@if command -v compute-sanitizer >/dev/null; then \
	  compute-sanitizer --error-exitcode 1 --tool memcheck build/release/tests/compare_worlds --steps 2 scenes/*.xml && \
	  compute-sanitizer --error-exitcode 1 --tool racecheck build/release/tests/compare_worlds --steps 2 scenes/*.xml; fi

# MODEL[@KEY]:WORLDS,... for make bench-gpu
GPU_BENCH ?= scenes/cartpole.xml:8192,32768 scenes/random_tree.xml:1024,8192
bench-gpu: setup  ## speed of many worlds on a GPU: table, build/gpu_bench.json and docs/performance_gpu.md
	@mkdir -p build && cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset release -j$(JOBS) --target gpu_bench
	@build/release/bench/gpu/gpu_bench --json build/gpu_bench.json $(GPU_BENCH)
	@$(PYTHON) tools/performance_gpu_page.py build/gpu_bench.json

bench-check: setup  ## instruction counts of fixed kernels against the committed ones
	@mkdir -p build && cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset release -j$(JOBS) --target instruction_counts
	@$(PYTHON) tools/bench_check.py build/release/bench/counts/instruction_counts

clients: build  ## programs of other people in their newest releases, each in an environment of its own: docs/clients.md; CLIENTS=names
	@$(PYTHON) tools/clients.py $(CLIENTS)

conformance-sweep: build  ## a million poses of every pair of shapes against MuJoCo
	@cmake --build --preset release -j$(JOBS) --target pair_sweep
	@mkdir -p build/conformance && build/release/tests/pair_sweep 1000000 7 all build/conformance/pairs.json

clean:  ## remove what was built (keeps .venv)
	@rm -rf build
