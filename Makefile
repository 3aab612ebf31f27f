# The verbs a newcomer needs. `make help` lists them.

DEMO = simulate --game zone_stalker --players 3 --agents veteran,cautious,random --games 20000 --seed 1
SECONDS = 180
YARDSTICKS = random,skip,cautious:1,cautious:4,cautious:7,cautious:10,duel:1,duel:6,duel:15,veteran:4:15,greedy
MEET = cargo run --release -- arena --game zone_stalker --seed 7 --gauntlet --agents search:1000,$(YARDSTICKS)
# What is built without libtorch.
ALL = --workspace --exclude roadside-training
VENV = target/venv
PYTHON = python3

.PHONY: demo test python values searches strengths instructions fuzz trainer trainers lint fmt docs help

demo: ## Build the program and run its main job: a simulation between scripted players
	cargo run --release -- $(DEMO)

test: python ## Run all tests, in Rust and in Python
	cargo test $(ALL) --no-fail-fast
	$(VENV)/bin/python -m pytest tests/python

python: ## Build the Python package into target/venv, with what its tests need
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		"./python[gymnasium,pettingzoo,open-spiel]" --constraint tests/python/requirements.txt \
		--requirement tests/python/requirements.txt

values: ## Solve small set-ups of Zone Stalker exactly (a minute)
	cargo test --release --package roadside-agents --test solver -- --include-ignored

searches: ## Hold search to exact answers: Pig, solved set-ups, hidden cards (an hour)
	cargo test --release --package roadside-agents --test search --test search_optimum -- --include-ignored --nocapture

strengths: ## Have search meet all other players of Zone Stalker with 2, 3 and 4 seats (an hour; goes on where it was ended)
	mkdir -p target/strengths
	$(MEET) --players 2 --games 1000 --out target/strengths/2.jsonl
	$(MEET) --players 3 --games 300 --out target/strengths/3.jsonl
	$(MEET) --players 4 --games 300 --out target/strengths/4.jsonl

instructions: ## Count the instructions of the inner loops; fails where a count rose (needs valgrind)
	cargo bench --package roadside-env --bench instructions

fuzz: ## Feed all games with broken input, SECONDS=180 for each of five targets
	set -e; cd fuzz; targets=$$(cargo fuzz list); for target in $$targets; do \
		mkdir -p target/new/$$target; \
		cargo fuzz run --sanitizer none $$target target/new/$$target corpus/$$target -- -max_total_time=$(SECONDS); \
	done; echo "nothing found in:" $$targets

trainer: ## Fetch libtorch (530 MB) into target/libtorch and build roadside-train with it
	PYTHON=$(PYTHON) training/fetch-libtorch
	cargo build --release --package roadside-training

trainers: ## Train the baselines of docs/baselines.md anew (ten minutes); FLAGS=--quick does it in small
	$(PYTHON) -m venv target/trainers/venv
	target/trainers/venv/bin/pip install --quiet './python[train,pettingzoo]' --requirement tests/python/requirements.txt
	target/trainers/venv/bin/python -m pytest tests/python/test_sb3.py tests/python/test_examples.py
	target/trainers/venv/bin/python python/examples/run.py $(FLAGS)

lint: ## Check format, lints and documentation; a warning is an error
	cargo fmt --check
	cargo clippy $(ALL) --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc $(ALL) --no-deps
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint tests/python/requirements.txt ruff
	$(VENV)/bin/ruff check --quiet --config python/pyproject.toml python tests/python benches/peers

fmt: ## Format the code
	cargo fmt

docs: python ## Write anew what is generated in README.md and docs/
	ROADSIDE_WRITE_DOCS=1 cargo test --quiet --test docs
	ROADSIDE_WRITE_DOCS=1 $(VENV)/bin/python -m pytest tests/python/test_docs.py -k page

help: ## List these verbs
	@sed -n 's/^\([a-z]*\): *## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20
