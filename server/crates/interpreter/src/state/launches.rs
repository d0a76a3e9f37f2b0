//! The kernels that a program around a header launched.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::address::Address;

/// How often a kernel was launched, by the function and its template's types.
#[derive(Debug, Default)]
pub(crate) struct Launches {
    pub(crate) counts: FxHashMap<Typed, usize>,
    /// The templates that are being run.
    pub(crate) running: Vec<Typed>,
    /// Templates that were run and launched a kernel.
    pub(crate) launchers: FxHashSet<Typed>,
    /// Whether a launch was left out.
    pub(crate) is_partial: bool,
}

/// A function, and its template's types.
pub(crate) type Typed = (Address, Vec<String>);
