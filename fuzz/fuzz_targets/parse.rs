//! `layoutlens_any_input::parse` says what must hold.
#![no_main]

use layoutlens_any_input::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| parse(input));
