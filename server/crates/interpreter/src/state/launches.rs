//! The kernels that a program around a header launched.

use layoutlens_host_value::value::HostValue;
use rustc_hash::FxHashMap;

use crate::state::address::Address;

/// The launches that were run, by the function and its template's types.
#[derive(Debug, Default)]
pub(crate) struct Launches {
    pub(crate) run: FxHashMap<Typed, Vec<Launch>>,
    /// The templates that are being run.
    pub(crate) running: Vec<(Typed, Vec<String>)>,
    /// Templates that were run and launched a kernel, each with the numbers that it was given.
    pub(crate) launchers: FxHashMap<Typed, Vec<Vec<String>>>,
    /// Whether a launch was left out that may give other values.
    pub(crate) is_partial: bool,
}

/// A launch of a kernel, one of several with the same types.
#[derive(Debug, PartialEq)]
pub(crate) struct Launch {
    /// The numbers and layouts that it is given; its flags are not among them.
    pub(crate) numbers: Vec<String>,
    /// All that it is given.
    pub(crate) given: Vec<HostValue>,
}

/// A function, and its template's types.
pub(crate) type Typed = (Address, Vec<String>);
