//! Tensors that a program gives to a kernel: `torch.randn`, `from_dlpack`, `make_fake_tensor`, and `cute.compile`.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{AskingFunction, Call, CallArgument, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    library::unknown,
    object::Object,
    open_number::is_open,
    staging::COMPILED_FUNCTION,
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal};

use crate::dsl::{
    element,
    operand::{argument, modes, operand, operate, optional, receiver},
    shape_and_stride::{shape_of, stride_of},
    torch_arithmetic::stays_in_place,
    torch_type, torch_view,
};
use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.runtime.make_fake_compact_tensor", make_fake_compact_tensor),
    ("cutlass.cute.runtime.make_fake_tensor", make_fake_tensor),
    ("torch.empty_like", like),
    ("torch.zeros_like", like),
    ("torch.ones_like", like),
    ("torch.rand_like", like),
    ("torch.randn_like", like),
    ("torch.empty_strided", strided),
];

/// Functions that ask whoever runs the program.
pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.cute.compile", compile),
    ("torch.empty", new_tensor),
    ("torch.zeros", new_tensor),
    ("torch.ones", new_tensor),
    ("torch.rand", new_tensor),
    ("torch.randn", new_tensor),
    // Memory that all processes see is laid out alike.
    ("torch.distributed._symmetric_memory.empty", new_tensor),
    ("torch.full", |runner, call| filled(runner, call, 1)),
    ("torch.randint", |runner, call| filled(runner, call, 2)),
    ("torch.arange", counted),
    ("cutlass.cute.runtime.from_dlpack", from_dlpack),
    ("cutlass.torch.from_dlpack", from_dlpack),
    ("cutlass.cute.sym_int", symbol),
    ("cutlass.cute.sym_int32", symbol),
    ("cutlass.cute.sym_int64", symbol),
];

/// A tensor of PyTorch: its sizes, its strides and the type of its elements.
const TORCH_TENSOR: &str = "a tensor of PyTorch";

/// `cute.compile(f, a, b)`: the function is run with these arguments; what comes of it is called later.
pub(super) fn compile(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    if let Some((callee, arguments)) = call.arguments.split_first() {
        let is_given = |argument: &&CallArgument| argument.keyword.as_deref() != Some("options");
        let arguments = arguments.iter().filter(is_given).cloned().collect();
        runner.compile(&callee.value, arguments, call.range.clone());
    }
    unknown(COMPILED_FUNCTION)
}

/// A size that is known when the compiled function is called.
fn symbol(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    Ok(Computed::plain(HostValue::integer(&runner.nameless(1))))
}

/// `torch.empty(2, 3, dtype=torch.float16)`: its rows lie one after the other.
fn new_tensor(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let named = call.arguments.iter().find(|given| given.keyword.as_deref() == Some("size"));
    let sizes = match call.positional().as_slice() {
        [] => named.and_then(|named| named.value.elements()),
        // What is not known may be a tuple.
        [one] if one.unknown_reason().is_some() => None,
        [one] => Some(one.elements().unwrap_or_else(|| vec![(*one).clone()])),
        sizes => Some(sizes.iter().map(|&size| size.clone()).collect()),
    };
    match sizes {
        Some(sizes) => of_sizes(runner, call, sizes),
        None => unknown("the sizes of this tensor are not known"),
    }
}

/// `torch.full((2, 3), 0)`, `torch.randint(0, 9, (2, 3))`: the sizes are one of the last two arguments.
fn filled(runner: &mut dyn Runner, call: &Call<'_>, last: usize) -> Outcome {
    let named = call.arguments.iter().find(|given| given.keyword.as_deref() == Some("size"));
    let given = named.map(|named| &named.value).into_iter().chain(call.positional());
    match given.take(last + 1).find_map(HostValue::elements) {
        Some(sizes) => of_sizes(runner, call, sizes),
        None => unknown("the sizes of this tensor are not known"),
    }
}

/// `torch.empty_strided((2, 3), (3, 1))`.
fn strided(call: &Call<'_>) -> Outcome {
    let (sizes, strides) = (argument(call, "size", 0)?, argument(call, "stride", 1)?);
    let is_list = |value: &HostValue| {
        value.elements().is_some_and(|parts| parts.iter().all(|part| part.as_integer().is_some()))
    };
    match is_list(sizes) && is_list(strides) {
        true => Ok(Computed::plain(torch_tensor(sizes.clone(), strides.clone(), type_given(call)))),
        false => unknown("the sizes of this tensor are not known"),
    }
}

