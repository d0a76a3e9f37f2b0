//! Where in a nested tuple something is.

use std::fmt;

/// Where a mode stands: `ModePath(vec![1, 0])` is mode 0 inside mode 1; empty is the whole tuple.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ModePath(pub Vec<usize>);

impl ModePath {
    /// The path of mode `index` at top level.
    pub fn mode(index: usize) -> Self {
        ModePath(vec![index])
    }
}

impl fmt::Display for ModePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("the whole layout"),
            [mode] => write!(f, "mode {mode}"),
            path => {
                f.write_str("mode ")?;
                for (i, mode) in path.iter().enumerate() {
                    write!(f, "{}{mode}", if i == 0 { "" } else { "." })?;
                }
                Ok(())
            }
        }
    }
}
