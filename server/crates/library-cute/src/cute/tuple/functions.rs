//! Functions of tuples. Those that layouts and tensors have too ask what they are given.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operate, operation_named, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::cute::{
    integer,
    layout::functions,
    operand::{argument, operands, template_number, template_numbers},
    tuple::{
        self,
        element::{at, size},
        is_of_run_time,
    },
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_shape", make_tuple),
    ("make_stride", make_tuple),
    ("make_coord", make_tuple),
    ("make_tuple", make_tuple),
    ("make_tile", make_tuple),
    ("make_step", make_tuple),
    ("make_inttuple", make_tuple),
    ("make_arithmetic_tuple", make_tuple),
    ("append", |call| {
        let of_layout = |call: &Call<'_>| match fills_with_keep(call) {
            true => append(std::slice::from_ref(argument(call, 0)?), call).map(Computed::plain),
            false => functions::append(call, Operation::Append, Operation::AppendToRank),
        };
        of_tuple(call, of_layout, append)
    }),
    ("prepend", |call| {
        let of_layout = |call: &Call<'_>| match fills_with_keep(call) {
            true => prepend(std::slice::from_ref(argument(call, 0)?), call).map(Computed::plain),
            false => functions::append(call, Operation::Prepend, Operation::PrependToRank),
        };
        of_tuple(call, of_layout, prepend)
    }),
    ("replace", |call| of_tuple(call, functions::replace, replace)),
    ("select", |call| of_tuple(call, functions::select, select)),
    ("take", |call| of_tuple(call, |call| functions::range(call, Operation::Take), take)),
    ("group", |call| of_tuple(call, |call| functions::range(call, Operation::Group), group)),
    ("group_modes", |call| of_tuple(call, |call| functions::range(call, Operation::Group), group)),
    ("get", get),
    ("flatten", flatten),
    ("flatten_to_tuple", |call| tuple_only(call, leaves)),
    ("front", |call| end(call, |elements| elements.first())),
    ("back", |call| end(call, |elements| elements.last())),
    ("repeat", repeat),
    ("insert", |call| tuple_only(call, insert)),
    ("remove", |call| tuple_only(call, remove)),
    ("reverse", |call| tuple_only(call, reverse)),
    ("zip", zip),
    ("wrap", wrap),
    ("unwrap", unwrap),
    ("tuple_cat", concatenated),
    ("cat", concatenated),
    ("product", product),
    ("product_each", |call| tuple_only(call, product_each)),
    ("product_like", |_| unknown("product_like is not computed")),
    ("repeat_like", repeat_like),
    ("conditional_return", conditional_return),
    ("idx2crd", by_name),
    ("crd2idx", by_name),
    ("crd2crd", by_name),
    ("congruent", by_name),
    ("weakly_congruent", by_name),
    ("compatible", by_name),
    ("evenly_divides", by_name),
    ("elem_less", |call| in_order(call, layoutlens_syntax::BinaryOperator::Less)),
    ("elem_leq", |call| in_order(call, layoutlens_syntax::BinaryOperator::LessEqual)),
    ("elem_gtr", |call| in_order(call, layoutlens_syntax::BinaryOperator::Greater)),
    ("elem_geq", |call| in_order(call, layoutlens_syntax::BinaryOperator::GreaterEqual)),
];

type Elements = Result<HostValue, Refusal>;

pub(super) fn make_tuple(call: &Call<'_>) -> Outcome {
    let elements = call.positional().into_iter().cloned().collect();
    Ok(Computed::plain(HostValue::tuple(elements)))
}

/// A function of tuples that layouts and tensors have too, under the same name.
fn of_tuple(
    call: &Call<'_>,
    of_layout: fn(&Call<'_>) -> Outcome,
    of_elements: fn(&[HostValue], &Call<'_>) -> Elements,
) -> Outcome {
    let first = argument(call, 0)?;
    match first.elements() {
        Some(elements) => of_elements(&elements, call).map(Computed::plain),
        None if first.as_integer().is_some() => {
            of_elements(std::slice::from_ref(first), call).map(Computed::plain)
        }
        None => of_layout(call),
    }
}

fn tuple_only(call: &Call<'_>, of_elements: fn(&[HostValue], &Call<'_>) -> Elements) -> Outcome {
    let of_layout = |call: &Call<'_>| {
        refuse_unknown([argument(call, 0)?])?;
        unknown(format!("{} of this is not computed", call.name))
    };
    of_tuple(call, of_layout, of_elements)
}

