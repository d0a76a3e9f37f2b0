//! Coordinates of slices: where an index of which nothing is certain stands beside `None`, it is supposed to name one place in its
//! mode. Which place that is does not change what is left of the layout.

use layoutlens_host_value::{function::Callable, value::HostValue};
use layoutlens_operation::symbolic;
use layoutlens_syntax::{Expr, ExprKind, program::Argument};

use crate::state::{given::Given, interpreter::Interpreter};

/// How deep tuples in tuples are looked into.
const MAX_DEPTH: usize = 4;

/// What is supposed at the most where an index is supposed, too: each value says all that it may rest on.
const MAX_HELD: usize = 64;

/// What is supposed of an index.
const ONE_PLACE: &str = "a coordinate without None";

impl Interpreter<'_> {
    /// The indices of `base[indices]`.
    pub(crate) fn supposed_indices(
        &mut self,
        base: &HostValue,
        indices: &[Expr],
        values: Vec<HostValue>,
    ) -> Vec<HostValue> {
        if !self.supposes_coordinates()
            // One `*xs` stands for several.
            || indices.len() != values.len()
            || !has_layout(base)
            || !values.iter().any(|value| takes_slice(value, MAX_DEPTH))
        {
            return values;
        }
        let all = indices.iter().zip(values);
        all.map(|(index, value)| self.coordinate(index, value, MAX_DEPTH)).collect()
    }

    /// The same of a call of the library that takes a coordinate: `local_tile(mA, tiler, (bidx, None))`.
    pub(crate) fn suppose_coordinate_of_call(
        &mut self,
        target: &HostValue,
        arguments: &[Argument],
        given: &mut [Given],
    ) {
        let HostValue::Callable(callable) = target else { return };
        let Callable::Library { name, .. } = &**callable else { return };
        let convention = self.outside.libraries.convention;
        let Some(&(_, keyword, place)) = convention.coordinates.iter().find(|(known, ..)| known == name)
        else {
            return;
        };
        if !self.supposes_coordinates()
            || arguments.len() != given.len()
            || !given.iter().any(|given| has_layout(&given.argument.value))
        {
            return;
        }
        let of_keyword = given.iter().position(|given| given.argument.keyword.as_deref() == Some(keyword));
        let place = of_keyword.unwrap_or(place);
        let (Some(argument), Some(given)) = (arguments.get(place), given.get_mut(place)) else { return };
        let is_it = given.argument.keyword.as_deref().is_none_or(|given| given == keyword);
        if is_it && takes_slice(&given.argument.value, MAX_DEPTH) {
            given.argument.value = self.coordinate(&argument.value, given.argument.value.clone(), MAX_DEPTH);
        }
    }

    fn supposes_coordinates(&self) -> bool {
        self.is_python() && self.suppositions.is_supposing && self.suppositions.is_open
    }

    /// An index with a number of run time for each part of which nothing is certain.
    fn coordinate(&mut self, index: &Expr, value: HostValue, depth: usize) -> HostValue {
        if value.unknown_reason().is_some() {
            if self.suppositions.held.len() >= MAX_HELD {
                return value;
            }
            self.suppose_named(path(index).unwrap_or_else(|| "an index".to_owned()), ONE_PLACE.to_owned());
            return self.nameless_coordinate();
        }
        let (Some(elements), Some(depth)) = (value.elements(), depth.checked_sub(1)) else { return value };
        if elements.iter().all(|element| element.unknown_reason().is_none() && element.elements().is_none()) {
            return value;
        }
        let parts = match &index.kind {
            ExprKind::Tuple(parts) if parts.len() == elements.len() => parts.as_slice(),
            _ => &[],
        };
        let all = elements.into_iter().enumerate();
        HostValue::tuple(
            all.map(|(at, element)| self.coordinate(parts.get(at).unwrap_or(index), element, depth))
                .collect(),
        )
    }
}

/// Whether a coordinate keeps a mode.
fn takes_slice(value: &HostValue, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    *value == HostValue::Nothing
        || *value == HostValue::keep()
        || value.elements().is_some_and(|elements| elements.iter().any(|one| takes_slice(one, depth)))
}

fn has_layout(value: &HostValue) -> bool {
    matches!(value, HostValue::Tensor(_))
        || value.elements().is_none() && symbolic::layout_of(&value.algebra()).is_some()
}

/// `x` and `work.tile_m` as they are spelled.
fn path(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Member { base, name } => Some(format!("{}.{}", path(base)?, name.text)),
        ExprKind::Index { base, indices } => match indices.as_slice() {
            [Expr { kind: ExprKind::Int(number), .. }] => Some(format!("{}[{number}]", path(base)?)),
            _ => None,
        },
        _ => None,
    }
}
