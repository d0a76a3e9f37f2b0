//! `layoutlens_any_input::emulator_reader` says what must hold.
#![no_main]

use layoutlens_any_input::emulator_reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| emulator_reader(input));
