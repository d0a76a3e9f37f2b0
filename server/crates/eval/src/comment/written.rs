//! A value as a conventional comment states it, in the spelling of its language.

use layout_algebra::IntTuple;
use layoutlens_host_value::evaluation::Answer;
use layoutlens_operation::{Value, size::Size, value::Leaf};
use layoutlens_syntax::Language;

use crate::comment::parts::{Parts, SwizzlePart};

/// The comment that says what `answer` is: `(_4,_8):(_8,_1)` in C++, `(4,8):(8,1)` in the other languages. `None` of what
/// comments do not speak of, and where a size or stride is no number and no name.
pub fn layout_comment(answer: &Answer, language: Language) -> Option<String> {
    let value = &answer.evaluated.value;
    let parts = Parts::of(answer)?;
    let underscore = if language == Language::Cuda { "_" } else { "" };
    let prefix = match value {
        Value::Composed(composed) => format!("{} o {underscore}{} o ", composed.swizzle(), composed.offset()),
        Value::Smem(_) | Value::Swizzled(_) => format!("{} o ", value.to_string().rsplit_once(" o ")?.0),
        _ if matches!(parts.swizzle, SwizzlePart::None) => String::new(),
        _ => match (value, parts.swizzle) {
            // The pointer of a tensor has no part in its layout where it is not swizzled.
            (Value::Layout(_) | Value::SymbolicLayout(_), SwizzlePart::Unknown) => String::new(),
            _ => return None,
        },
    };
    let shape = written(&parts.shape, underscore)?;
    let stride = parts.stride.as_ref().map(|stride| written(stride, underscore));
    Some(match stride {
        Some(stride) => format!("{prefix}{shape}:{}", stride?),
        None => format!("{prefix}{shape}"),
    })
}

fn written(tuple: &IntTuple<Leaf>, underscore: &str) -> Option<String> {
    match tuple {
        IntTuple::Tuple(modes) => {
            let modes: Option<Vec<String>> = modes.iter().map(|mode| written(mode, underscore)).collect();
            Some(format!("({})", modes?.join(",")))
        }
        IntTuple::Int(leaf @ (Leaf::Size(Size::Known(_)) | Leaf::Coordinate(_))) => {
            Some(format!("{underscore}{leaf}"))
        }
        IntTuple::Int(Leaf::Size(size)) => {
            let text = size.to_string();
            let is_plain = text.chars().all(|c| c.is_alphanumeric() || c == '_');
            is_plain.then_some(text)
        }
        IntTuple::Int(_) => None,
    }
}
