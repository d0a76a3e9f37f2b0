//! `layoutlens_any_input::comments` says what must hold.
#![no_main]

use layoutlens_any_input::comments;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| comments(input));
