//! Values as operands with run-time integers.

use std::{cmp::Ordering, collections::BTreeSet};

use layout_algebra::{
    Error, IntTuple,
    symbolic::{Facts, Integer, Name, SymbolicIndex, SymbolicLayout, SymbolicTiler},
};

use crate::{Size, Value, value::Leaf};

/// Whether the value holds a run-time integer.
pub fn has_names(value: &Value) -> bool {
    match value {
        Value::SymbolicLayout(_) | Value::SymbolicTiler(_) | Value::Swizzled(_) => true,
        Value::Tuple(tuple) => {
            tuple.leaves().iter().any(|leaf| matches!(leaf, Leaf::Size(Size::Symbolic(_))))
        }
        // What they hold are numbers.
        Value::Layout(_)
        | Value::CoordinateLayout(_)
        | Value::XorLayout(_)
        | Value::Composed(_)
        | Value::Chain(_)
        | Value::Smem(_)
        | Value::Swizzle(_)
        | Value::Tiler(_)
        | Value::Coordinate(_)
        | Value::Bool(_)
        | Value::Offsets(_)
        | Value::Finding(_)
        | Value::Hardware(_)
        | Value::ElementType(_)
        | Value::Unknown(_) => false,
    }
}

fn integers(value: &Value) -> Vec<Integer> {
    fn of_tiler(tiler: &SymbolicTiler, integers: &mut Vec<Integer>) {
        match tiler {
            SymbolicTiler::Keep => {}
            SymbolicTiler::Size(size) => integers.push(size.clone()),
            SymbolicTiler::Layout(layout) => of_layout(layout, integers),
            SymbolicTiler::ByMode(elements) => {
                elements.iter().for_each(|element| of_tiler(element, integers))
            }
        }
    }
    fn of_layout(layout: &SymbolicLayout, integers: &mut Vec<Integer>) {
        for mode in layout.tuple().leaves() {
            integers.extend([mode.size.clone(), mode.stride.value.clone()]);
        }
    }
    let mut integers = Vec::new();
    match value {
        Value::SymbolicLayout(layout) => of_layout(layout, &mut integers),
        Value::Swizzled(swizzled) => of_layout(swizzled.layout(), &mut integers),
        Value::SymbolicTiler(elements) => elements.iter().for_each(|tiler| of_tiler(tiler, &mut integers)),
        Value::Tuple(tuple) => integers.extend(tuple.leaves().into_iter().filter_map(|leaf| match leaf {
            Leaf::Size(size) => Some(size.integer()),
            _ => None,
        })),
        _ => {}
    }
    integers
}

fn known_names(value: &Value) -> BTreeSet<Name> {
    integers(value).iter().flat_map(|integer| integer.expression().names()).collect()
}

/// The names that the value depends on.
pub fn names(value: &Value) -> BTreeSet<String> {
    known_names(value).into_iter().map(|name| name.text.to_string()).collect()
}

/// Whether the value depends on an integer that the source does not name: it is shown as `?`.
pub fn has_anonymous_names(value: &Value) -> bool {
    known_names(value).iter().any(Name::is_anonymous)
}

/// The names of the values that a number is known to divide, with that number.
pub fn divisors(values: &[Value]) -> BTreeSet<(String, i64)> {
    let names = values.iter().flat_map(known_names);
    names.filter(|name| name.unit > 1).map(|name| (name.text.to_string(), name.unit)).collect()
}

/// Puts what is known of its names into the value; what goes wrong with that leaves it as it is.
pub fn inform(value: &mut Value, facts: &Facts) {
    if facts.is_empty() {
        return;
    }
    let informed = mapped(value, &|integer| {
        let informed = facts.apply(integer)?;
        // A name that is bound to a number reads as that number.
        Ok(informed.known().map_or(informed, Integer::Static))
    });
    if let Ok(informed) = informed {
        *value = informed;
    }
}

/// The value as if nothing were known to divide `name`.
pub fn without_fact(value: &Value, name: &str) -> Value {
    let plain = mapped(value, &|integer| match integer {
        Integer::Static(_) => Ok(integer.clone()),
        Integer::Dynamic(expression) => {
            let plain = expression.substitute(&|known| {
                (&*known.text == name).then(|| Name { unit: 1, ..known.clone() }.into())
            });
            plain.map(Integer::Dynamic)
        }
    });
    plain.unwrap_or_else(|_| value.clone())
}

/// The value with each of its integers replaced by what `replace` gives.
///
/// # Errors
/// Those of `replace`, and of the layout that comes out.
pub fn mapped(value: &Value, replace: &dyn Fn(&Integer) -> Result<Integer, Error>) -> Result<Value, Error> {
    Ok(match value {
        Value::SymbolicLayout(layout) => layout.map(replace)?.into(),
        Value::Swizzled(swizzled) => swizzled.with_layout(swizzled.layout().map(replace)?).into(),
        Value::SymbolicTiler(elements) => Value::SymbolicTiler(
            elements.iter().map(|element| element.map(replace)).collect::<Result<_, _>>()?,
        ),
        Value::Tuple(tuple) => Value::Tuple(tuple.try_map(&mut |leaf| match leaf {
            Leaf::Size(size) => replace(&size.integer()).map(|integer| Leaf::Size(integer.into())),
            other => Ok(other.clone()),
        })?),
        other => other.clone(),
    })
}