/// `torch.arange(n)`: so many numbers in a row.
fn counted(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    match call.positional().as_slice() {
        [count] => of_sizes(runner, call, vec![(*count).clone()]),
        [first, last] => match (first.known_int(), last.known_int()) {
            (Some(first), Some(last)) if first <= last => {
                of_sizes(runner, call, vec![HostValue::static_int(last - first)])
            }
            _ => unknown("the sizes of this tensor are not known"),
        },
        _ => unknown("the sizes of this tensor are not known"),
    }
}

/// The type of elements that a call names.
fn type_given(call: &Call<'_>) -> HostValue {
    match call.arguments.iter().find(|given| given.keyword.as_deref() == Some("dtype")) {
        Some(given) => given.value.clone(),
        None => HostValue::unknown("PyTorch chooses the type of the elements"),
    }
}

/// `torch.empty_like(t)`: sizes and, where nothing overlaps, strides are those of `t`.
fn like(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(argument(call, "input", 0)?)?;
    if call.arguments.iter().any(|given| given.keyword.as_deref() == Some("memory_format")) {
        return unknown("where this tensor lies is not known");
    }
    stays_in_place(&sizes, &strides)?;
    let dtype = match call.arguments.iter().find(|given| given.keyword.as_deref() == Some("dtype")) {
        Some(given) if given.value != HostValue::Nothing => given.value.clone(),
        _ => dtype,
    };
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), HostValue::tuple(strides), dtype)))
}

/// Refuses a call that may say that its result does not lie row by row: in another format, or where another tensor lies.
fn lies_in_rows(call: &Call<'_>) -> Result<(), Refusal> {
    let is_usual = |value: &HostValue, usual: &str| match value {
        HostValue::Nothing => true,
        HostValue::Module(path) => **path == *usual,
        _ => false,
    };
    let may_lie_otherwise = |given: &CallArgument| match given.keyword.as_deref() {
        Some("memory_format") => !is_usual(&given.value, "torch.contiguous_format"),
        Some("layout") => !is_usual(&given.value, "torch.strided"),
        Some("out") => given.value != HostValue::Nothing,
        _ => false,
    };
    match call.arguments.iter().any(may_lie_otherwise) {
        true => unknown("where this tensor lies is not known"),
        false => Ok(()),
    }
}

fn of_sizes(runner: &mut dyn Runner, call: &Call<'_>, sizes: Vec<HostValue>) -> Outcome {
    lies_in_rows(call)?;
    // PyTorch takes numbers only: one that is not known is some number.
    let sizes: Vec<HostValue> = sizes
        .into_iter()
        .map(|size| match size.unknown_reason() {
            Some(_) => HostValue::integer(&runner.nameless(0)),
            None => size,
        })
        .collect();
    if sizes.iter().any(|size| size.as_integer().is_none()) {
        return unknown("the sizes of this tensor are not known");
    }
    let strides = row_major(&sizes)?;
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), strides, type_given(call))))
}

/// The strides of rows that lie one after the other.
pub(super) fn row_major(sizes: &[HostValue]) -> Result<HostValue, Refusal> {
    let mut strides = Vec::with_capacity(sizes.len());
    let mut stride = layout_algebra::symbolic::Integer::Static(1);
    for size in sizes.iter().rev() {
        strides.push(HostValue::integer(&stride));
        let Some(size) = size.as_integer() else { return unknown("the sizes of this tensor are not known") };
        stride = stride.times(&size).map_err(|error| Refusal::Unknown(error.to_string()))?;
    }
    strides.reverse();
    Ok(HostValue::tuple(strides))
}

pub(super) fn torch_tensor(shape: HostValue, stride: HostValue, dtype: HostValue) -> HostValue {
    let fields = BTreeMap::from([
        ("shape".to_owned(), shape),
        ("strides of it".to_owned(), stride),
        ("dtype".to_owned(), dtype),
    ]);
    HostValue::Object(Arc::new(Object { class: None, kind: TORCH_TENSOR.to_owned(), fields }))
}

