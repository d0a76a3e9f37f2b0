//! Any text as the source of a kernel: the emulator reads it and lowers it to steps, or says what it does not know.
#![no_main]

use layoutlens_run::read_kernel_source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    if let Err(error) = read_kernel_source(source) {
        assert!(!error.message.is_empty());
    }
});
