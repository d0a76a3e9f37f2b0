//! How much a value holds. What holds itself twice over, sixty times, is never built.

use layout_algebra::{IntTuple, MAX_DEPTH, MAX_LEAVES};
use layoutlens_operation::{Value, value::Leaf};

use crate::{types::HostType, value::HostValue};

/// How many parts a value has and how deep they nest.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    parts: usize,
    depth: usize,
}

impl Extent {
    /// Of what holds these values.
    pub(super) fn around<'a>(values: impl IntoIterator<Item = &'a HostValue>) -> Self {
        values.into_iter().map(Self::of).fold(Self { parts: 0, depth: 1 }, Self::beside)
    }

    /// Whether the algebra takes as much.
    pub(super) fn is_within_limits(self) -> bool {
        self.parts <= MAX_LEAVES && self.depth <= MAX_DEPTH
    }

    /// Each value within was found to be within the limits when it was made, so this is quick.
    fn of(value: &HostValue) -> Self {
        match value {
            HostValue::Value(Value::Tuple(tuple)) => Self::of_integers(tuple),
            HostValue::Tuple(elements) => Self::around(elements.iter()),
            HostValue::Type(of) => match &**of {
                HostType::Of(value) => Self::of(value),
                HostType::Specialized { arguments, .. } => Self::around(arguments),
                HostType::Named(_) | HostType::Class(_) => Self { parts: 1, depth: 0 },
            },
            _ => Self { parts: 1, depth: 0 },
        }
    }

    fn of_integers(tuple: &IntTuple<Leaf>) -> Self {
        match tuple {
            IntTuple::Int(_) => Self { parts: 1, depth: 0 },
            IntTuple::Tuple(modes) => {
                modes.iter().map(Self::of_integers).fold(Self { parts: 0, depth: 1 }, Self::beside)
            }
        }
    }

    fn beside(self, part: Self) -> Self {
        Self {
            parts: self.parts.saturating_add(part.parts.max(1)),
            depth: self.depth.max(part.depth.saturating_add(1)),
        }
    }
}

impl HostValue {
    /// Whether the algebra takes what holds these values.
    pub(crate) fn are_within_limits<'a>(values: impl IntoIterator<Item = &'a Self>) -> bool {
        Extent::around(values).is_within_limits()
    }
}