/// Methods of PyTorch's tensors.
const OF_TORCH: &[(&str, PlainFunction)] = &[
    ("permute", permute),
    ("transpose", swapped),
    ("unsqueeze", unsqueezed),
    ("cuda", unchanged_in_memory),
    ("detach", unchanged),
    ("requires_grad_", unchanged),
    ("contiguous", contiguous),
    ("t", transposed),
    ("to", converted),
    ("type", converted),
    ("view", torch_view::view),
    ("reshape", torch_view::view),
    ("flatten", torch_view::flatten),
    ("expand", torch_view::expand),
    ("squeeze", torch_view::squeeze),
    ("numel", torch_view::count),
    ("nelement", torch_view::count),
    ("element_size", torch_view::element_size),
    ("float", |call| of_type(call, "torch.float32")),
    ("half", |call| of_type(call, "torch.float16")),
    ("bfloat16", |call| of_type(call, "torch.bfloat16")),
    ("int", |call| of_type(call, "torch.int32")),
    // Of these the elements are others, and nothing else.
    ("clone", unchanged_in_memory),
    ("cpu", unchanged_in_memory),
    ("abs", unchanged_in_memory),
    ("dim_order", torch_view::dim_order),
    ("random_", unchanged),
    ("fill_", unchanged),
    ("zero_", unchanged),
    ("normal_", unchanged),
    ("uniform_", unchanged),
    ("exponential_", unchanged),
    ("copy_", unchanged),
    ("mul_", unchanged),
    ("add_", unchanged),
    ("sub_", unchanged),
    ("div_", unchanged),
    ("clamp_", unchanged),
    ("round_", unchanged),
    ("abs_", unchanged),
    ("dim", |call| {
        let rank = parts(receiver(call)?)?.0.len();
        Ok(Computed::plain(HostValue::static_int(i64::try_from(rank).unwrap_or(i64::MAX))))
    }),
    ("size", |call| sizes(&parts(receiver(call)?)?.0, call)),
    ("stride", |call| sizes(&parts(receiver(call)?)?.1, call)),
];

/// Methods of the tensors that are given to a kernel.
const OF_GIVEN: &[(&str, AskingFunction)] = &[
    ("mark_layout_dynamic", mark_layout_dynamic),
    ("mark_compact_shape_dynamic", mark_compact_shape_dynamic),
];

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match receiver {
        HostValue::Object(object) if object.kind == TORCH_TENSOR => find(OF_TORCH, name),
        HostValue::Tensor(_) => find(OF_GIVEN, name),
        _ => None,
    }
}

pub(super) fn is_torch_tensor(value: &HostValue) -> bool {
    matches!(value, HostValue::Object(object) if object.kind == TORCH_TENSOR)
}

pub(super) fn parts(value: &HostValue) -> Result<(Vec<HostValue>, Vec<HostValue>, HostValue), Refusal> {
    let HostValue::Object(object) = value else { return unknown("this is no tensor of PyTorch") };
    let field = |name: &str| object.fields.get(name);
    match (field("shape").map(HostValue::elements), field("strides of it").map(HostValue::elements)) {
        (Some(Some(sizes)), Some(Some(strides))) => {
            let dtype = field("dtype").cloned();
            let dtype = dtype.unwrap_or_else(|| HostValue::unknown("the type of the elements is not known"));
            Ok((sizes, strides, dtype))
        }
        _ => unknown("this is no tensor of PyTorch"),
    }
}

/// `t.permute(2, 1, 0)`.
fn permute(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    let order = match call.positional().as_slice() {
        [order] if order.elements().is_some() => modes(order)?,
        order => modes(&HostValue::tuple(order.iter().map(|&mode| mode.clone()).collect()))?,
    };
    permuted(&sizes, &strides, dtype, &order)
}

pub(super) fn permuted(
    sizes: &[HostValue],
    strides: &[HostValue],
    dtype: HostValue,
    order: &[i64],
) -> Outcome {
    let pick = |from: &[HostValue]| -> Option<Vec<HostValue>> {
        order.iter().map(|&mode| from.get(usize::try_from(mode).ok()?).cloned()).collect()
    };
    match (pick(sizes), pick(strides)) {
        (Some(new_sizes), Some(new_strides)) if new_sizes.len() == sizes.len() => Ok(Computed::plain(
            torch_tensor(HostValue::tuple(new_sizes), HostValue::tuple(new_strides), dtype),
        )),
        _ => unknown("the order of the dimensions is not known"),
    }
}

fn transposed(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    permuted(&sizes, &strides, dtype, &[1, 0])
}

