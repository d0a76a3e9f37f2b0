//! Whether a value says anything of layouts.

use layoutlens_host_value::{evaluation::Variable, types::HostType, value::HostValue};

use crate::suppose::cpp::reason::is_of_what_nothing_gives;

/// How deep types in types are looked into.
pub(crate) const MAX_DEPTH: usize = 4;

/// Whether nothing is known of a variable.
pub(crate) fn is_unknown(variable: &Variable) -> bool {
    variable.answers.iter().all(|answer| !is_known(&answer.value))
}

/// Why something in a type is not known: `Layout<Shape<Int<N>>>` of a number that is not.
pub(crate) fn unknown_within(value: &HostValue, depth: usize) -> Option<&str> {
    let inner = |arguments: &'_ [HostValue]| -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        arguments.iter().position(|argument| unknown_within(argument, depth).is_some())
    };
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Specialized { arguments, .. } => {
                let argument = arguments.get(inner(arguments)?)?;
                unknown_within(argument, depth.checked_sub(1)?)
            }
            HostType::Of(HostValue::Tuple(elements)) => {
                let element = elements.get(inner(elements)?)?;
                unknown_within(element, depth.checked_sub(1)?)
            }
            _ => None,
        },
        value => value.unknown_reason(),
    }
}

/// Whether a value says anything of layouts.
pub(crate) fn is_known(value: &HostValue) -> bool {
    match value {
        HostValue::Tensor(tensor) => tensor.layout.unknown_reason().is_none(),
        HostValue::ThreadSlice(slice) => is_known(&slice.tiled),
        HostValue::Type(_) => !unknown_within(value, MAX_DEPTH).is_some_and(is_of_what_nothing_gives),
        // Tiled ones of unknown types, pipelines and the like.
        HostValue::Object(object) => object.fields.get("like").is_some_and(is_known),
        // Nothing is shown of a tuple of which a part is unknown.
        HostValue::Tuple(elements) => !elements.iter().any(holds_unknown),
        _ => value.unknown_reason().is_none(),
    }
}

/// Whether a value, or a part of a tuple, is unknown.
fn holds_unknown(value: &HostValue) -> bool {
    match value {
        HostValue::Tuple(elements) => elements.iter().any(holds_unknown),
        value => value.unknown_reason().is_some(),
    }
}
