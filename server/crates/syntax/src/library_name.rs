//! Names by which code is known to use a library of layouts: the one list of them.

use crate::Language;

impl Language {
    /// Names one of which stands in all code of this language that has layouts: namespaces and folders of headers in C++,
    /// modules in Python, crates in Rust.
    pub const fn library_names(self) -> &'static [&'static str] {
        match self {
            Self::Cuda => &["cute", "cutlass"],
            Self::Python => &["cutlass", "pycute", "cute"],
            Self::Rust => &["layout_algebra", "cute_rs", "cute_layout"],
        }
    }

    /// Whether code with these names may use such a library: a file of C++ may name nothing but its functions, where the
    /// header that it includes says `using namespace cute`.
    ///
    /// ```
    /// use layoutlens_syntax::Language;
    ///
    /// assert!(Language::Cuda.may_use_library(|name| name == "make_layout"));
    /// assert!(!Language::Python.may_use_library(|name| name == "make_layout"));
    /// ```
    pub fn may_use_library(self, has: impl Fn(&str) -> bool) -> bool {
        let functions = if self == Self::Cuda { FUNCTIONS.as_slice() } else { &[] };
        self.library_names().iter().chain(functions).any(|name| has(name))
    }
}

/// Functions of CuTe by which a file is known to use it that is included or imported where that is said.
const FUNCTIONS: [&str; 3] = ["make_layout", "make_shape", "make_tensor"];

/// Whether code with these names uses such a library. A comment may tell of a library of another language.
pub(crate) fn uses_library(has: impl Fn(&str) -> bool) -> bool {
    let libraries = Language::ALL.iter().flat_map(|language| language.library_names());
    libraries.chain(&FUNCTIONS).any(|name| has(name))
}
