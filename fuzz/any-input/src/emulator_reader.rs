//! Any text as the source of a kernel: the emulator reads it and lowers it to steps, or says what it does not know.

use layoutlens_run::read_kernel_source;

/// A text as the source of a kernel.
///
/// # Panics
/// Where what the file says does not hold.
pub fn emulator_reader(source: &str) {
    if let Err(error) = read_kernel_source(source) {
        assert!(!error.message.is_empty());
    }
}