/// An operation of the annotation language on tuples.
fn by_name(call: &Call<'_>) -> Outcome {
    refuse_unknown(call.positional())?;
    match operate(operation_named(tuple::bare(call.name))?, &operands(call)?) {
        Ok(evaluated) => Ok(Computed::of(evaluated)),
        Err(Refusal::Unknown(reason)) => unknown(reason),
        // What does not fit together here may be another function of this name.
        Err(_) => unknown(format!("{} of these is not computed", call.name)),
    }
}

/// The first or last leaf.
fn end(call: &Call<'_>, of: fn(&[HostValue]) -> Option<&HostValue>) -> Outcome {
    let mut leaf = argument(call, 0)?.clone();
    while let Some(elements) = leaf.elements() {
        match of(&elements) {
            Some(element) => leaf = element.clone(),
            None => return unknown("the tuple is empty"),
        }
    }
    refuse_unknown([&leaf])?;
    Ok(Computed::plain(leaf))
}

fn get(call: &Call<'_>) -> Outcome {
    let whole = argument(call, 0)?;
    if whole.elements().is_none() && whole.as_integer().is_none() {
        return functions::modes(call);
    }
    at(whole, &template_numbers(call)?).map(Computed::plain)
}

/// `prepend<3>(layout, _)`: a layout with what is no layout is one element of a tuple, a tiler `(_,_,layout)`.
fn fills_with_keep(call: &Call<'_>) -> bool {
    call.argument(1).is_some_and(|filler| *filler == HostValue::keep())
}

fn append(elements: &[HostValue], call: &Call<'_>) -> Elements {
    extended(elements, call, |elements, filler, count| {
        elements.extend(std::iter::repeat_n(filler, count));
    })
}

fn prepend(elements: &[HostValue], call: &Call<'_>) -> Elements {
    extended(elements, call, |elements, filler, count| {
        elements.splice(0..0, std::iter::repeat_n(filler, count));
    })
}

/// The longest tuple that `append<N>` and `repeat<N>` make.
const LONGEST_TUPLE: usize = 64;

/// With one more element, or as many as make `N`.
fn extended(
    elements: &[HostValue],
    call: &Call<'_>,
    extend: fn(&mut Vec<HostValue>, HostValue, usize),
) -> Elements {
    let filler = argument(call, 1)?.clone();
    let mut elements = elements.to_vec();
    let count = match template_numbers(call)?.as_slice() {
        [] => 1,
        [rank, ..] => match count(*rank)?.checked_sub(elements.len()) {
            // Nothing is added: an integer stays one.
            Some(0) => return argument(call, 0).cloned(),
            Some(count) => count,
            None => return unknown(format!("there are more than {rank} elements already")),
        },
    };
    extend(&mut elements, filler, count);
    Ok(HostValue::tuple(elements))
}

fn count(number: i64) -> Result<usize, Refusal> {
    match usize::try_from(number) {
        Ok(count) if count <= LONGEST_TUPLE => Ok(count),
        _ => unknown(format!("a tuple of {number} elements is not computed")),
    }
}

fn repeat(call: &Call<'_>) -> Outcome {
    match template_numbers(call)?.as_slice() {
        [number] => {
            let element = argument(call, 0)?.clone();
            // One element is itself, not a tuple of one.
            match count(*number)? {
                1 => Ok(Computed::plain(element)),
                count => Ok(Computed::plain(HostValue::tuple(vec![element; count]))),
            }
        }
        _ => unknown("repeat without a count is not computed"),
    }
}

fn range(elements: &[HostValue], call: &Call<'_>) -> Result<(usize, usize), Refusal> {
    let numbers = template_numbers(call)?;
    let [begin, end] = numbers.as_slice() else { return unknown("a range of elements has two ends") };
    let end = if *end == -1 { i64::try_from(elements.len()).unwrap_or(i64::MAX) } else { *end };
    match (usize::try_from(*begin), usize::try_from(end)) {
        (Ok(begin), Ok(end)) if begin <= end && end <= elements.len() => Ok((begin, end)),
        _ => unknown(format!("there is no range {begin} to {end} in {} elements", elements.len())),
    }
}

