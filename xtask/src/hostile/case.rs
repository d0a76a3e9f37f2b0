//! What a hostile workspace is.

use std::{io, path::Path};

/// The file beside each case whose answers must not suffer.
pub(super) const GOOD: &str = "good.cu";
pub(super) const GOOD_TEXT: &str = "// cute: let R = composition((6,2):(8,2), (4,3):(3,1))\n#include <cute/tensor.hpp>\n\
    #include \"absent.h\"\nvoid good() {\n  auto a = cute::make_layout(cute::Int<4>{});\n}\n";

/// A workspace that is hard to bear.
pub(super) struct Case {
    /// What is wrong with it.
    pub(super) name: &'static str,
    /// The document that is opened, beside the good one.
    pub(super) open: &'static str,
    /// What `check` must say about it on standard output or standard error; nothing in particular where it is empty.
    pub(super) says: &'static str,
    /// Puts it into an empty folder.
    pub(super) make: fn(&Path) -> io::Result<()>,
}