/// The shape or coordinate that a tuple is.
pub(super) fn shape_of(value: &Value) -> Option<IntTuple<Integer>> {
    match value {
        Value::Tuple(tuple) => tuple
            .try_map(&mut |leaf| match leaf {
                Leaf::Size(size) => Ok(size.integer()),
                _ => Err(()),
            })
            .ok(),
        Value::SymbolicLayout(layout) => Some(layout.shape()),
        Value::Layout(layout) => Some(layout.shape().map(|&size| Integer::Static(size))),
        _ => None,
    }
}

/// The layout that a value is; a tuple stands for its compact layout.
pub fn layout_of(value: &Value) -> Option<SymbolicLayout> {
    match value {
        Value::SymbolicLayout(layout) => Some(layout.clone()),
        Value::Layout(layout) => Some(layout.as_ref().into()),
        Value::CoordinateLayout(layout) => layout.as_ref().try_into().ok(),
        Value::Tuple(_) => SymbolicLayout::compact(&shape_of(value)?).ok(),
        _ => None,
    }
}

/// The right operand of a composition or divide; a tuple is a by-mode tiler.
pub fn tiler_of(value: &Value) -> Option<SymbolicTiler> {
    match value {
        Value::SymbolicTiler(elements) => Some(SymbolicTiler::ByMode(elements.clone())),
        Value::Tiler(modes) => layout_algebra::Tiler::ByMode(modes.clone()).to_string().parse().ok(),
        Value::Tuple(tuple) => tiler_of_tuple(tuple),
        _ => layout_of(value).map(SymbolicTiler::Layout),
    }
}

fn tiler_of_tuple(tuple: &IntTuple<Leaf>) -> Option<SymbolicTiler> {
    match tuple {
        IntTuple::Int(Leaf::Keep) => Some(SymbolicTiler::Keep),
        IntTuple::Int(Leaf::Size(size)) => Some(SymbolicTiler::Size(size.integer())),
        IntTuple::Int(_) => None,
        IntTuple::Tuple(modes) => {
            modes.iter().map(tiler_of_tuple).collect::<Option<_>>().map(SymbolicTiler::ByMode)
        }
    }
}

/// A coordinate, in which `_` leaves a mode open and names may be 0.
pub(super) fn coordinate_of(value: &Value) -> Option<IntTuple<SymbolicIndex>> {
    let Value::Tuple(tuple) = value else { return None };
    let index = |size: &Size| match size.integer() {
        Integer::Dynamic(expression) => expression
            .substitute(&|name| Some(Name { least: 0, ..name.clone() }.into()))
            .map(Integer::Dynamic),
        number => Ok(number),
    };
    tuple
        .try_map(&mut |leaf| match leaf {
            Leaf::Keep => Ok(SymbolicIndex::All),
            Leaf::Size(size) => index(size).map(SymbolicIndex::At).map_err(|_| ()),
            _ => Err(()),
        })
        .ok()
}

/// Whether two values are equal for all values of the names, or different for all; `None` when neither is proved.
pub fn equal(left: &Value, right: &Value) -> Option<bool> {
    if !has_names(left) && !has_names(right) {
        return None;
    }
    let as_pairs = |value: &Value| match value {
        Value::Tuple(_) => shape_of(value).map(|shape| (shape, None)),
        _ => layout_of(value).map(|layout| (layout.shape(), Some(layout.stride()))),
    };
    let ((left, left_stride), (right, right_stride)) = (as_pairs(left)?, as_pairs(right)?);
    let sizes = equal_tuples(&left, &right)?;
    match (left_stride, right_stride) {
        (None, None) => Some(sizes),
        (Some(left), Some(right)) => {
            let paths = |stride: &IntTuple<_>| {
                stride
                    .map(|stride: &layout_algebra::symbolic::ScaledBasis| (stride.path.clone(), stride.parts))
            };
            let values = |stride: &IntTuple<_>| {
                stride.map(|stride: &layout_algebra::symbolic::ScaledBasis| stride.value.clone())
            };
            Some(sizes && paths(&left) == paths(&right) && equal_tuples(&values(&left), &values(&right))?)
        }
        _ => None,
    }
}

fn equal_tuples(left: &IntTuple<Integer>, right: &IntTuple<Integer>) -> Option<bool> {
    if !left.congruent(right) {
        return Some(false);
    }
    let mut undecided = false;
    for (left, right) in left.leaves().into_iter().zip(right.leaves()) {
        match left.expression().compare(&right.expression()) {
            Some(Ordering::Equal) => {}
            Some(_) => return Some(false),
            None => undecided = true,
        }
    }
    (!undecided).then_some(true)
}
