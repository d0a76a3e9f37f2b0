//! `layoutlens_any_input::readers` says what must hold.
#![no_main]

use layoutlens_any_input::readers;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| readers(input));