fn take(elements: &[HostValue], call: &Call<'_>) -> Elements {
    let (begin, end) = range(elements, call)?;
    match elements.get(begin..end) {
        Some([one]) => Ok(HostValue::tuple(vec![one.clone()])),
        Some(taken) => Ok(HostValue::tuple(taken.to_vec())),
        None => unknown("there is no such range"),
    }
}

fn group(elements: &[HostValue], call: &Call<'_>) -> Elements {
    let (begin, end) = range(elements, call)?;
    let mut grouped = elements.to_vec();
    let inner: Vec<HostValue> = grouped.drain(begin..end).collect();
    grouped.insert(begin, HostValue::tuple(inner));
    Ok(HostValue::tuple(grouped))
}

fn select(elements: &[HostValue], call: &Call<'_>) -> Elements {
    let tuple = HostValue::tuple(elements.to_vec());
    let numbers = template_numbers(call)?;
    let selected: Result<Vec<HostValue>, Refusal> =
        numbers.iter().map(|index| at(&tuple, &[*index])).collect();
    Ok(HostValue::tuple(selected?))
}

fn index(elements: &[HostValue], call: &Call<'_>) -> Result<usize, Refusal> {
    match template_numbers(call)?.as_slice() {
        [index] => match usize::try_from(*index) {
            Ok(index) if index <= elements.len() => Ok(index),
            _ => unknown("there is no such element"),
        },
        _ => unknown("one index is wanted"),
    }
}

fn replace(elements: &[HostValue], call: &Call<'_>) -> Elements {
    let index = index(elements, call)?;
    let mut elements = elements.to_vec();
    match elements.get_mut(index) {
        Some(element) => *element = argument(call, 1)?.clone(),
        None => return unknown("there is no such element"),
    }
    Ok(HostValue::tuple(elements))
}

fn insert(elements: &[HostValue], call: &Call<'_>) -> Elements {
    let index = index(elements, call)?;
    let mut elements = elements.to_vec();
    elements.insert(index, argument(call, 1)?.clone());
    Ok(HostValue::tuple(elements))
}

fn remove(elements: &[HostValue], call: &Call<'_>) -> Elements {
    let index = index(elements, call)?;
    let kept = elements.iter().enumerate().filter(|(at, _)| *at != index);
    Ok(HostValue::tuple(kept.map(|(_, element)| element.clone()).collect()))
}

fn reverse(elements: &[HostValue], _: &Call<'_>) -> Elements {
    Ok(HostValue::tuple(elements.iter().rev().cloned().collect()))
}

/// `zip(t)`: a tuple of tuples with the first elements of each, with the second ones, and so on; `zip(t, u, ..)` of these.
fn zip(call: &Call<'_>) -> Outcome {
    let given = call.positional();
    refuse_unknown(given.iter().copied())?;
    let tuples: Vec<HostValue> = match given.as_slice() {
        [whole] => match whole.elements() {
            Some(tuples) => tuples,
            None => return unknown("zip of what is no tuple is not computed"),
        },
        several => several.iter().map(|&tuple| tuple.clone()).collect(),
    };
    refuse_unknown(&tuples)?;
    // `zip(Layout, Layout)` gives a layout.
    if tuples.iter().any(|given| !matches!(given, HostValue::Tuple(_) | HostValue::Value(Value::Tuple(_)))) {
        return unknown("zip of what is no tuple is not computed: give it the shapes and the strides");
    }
    let parts: Option<Vec<Vec<HostValue>>> = tuples.iter().map(HostValue::elements).collect();
    let parts = match parts {
        Some(parts) if !parts.is_empty() => parts,
        None if tuples.iter().all(|element| element.elements().is_none()) => {
            return Ok(Computed::plain(HostValue::tuple(vec![HostValue::tuple(tuples)])));
        }
        _ => return unknown("zip of these is not computed"),
    };
    let count = parts.first().map_or(0, Vec::len);
    if parts.iter().any(|part| part.len() != count) {
        return unknown("zip of tuples with different numbers of elements is not computed");
    }
    let at = |index: usize| parts.iter().filter_map(|part| part.get(index).cloned()).collect();
    Ok(Computed::plain(HostValue::tuple((0..count).map(|index| HostValue::tuple(at(index))).collect())))
}

/// An integer is flat.
fn flatten(call: &Call<'_>) -> Outcome {
    let whole = argument(call, 0)?;
    match whole.as_integer() {
        Some(_) => Ok(Computed::plain(whole.clone())),
        None => of_tuple(call, functions::simple, leaves),
    }
}

