# The verbs a newcomer needs. `make help` lists them.

DEMO = simulate --game pig --players 3 --agents hold:20,random --games 100000 --seed 1

.PHONY: demo test lint fmt help

demo: ## Build the program and run its main job: a simulation between scripted players
	cargo run --release --quiet -- $(DEMO)

test: ## Run all tests
	cargo test --workspace

lint: ## Check format, lints and documentation; a warning is an error
	cargo fmt --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

fmt: ## Format the code
	cargo fmt

help: ## List these verbs
	@sed -n 's/^\([a-z]*\): *## \(.*\)/  make \1\t\2/p' Makefile | expand -t 14
