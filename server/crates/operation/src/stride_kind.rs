//! One code for layouts of each kind of stride.

/// Runs a function that is the same code for every stride kind.
macro_rules! for_each_stride {
    ($arguments:expr, $index:expr, $layout:ident => $body:expr) => {
        match $arguments.any_layout($index)? {
            $crate::arguments::OperandLayout::Integer($layout) => Value::from($body),
            $crate::arguments::OperandLayout::Coordinate($layout) => Value::from($body),
            $crate::arguments::OperandLayout::Xor($layout) => Value::from($body),
            $crate::arguments::OperandLayout::Symbolic { shape, stride } => {
                let both = layout_algebra::IntTuple::Tuple(vec![shape, stride]);
                return Err($crate::literal::needs_numbers($arguments.operation(), &both));
            }
        }
    };
}
pub(super) use for_each_stride;
