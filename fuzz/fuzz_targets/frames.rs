//! `layoutlens_any_input::frames` says what must hold.
#![no_main]

use layoutlens_any_input::frames;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| frames(input));