/// `t.transpose(0, 1)`.
fn swapped(call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    let (one, other) = (dimension(call, 0, sizes.len())?, dimension(call, 1, sizes.len())?);
    let order = (0..sizes.len()).map(|mode| match mode {
        _ if mode == one => other,
        _ if mode == other => one,
        _ => mode,
    });
    let order: Vec<i64> = order.filter_map(|mode| i64::try_from(mode).ok()).collect();
    permuted(&sizes, &strides, dtype, &order)
}

/// The dimension that an argument names, counted from the end when it is negative.
pub(super) fn dimension(call: &Call<'_>, index: usize, count: usize) -> Result<usize, Refusal> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let mode = call.argument(index).and_then(HostValue::known_int);
    let mode = mode.map(|mode| if mode < 0 { mode + count } else { mode });
    match mode.filter(|mode| (0..count).contains(mode)).and_then(|mode| usize::try_from(mode).ok()) {
        Some(mode) => Ok(mode),
        None => unknown("which dimension is meant is not known"),
    }
}

/// `t.unsqueeze(1)`: a dimension of one element.
fn unsqueezed(call: &Call<'_>) -> Outcome {
    let (mut sizes, mut strides, dtype) = parts(receiver(call)?)?;
    let at = dimension(call, 0, sizes.len() + 1)?;
    let stride = match (sizes.get(at), strides.get(at)) {
        (Some(size), Some(stride)) => match (size.as_integer(), stride.as_integer()) {
            (Some(size), Some(stride)) => {
                let product = size.times(&stride).map_err(|error| Refusal::Unknown(error.to_string()))?;
                HostValue::integer(&product)
            }
            _ => return unknown("the strides of this tensor are not known"),
        },
        _ => HostValue::static_int(1),
    };
    sizes.insert(at, HostValue::static_int(1));
    strides.insert(at, stride);
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), HostValue::tuple(strides), dtype)))
}

/// `t.to(torch.float16)`, `t.to(device)`.
fn converted(call: &Call<'_>) -> Outcome {
    let (sizes, strides, mut dtype) = parts(receiver(call)?)?;
    for given in call.arguments {
        match (given.keyword.as_deref(), &given.value) {
            (Some("memory_format"), _) => return unknown("where this tensor lies is not known"),
            (Some("dtype"), value) => dtype = value.clone(),
            (Some(_), _) => {}
            (None, value) if torch_type::of_dsl(value).is_some() => dtype = value.clone(),
            (None, HostValue::Text(_)) => {}
            (None, _) => dtype = HostValue::unknown("what the tensor is converted to is not known"),
        }
    }
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), HostValue::tuple(strides), dtype)))
}

/// `t.size()`, `t.stride(0)`.
fn sizes(all: &[HostValue], call: &Call<'_>) -> Outcome {
    match call.arguments.is_empty() {
        true => Ok(Computed::plain(HostValue::tuple(all.to_vec()))),
        false => match all.get(dimension(call, 0, all.len())?) {
            Some(size) => Ok(Computed::plain(size.clone())),
            None => unknown("which dimension is meant is not known"),
        },
    }
}

fn unchanged(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(receiver(call)?.clone()))
}

/// `t.clone()`: it lies as `t` does, unless the call says otherwise.
fn unchanged_in_memory(call: &Call<'_>) -> Outcome {
    match call.arguments.iter().any(|given| given.keyword.as_deref() == Some("memory_format")) {
        true => unknown("where this tensor lies is not known"),
        false => {
            let (sizes, strides, _) = parts(receiver(call)?)?;
            stays_in_place(&sizes, &strides)?;
            unchanged(call)
        }
    }
}

/// `t.half()`.
fn of_type(call: &Call<'_>, path: &str) -> Outcome {
    if call.arguments.iter().any(|given| given.keyword.as_deref() == Some("memory_format")) {
        return unknown("where this tensor lies is not known");
    }
    let (sizes, strides, _) = parts(receiver(call)?)?;
    let Some(dtype) = torch_type::named(path) else { return unknown("PyTorch has no such type") };
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), HostValue::tuple(strides), dtype)))
}

fn contiguous(call: &Call<'_>) -> Outcome {
    lies_in_rows(call)?;
    let (sizes, _, dtype) = parts(receiver(call)?)?;
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes.clone()), row_major(&sizes)?, dtype)))
}

/// A tensor in global memory.
fn global(shape: &HostValue, stride: &HostValue, dtype: &HostValue) -> Outcome {
    let layout = operate(Operation::MakeLayout, &[operand(shape)?, operand(stride)?])?;
    let element = match element::number_type(dtype) {
        Some(_) => dtype.clone(),
        None => HostValue::unknown("the element type of this tensor is not known"),
    };
    let tensor = Tensor::new(Some(MemorySpace::Global), element, layout.value);
    Ok(Computed::plain(HostValue::Tensor(Arc::new(tensor))))
}

