//! `layoutlens_any_input::evaluator` says what must hold.
#![no_main]

use layoutlens_any_input::evaluator;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| evaluator(input));
