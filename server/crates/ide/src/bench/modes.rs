//! The modes of a layout, and how they are read.

use layout_algebra::{AnyLayout, IntTuple, as_xor_layout};
use layoutlens_eval::{Evaluated, Value};

use crate::picture;

/// The most terms of a linear form.
const MOST_TERMS: usize = 12;

/// Shape and strides, of whatever the strides are.
pub(super) fn modes(value: &Value) -> Option<IntTuple<(i64, String)>> {
    match value {
        Value::Tuple(_) => None,
        Value::CoordinateLayout(layout) => zipped(&layout.shape(), &layout.stride()),
        Value::XorLayout(layout) => zipped(&layout.shape(), &layout.stride()),
        value => match picture::function(value).ok()? {
            AnyLayout::Layout(layout) => zipped(&layout.shape(), &layout.stride()),
            other => other.domain().and_then(|layout| zipped(&layout.shape(), &layout.stride())),
        },
    }
}

fn zipped<D: ToString>(shape: &IntTuple<i64>, stride: &IntTuple<D>) -> Option<IntTuple<(i64, String)>> {
    match (shape, stride) {
        (IntTuple::Int(extent), IntTuple::Int(stride)) => Some(IntTuple::Int((*extent, stride.to_string()))),
        (IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => shapes
            .iter()
            .zip(strides)
            .map(|(shape, stride)| zipped(shape, stride))
            .collect::<Option<_>>()
            .map(IntTuple::Tuple),
        _ => None,
    }
}

/// How the modes are read.
pub(super) fn reading(evaluated: &Evaluated) -> Vec<(String, String)> {
    let form = linear_form(&evaluated.value).map(|form| ("linear form".to_owned(), form));
    modes_read(evaluated).into_iter().chain(form).collect()
}

fn modes_read(evaluated: &Evaluated) -> Vec<(String, String)> {
    let Ok(AnyLayout::Layout(layout)) = picture::function(&evaluated.value) else { return Vec::new() };
    if evaluated.tile.is_some() {
        return vec![
            ("mode 0".to_owned(), "T: the threads".to_owned()),
            ("mode 1".to_owned(), "V: the values of each thread".to_owned()),
        ];
    }
    if layout.rank() < 2 || matches!(evaluated.value, Value::Tuple(_)) {
        return Vec::new();
    }
    let size = |mode: usize| layout.shape().modes().get(mode).and_then(|mode| mode.product().ok());
    (0..layout.rank().min(8))
        .filter_map(|mode| {
            let size = size(mode)?;
            Some((
                format!("size<{mode}>"),
                format!("{size}: a loop over mode {mode} goes round {size} times"),
            ))
        })
        .collect()
}

/// A layout as the linear form that it is, the product of its strides with a coordinate: `r = 8 c0 + c1`. What is summed are
/// integers, coordinates, or, with XOR, vectors of bits (Table 1 of the paper).
fn linear_form(value: &Value) -> Option<String> {
    let sum = match value {
        Value::XorLayout(_) => " ⊕ ",
        Value::Layout(_) | Value::CoordinateLayout(_) => " + ",
        Value::Composed(composed) => {
            let layout = as_xor_layout(&composed.as_ref().clone().into()).ok()??;
            return linear_form(&Value::XorLayout(layout.into()));
        }
        _ => return None,
    };
    let mut terms = Vec::new();
    add_terms(&modes(value)?, "", &mut terms);
    if terms.len() > MOST_TERMS {
        return None;
    }
    Some(format!("r = {}", terms.join(sum)))
}

fn add_terms(modes: &IntTuple<(i64, String)>, path: &str, terms: &mut Vec<String>) {
    match modes {
        IntTuple::Int((_, stride)) => {
            let factor = if stride == "1" { String::new() } else { format!("{stride} ") };
            terms.push(format!("{factor}c{path}"));
        }
        IntTuple::Tuple(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let path = if path.is_empty() { index.to_string() } else { format!("{path}.{index}") };
                add_terms(part, &path, terms);
            }
        }
    }
}

/// What the modes of a partition stand for, where a statement declares what such a call gives and nothing else.
pub(super) fn of_partition(statement: &str) -> Vec<(String, String)> {
    let named = [
        (
            ["partition_A", "partition_fragment_A"],
            ["V: the values of one atom", "M: atoms down", "K: atoms along K"],
        ),
        (
            ["partition_B", "partition_fragment_B"],
            ["V: the values of one atom", "N: atoms down", "K: atoms along K"],
        ),
        (
            ["partition_C", "partition_fragment_C"],
            ["V: the values of one atom", "M: atoms down", "N: atoms across"],
        ),
        (["partition_S", "partition_D"], ["V: the values of one copy", "M: copies down", "N: copies across"]),
    ];
    let Some((_, value)) = statement.split_once('=') else { return Vec::new() };
    let value = value.trim().trim_end_matches(';').trim_end();
    let is_the_call = |name: &str| {
        let Some((before, arguments)) = value.split_once(&format!(".{name}(")) else { return false };
        // The receiver is whole before it, and nothing comes behind its arguments.
        depth_of(before) == Some(0)
            && arguments.strip_suffix(')').is_some_and(|inside| depth_of(inside) == Some(0))
    };
    let meant = named.iter().find(|(calls, _)| calls.iter().any(|name| is_the_call(name)));
    let Some((_, modes)) = meant else { return Vec::new() };
    modes.iter().enumerate().map(|(mode, meaning)| (format!("mode {mode}"), (*meaning).to_owned())).collect()
}

/// How many brackets are open at the end of a text; nothing where one is closed that was not opened.
fn depth_of(text: &str) -> Option<usize> {
    text.chars().try_fold(0_usize, |depth, letter| match letter {
        '(' | '[' | '{' => Some(depth + 1),
        ')' | ']' | '}' => depth.checked_sub(1),
        _ => Some(depth),
    })
}
