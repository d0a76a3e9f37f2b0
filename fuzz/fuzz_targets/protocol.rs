//! `layoutlens_any_input::protocol` says what must hold.
#![no_main]

use layoutlens_any_input::protocol;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| protocol(input));