/// `from_dlpack(t, assumed_align=16)`: sizes and strides as they are, all static.
fn from_dlpack(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(argument(call, "tensor_dlpack", 0)?)?;
    on_device(runner, &sizes, &strides, of_element_type(&dtype)).map(Computed::plain)
}

/// The DSL's element type of a tensor of PyTorch.
pub(super) fn of_element_type(dtype: &HostValue) -> HostValue {
    torch_type::of_dsl(dtype)
        .unwrap_or_else(|| HostValue::unknown("the element type of this tensor is not known"))
}

/// A tensor for a kernel in the memory of one of PyTorch. What a run of the program computes is a number of compile time
/// for the kernel, it is not known which.
pub(super) fn on_device(
    runner: &mut dyn Runner,
    sizes: &[HostValue],
    strides: &[HostValue],
    element: HostValue,
) -> Result<HostValue, Refusal> {
    let mut fixed = |values: &[HostValue], what: &str| {
        let fixed = values.iter().map(|value| match value.known_int() {
            Some(number) => HostValue::static_int(number),
            None => runner.open_number(what, if is_above_one(value) { 2 } else { 1 }),
        });
        HostValue::tuple(fixed.collect())
    };
    let shape = fixed(sizes, "a size of a tensor of PyTorch");
    let stride = fixed(strides, "a stride of a tensor of PyTorch");
    global(&shape, &stride, &element).map(|computed| computed.value)
}

/// Whether a size or stride that is not known is certainly not 1.
fn is_above_one(value: &HostValue) -> bool {
    let least = layout_algebra::symbolic::Expression::constant(2);
    value.as_integer().is_some_and(|integer| integer.expression().is_at_least(&least))
}

/// `t.mark_layout_dynamic(leading_dim)`: sizes become run-time integers, strides too but for the contiguous one.
fn mark_layout_dynamic(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else { return unknown("this is no tensor") };
    let shape = shape_of(&tensor.layout)?.elements();
    let stride = stride_of(&tensor.layout)?.elements();
    let (Some(shape), Some(stride)) = (shape, stride) else { return unknown("this layout is not flat") };
    let leading = match optional(call, "leading_dim", 0) {
        Some(mode) => match mode.known_int().and_then(|mode| usize::try_from(mode).ok()) {
            Some(mode) => Some(mode),
            None => return unknown("which dimension is contiguous is not known"),
        },
        None => match contiguous_modes(&shape, &stride).as_slice() {
            _ if stride.iter().any(|stride| stride.known_int().is_none() && !is_above_one(stride)) => {
                return unknown("which dimension is contiguous is not known");
            }
            [] => None,
            [only] => Some(*only),
            _ => return unknown("which dimension is contiguous is not known"),
        },
    };
    made_dynamic(runner, receiver(call)?, leading).map(Computed::plain)
}

/// A tensor whose sizes are of run time, and its strides but for that of the contiguous dimension.
pub(super) fn made_dynamic(
    runner: &mut dyn Runner,
    tensor: &HostValue,
    leading: Option<usize>,
) -> Result<HostValue, Refusal> {
    let HostValue::Tensor(tensor) = tensor else { return unknown("this is no tensor") };
    let Some(rank) = shape_of(&tensor.layout)?.elements().map(|sizes| sizes.len()) else {
        return unknown("this layout is not flat");
    };
    if leading.is_some_and(|leading| leading >= rank) {
        return unknown("the contiguous dimension is none of this tensor");
    }
    let sizes = (0..rank).map(|_| HostValue::integer(&runner.nameless(1))).collect();
    let strides = (0..rank).map(|mode| match Some(mode) == leading {
        true => HostValue::static_int(1),
        false => HostValue::integer(&runner.nameless(1)),
    });
    let strides = strides.collect();
    global(&HostValue::tuple(sizes), &HostValue::tuple(strides), &tensor.element)
        .map(|computed| computed.value)
}

