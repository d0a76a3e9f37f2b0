//! `layoutlens_any_input::chain` says what must hold.
#![no_main]

use layoutlens_any_input::{Chain, chain};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: Chain| chain(input));