/// All leaves, in one tuple.
fn leaves(elements: &[HostValue], _: &Call<'_>) -> Elements {
    fn collect(element: &HostValue, found: &mut Vec<HostValue>) -> Result<(), Refusal> {
        match element.elements() {
            Some(elements) => elements.iter().try_for_each(|element| collect(element, found)),
            None => {
                if !is_of_run_time(element) {
                    // It may be a tuple, which has leaves of its own.
                    refuse_unknown([element])?;
                }
                found.push(element.clone());
                Ok(())
            }
        }
    }
    let mut found = Vec::new();
    elements.iter().try_for_each(|element| collect(element, &mut found))?;
    Ok(HostValue::tuple(found))
}

fn wrap(call: &Call<'_>) -> Outcome {
    let value = argument(call, 0)?;
    refuse_unknown([value])?;
    Ok(Computed::plain(match value.elements() {
        Some(_) => value.clone(),
        None => HostValue::tuple(vec![value.clone()]),
    }))
}

/// Out of tuples of one element.
fn unwrap(call: &Call<'_>) -> Outcome {
    let mut value = argument(call, 0)?.clone();
    while let Some([inner]) = value.elements().as_deref() {
        value = inner.clone();
    }
    Ok(Computed::plain(value))
}

fn concatenated(call: &Call<'_>) -> Outcome {
    let mut all = Vec::new();
    for tuple in call.positional() {
        match tuple.elements() {
            Some(elements) => all.extend(elements),
            None => return unknown(tuple.unknown_reason().unwrap_or("one of these is no tuple")),
        }
    }
    Ok(Computed::plain(HostValue::tuple(all)))
}

fn product(call: &Call<'_>) -> Outcome {
    size(argument(call, 0)?).map(|size| Computed::plain(HostValue::integer(&size)))
}

fn product_each(elements: &[HostValue], _: &Call<'_>) -> Elements {
    let products: Result<Vec<HostValue>, Refusal> =
        elements.iter().map(|element| size(element).map(|size| HostValue::integer(&size))).collect();
    Ok(HostValue::tuple(products?))
}

/// `repeat_like(t, x)`: x in each leaf of t.
fn repeat_like(call: &Call<'_>) -> Outcome {
    fn filled(profile: &HostValue, leaf: &HostValue) -> HostValue {
        match (profile.elements(), profile.unknown_reason()) {
            (Some(elements), _) => {
                HostValue::tuple(elements.iter().map(|element| filled(element, leaf)).collect())
            }
            (None, Some(reason)) if !is_of_run_time(profile) => HostValue::unknown(reason),
            (None, _) => leaf.clone(),
        }
    }
    let (profile, leaf) = (argument(call, 0)?, argument(call, 1)?);
    refuse_unknown([profile])?;
    Ok(Computed::plain(filled(profile, leaf)))
}

/// `conditional_return<c>(a, b)`, `conditional_return(c, a, b)`.
fn conditional_return(call: &Call<'_>) -> Outcome {
    let (condition, first) = match call.template.first() {
        Some(condition) => (condition, 0),
        None => (argument(call, 0)?, 1),
    };
    let holds = template_number(condition)? != 0;
    Ok(Computed::plain(argument(call, if holds { first } else { first + 1 })?.clone()))
}

/// Whether all elements of two coordinates compare so.
fn in_order(call: &Call<'_>, operator: layoutlens_syntax::BinaryOperator) -> Outcome {
    fn holds(
        operator: layoutlens_syntax::BinaryOperator,
        left: &HostValue,
        right: &HostValue,
    ) -> Result<bool, Refusal> {
        match (left.elements(), right.elements()) {
            (Some(left), Some(right)) if left.len() == right.len() => left
                .iter()
                .zip(&right)
                .try_fold(true, |all, (left, right)| Ok(all && holds(operator, left, right)?)),
            (None, None) => match integer::compared(operator, left, right)? {
                HostValue::Value(Value::Bool(holds)) => Ok(holds),
                _ => unknown("these are not compared"),
            },
            _ => unknown("coordinates of different profiles are not compared"),
        }
    }
    let (left, right) = (argument(call, 0)?, argument(call, 1)?);
    holds(operator, left, right).map(|holds| Computed::plain(Value::Bool(holds)))
}