/// `t.mark_compact_shape_dynamic(mode, stride_order, divisibility)`: one size becomes a run-time integer, and the strides of
/// all dimensions that lie outside of it.
fn mark_compact_shape_dynamic(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else { return unknown("this is no tensor") };
    let shape = shape_of(&tensor.layout)?.elements();
    let stride = stride_of(&tensor.layout)?.elements();
    let (Some(mut shape), Some(mut stride)) = (shape, stride) else {
        return unknown("this layout is not flat");
    };
    let mode = argument(call, "mode", 0)?.known_int().and_then(|mode| usize::try_from(mode).ok());
    let Some(mode) = mode.filter(|mode| *mode < shape.len()) else {
        return unknown("which dimension is meant is not known");
    };
    // What PyTorch computes when the program runs is a number of compile time for the kernel, too.
    let is_static = |value: &HostValue| {
        value.known_int().is_some() || value.as_integer().is_some_and(|size| is_open(&size))
    };
    match shape.iter().chain(&stride).all(is_static) {
        true => {}
        // All of it is of run time already, but for what is contiguous.
        false if !shape.iter().any(is_static) => {
            return Ok(Computed::plain(HostValue::Tensor(Arc::clone(tensor))));
        }
        false => return unknown("which strides are of run time is not known"),
    }
    let order: Vec<usize> = match optional(call, "stride_order", 1) {
        Some(order) => modes(order)?.into_iter().filter_map(|mode| usize::try_from(mode).ok()).collect(),
        None => {
            let one = HostValue::static_int(1);
            if stride.iter().any(|stride| stride.known_int().is_none()) {
                return unknown("the order of the strides is not known");
            }
            if stride.iter().filter(|stride| **stride == one).count() != 1 {
                return unknown("the order of the strides is not known");
            }
            let mut order: Vec<usize> = (0..stride.len()).collect();
            order.sort_by_key(|&mode| std::cmp::Reverse(stride.get(mode).and_then(HostValue::known_int)));
            order
        }
    };
    let Some(place) = order.iter().position(|&of| of == mode).filter(|_| order.len() == shape.len()) else {
        return unknown("the order of the strides is not known");
    };
    if let Some(size) = shape.get_mut(mode) {
        *size = HostValue::integer(&runner.nameless(1));
    }
    for &outer in order.iter().take(place) {
        if let Some(stride) = stride.get_mut(outer) {
            *stride = HostValue::integer(&runner.nameless(1));
        }
    }
    global(&HostValue::tuple(shape), &HostValue::tuple(stride), &tensor.element)
}

/// The dimensions of stride 1; where there are several, those that have more than one element.
fn contiguous_modes(shape: &[HostValue], stride: &[HostValue]) -> Vec<usize> {
    let one = HostValue::static_int(1);
    let modes: Vec<usize> = (0..stride.len()).filter(|&mode| stride.get(mode) == Some(&one)).collect();
    match modes.len() {
        0 | 1 => modes,
        _ => modes.into_iter().filter(|&mode| shape.get(mode) != Some(&one)).collect(),
    }
}

/// `make_fake_compact_tensor(dtype, shape, stride_order)`: `0` in the order is the contiguous dimension.
fn make_fake_compact_tensor(call: &Call<'_>) -> Outcome {
    let (dtype, shape) = (argument(call, "dtype", 0)?, argument(call, "shape", 1)?);
    let Some(sizes) = shape.elements() else { return unknown("the shape of this tensor is not known") };
    let order = match call.arguments.iter().find(|given| given.keyword.as_deref() == Some("stride_order")) {
        Some(given) if given.value != HostValue::Nothing => modes(&given.value)?,
        _ => (0..).take(sizes.len()).collect(),
    };
    let mut strides = vec![HostValue::static_int(1); sizes.len()];
    let mut stride = layout_algebra::symbolic::Integer::Static(1);
    for rank in (0..).take(sizes.len()) {
        let Some(mode) = order.iter().position(|&place| place == rank) else {
            return unknown("the order of the strides is not known");
        };
        let (Some(slot), Some(size)) =
            (strides.get_mut(mode), sizes.get(mode).and_then(HostValue::as_integer))
        else {
            return unknown("the shape of this tensor is not known");
        };
        *slot = HostValue::integer(&stride);
        stride = stride.times(&size).map_err(|error| Refusal::Unknown(error.to_string()))?;
    }
    global(shape, &HostValue::tuple(strides), dtype)
}

/// `make_fake_tensor(dtype, shape, stride)`.
fn make_fake_tensor(call: &Call<'_>) -> Outcome {
    let (dtype, shape) = (argument(call, "dtype", 0)?, argument(call, "shape", 1)?);
    global(shape, argument(call, "stride", 2)?, dtype)
}
