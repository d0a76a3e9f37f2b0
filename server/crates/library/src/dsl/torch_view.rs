//! Matrices of PyTorch seen in another shape: `t.view(-1, 64)`, `t.expand(4, -1)`, `t.squeeze(0)`.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::Refusal;

use crate::dsl::{
    element::number_type,
    operand::receiver,
    runtime::{dimension, of_element_type, parts, row_major, torch_tensor},
    torch_type,
};

/// `t.view(2, 3)`, `t.view(torch.int8)`.
pub(super) fn view(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    let given = match call.positional().as_slice() {
        [] => match call.arguments {
            [only] if only.keyword.as_deref() == Some("dtype") => vec![only.value.clone()],
            _ => return unknown("the sizes of this tensor are not known"),
        },
        [one] => one.elements().unwrap_or_else(|| vec![(*one).clone()]),
        given => given.iter().map(|&size| size.clone()).collect(),
    };
    if let [one] = given.as_slice()
        && torch_type::of_dsl(one).is_some()
    {
        return seen_as(&sizes, &strides, &dtype, one);
    }
    // What lies otherwise is copied, or refused.
    if row_major(&sizes)?.elements().as_deref() != Some(strides.as_slice()) {
        return unknown("whether this tensor lies row by row is not known");
    }
    let sizes = filled_up(&sizes, given)?;
    let strides = row_major(&sizes)?;
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), strides, dtype)))
}

/// Elements of another type that are as long.
fn seen_as(sizes: &[HostValue], strides: &[HostValue], from: &HostValue, to: &HostValue) -> Outcome {
    let bits = |dtype: &HostValue| number_type(&of_element_type(dtype)).map(|number| number.bits);
    match (bits(from), bits(to)) {
        (Some(from), Some(new)) if from == new => Ok(Computed::plain(torch_tensor(
            HostValue::tuple(sizes.to_vec()),
            HostValue::tuple(strides.to_vec()),
            to.clone(),
        ))),
        _ => unknown("how many elements of this type there are is not known"),
    }
}

/// The sizes of a view, with the one that is `-1`.
fn filled_up(of: &[HostValue], mut given: Vec<HostValue>) -> Result<Vec<HostValue>, Refusal> {
    let is_left_out = |size: &HostValue| size.known_int() == Some(-1);
    let left_out: Vec<usize> =
        (0..given.len()).filter(|&at| given.get(at).is_some_and(is_left_out)).collect();
    match left_out.as_slice() {
        [] => {}
        [at] => {
            let others: Vec<HostValue> = given.iter().filter(|size| !is_left_out(size)).cloned().collect();
            let rest = product(of)?.quotient(&product(&others)?);
            let rest = rest.map_err(|error| Refusal::Unknown(error.to_string()))?;
            if let Some(slot) = given.get_mut(*at) {
                *slot = HostValue::integer(&rest);
            }
        }
        _ => return unknown("the sizes of this tensor are not known"),
    }
    // PyTorch refuses a view of another number of elements, and a `-1` that would be a fraction.
    if let (Some(all), Some(seen)) = (product(of)?.known(), product(&given)?.known())
        && all != seen
    {
        return unknown(format!("PyTorch has no view of {seen} elements of a tensor of {all}"));
    }
    Ok(given)
}

fn product(sizes: &[HostValue]) -> Result<Integer, Refusal> {
    let mut product = Integer::Static(1);
    for size in sizes {
        let Some(size) = size.as_integer() else { return unknown("the sizes of this tensor are not known") };
        product = product.times(&size).map_err(|error| Refusal::Unknown(error.to_string()))?;
    }
    Ok(product)
}

/// `t.flatten()`.
pub(super) fn flatten(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    if !call.arguments.is_empty() || row_major(&sizes)?.elements().as_deref() != Some(strides.as_slice()) {
        return unknown("whether this tensor lies row by row is not known");
    }
    let count = HostValue::integer(&product(&sizes)?);
    let one = HostValue::tuple(vec![HostValue::static_int(1)]);
    Ok(Computed::plain(torch_tensor(HostValue::tuple(vec![count]), one, dtype)))
}

