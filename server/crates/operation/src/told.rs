//! Steps as the algebra tells them.

use layout_algebra::{Error, explain::Step};

/// The steps, where this kind of operands has some.
pub(super) type Told = Option<Result<Vec<Step>, Error>>;

/// Runs `body` on a layout of any stride kind that has steps.
macro_rules! of_layout {
    ($arguments:expr, $index:expr, $layout:ident => $body:expr) => {
        match $arguments.any_layout($index).ok()? {
            $crate::arguments::OperandLayout::Integer($layout) => $body,
            $crate::arguments::OperandLayout::Coordinate($layout) => $body,
            _ => return None,
        }
    };
}
pub(super) use of_layout;