/// `t.expand(4, -1)`: a dimension of one element is read again and again.
pub(super) fn expand(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    let given = match call.positional().as_slice() {
        [one] => one.elements().unwrap_or_else(|| vec![(*one).clone()]),
        given => given.iter().map(|&size| size.clone()).collect(),
    };
    let Some(added) = given.len().checked_sub(sizes.len()).filter(|_| !given.is_empty()) else {
        return unknown("the sizes of this tensor are not known");
    };
    let (mut new_sizes, mut new_strides) = (Vec::new(), Vec::new());
    for (at, size) in given.into_iter().enumerate() {
        let own = at.checked_sub(added).and_then(|at| Some((sizes.get(at)?, strides.get(at)?)));
        let (size, stride) = match own {
            Some((own, stride)) if size.known_int() == Some(-1) || *own == size => {
                (own.clone(), stride.clone())
            }
            Some((own, _)) if own.known_int() == Some(1) => (size, HostValue::static_int(0)),
            None if size.known_int() != Some(-1) => (size, HostValue::static_int(0)),
            _ => return unknown("which dimension is read again is not known"),
        };
        new_sizes.push(size);
        new_strides.push(stride);
    }
    Ok(Computed::plain(torch_tensor(HostValue::tuple(new_sizes), HostValue::tuple(new_strides), dtype)))
}

/// `t.squeeze(0)`: without a dimension of one element.
pub(super) fn squeeze(call: &Call<'_>) -> Outcome {
    let (mut sizes, mut strides, dtype) = parts(receiver(call)?)?;
    let only = match call.arguments {
        [] => None,
        _ => Some(dimension(call, 0, sizes.len())?),
    };
    let is_asked = |at: usize| only.is_none_or(|only| only == at);
    let mut kept = Vec::new();
    for (at, size) in sizes.iter().enumerate() {
        match size.known_int() {
            Some(1) if is_asked(at) => {}
            None if is_asked(at) => return unknown("whether this dimension has one element is not known"),
            _ => kept.push(at),
        }
    }
    sizes = kept.iter().filter_map(|&at| sizes.get(at).cloned()).collect();
    strides = kept.iter().filter_map(|&at| strides.get(at).cloned()).collect();
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), HostValue::tuple(strides), dtype)))
}

/// `t.numel()`.
pub(super) fn count(call: &Call<'_>) -> Outcome {
    let (sizes, _, _) = parts(receiver(call)?)?;
    Ok(Computed::plain(HostValue::integer(&product(&sizes)?)))
}

/// `t.element_size()`, in bytes.
pub(super) fn element_size(call: &Call<'_>) -> Outcome {
    let (_, _, dtype) = parts(receiver(call)?)?;
    match number_type(&of_element_type(&dtype)) {
        Some(number) if number.bits >= 8 => Ok(Computed::plain(HostValue::static_int(number.bits / 8))),
        _ => unknown("the element type of this tensor is not known"),
    }
}

/// `t.dim_order()`: the dimensions from the outermost to the innermost.
pub(super) fn dim_order(call: &Call<'_>) -> Outcome {
    let (sizes, strides, _) = parts(receiver(call)?)?;
    let numbers = |of: &[HostValue]| of.iter().map(HostValue::known_int).collect::<Option<Vec<i64>>>();
    let (Some(sizes), Some(strides)) = (numbers(&sizes), numbers(&strides)) else {
        return unknown("which dimension lies outside of which is not known");
    };
    let mut next = 1;
    let lies_in_rows = sizes.iter().zip(&strides).rev().all(|(size, stride)| {
        let lies_there = *size == 1 || *stride == next;
        next *= size;
        lies_there
    });
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    if !lies_in_rows {
        order.sort_by_key(|&at| strides.get(at).map(|stride| std::cmp::Reverse(*stride)));
        let is_apart =
            |pair: &[usize]| matches!(pair, [one, other] if strides.get(*one) != strides.get(*other));
        if strides.contains(&0) || !order.windows(2).all(is_apart) {
            return unknown("which dimension lies outside of which is not certain");
        }
    }
    let order = order.into_iter().filter_map(|at| i64::try_from(at).ok()).map(HostValue::static_int);
    Ok(Computed::plain(HostValue::tuple(order.collect())))
}
