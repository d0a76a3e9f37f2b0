//! What the DSL's own module for PyTorch makes: matrices of PyTorch, and tensors for a kernel of them.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, PlainFunction, Runner},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::dsl::{
    element::{self, number_type},
    operand::{argument, modes, optional},
    runtime::{made_dynamic, of_element_type, on_device, parts, permuted, row_major, torch_tensor},
    torch_type,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.dtype", named_type),
    ("cutlass.torch.dtype", type_of_torch),
    ("cutlass.torch.get_leading_dim", leading_dim),
    ("cutlass.torch.matrix", matrix),
    ("cutlass.torch.create_and_permute_torch_tensor", created_and_permuted),
    ("cutlass.torch.as_tensor", of_pointer),
    ("cutlass.torch.convert_cute_tensor", |call| {
        Ok(Computed::plain(argument(call, "cute_tensor", 1)?.clone()))
    }),
    ("cutlass.utils.is_fp8_dtype", |call| {
        Ok(Computed::plain(Value::Bool(is_narrow(argument(call, "dtype", 0)?)?)))
    }),
];

/// Functions that ask whoever runs the program.
pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.torch.cute_tensor_like", like_in_dsl),
    ("cutlass.utils.create_cute_tensor_for_fp8", for_narrow_types),
];

/// `cutlass.dtype("Float16")`: the type of this name.
fn named_type(call: &Call<'_>) -> Outcome {
    match argument(call, "dtype", 0)? {
        HostValue::Text(name) if element::find(name).is_some() => Ok(Computed::plain(element::as_type(name))),
        HostValue::Type(known) => Ok(Computed::plain(HostValue::Type(known.clone()))),
        _ => unknown("which element type this names is not known"),
    }
}

/// `cutlass.torch.dtype(cutlass.Float16)`: PyTorch's type of these elements. It keeps TF32 as `float32`.
fn type_of_torch(call: &Call<'_>) -> Outcome {
    of_torch(argument(call, "ty", 0)?).map(Computed::plain)
}

/// A tensor of PyTorch of which is supposed how many dimensions it has and that its rows lie one after the other; `None` where
/// PyTorch has no such elements.
pub(super) fn supposed_in_rows(sizes: Vec<HostValue>, element: &str) -> Option<HostValue> {
    let dtype = of_torch(&element::as_type(element)).ok()?;
    let strides = row_major(&sizes).ok()?;
    Some(torch_tensor(HostValue::tuple(sizes), strides, dtype))
}

fn of_torch(value: &HostValue) -> Result<HostValue, Refusal> {
    let number = number_type(value);
    let name = number.and_then(|number| match number.name {
        "TFloat32" => Some("float32"),
        _ => number.element()?.torch(),
    });
    match (name, number) {
        (Some(name), _) => torch_named(name),
        (None, Some(number)) => unknown(format!("PyTorch has no type for `{}`", number.name)),
        (None, None) => unknown("the element type of this tensor is not known"),
    }
}

fn torch_named(name: &str) -> Result<HostValue, Refusal> {
    let path = format!("torch.{name}");
    match torch_type::named(&path) {
        Some(named) => Ok(named),
        None => unknown(format!("PyTorch has no type `{name}`")),
    }
}

/// Whether elements are of a type of 8 bits that PyTorch hands over as bytes.
fn is_narrow(value: &HostValue) -> Result<bool, Refusal> {
    match number_type(value) {
        Some(number) => Ok(matches!(number.name, "Float8E5M2" | "Float8E4M3FN")),
        None => unknown("the element type of this tensor is not known"),
    }
}

/// The place of the first stride of 1.
fn leading_dim(call: &Call<'_>) -> Outcome {
    let (_, strides, _) = parts(argument(call, "torch_tensor", 0)?)?;
    match leading(&strides)? {
        Some(place) => Ok(Computed::plain(HostValue::static_int(i64::try_from(place).unwrap_or(i64::MAX)))),
        None => Ok(Computed::plain(HostValue::Nothing)),
    }
}

fn leading(strides: &[HostValue]) -> Result<Option<usize>, Refusal> {
    for (place, stride) in strides.iter().enumerate() {
        match stride.known_int() {
            Some(1) => return Ok(Some(place)),
            Some(_) => {}
            // It may be 1, too.
            None => return unknown("which dimension is contiguous is not known"),
        }
    }
    Ok(None)
}

/// `matrix(l, rows, columns, is_mode0_major, dtype)`: a batch of matrices, its batch last.
fn matrix(call: &Call<'_>) -> Outcome {
    let [batch, rows, columns] =
        [argument(call, "l", 0)?, argument(call, "mode0", 1)?, argument(call, "mode1", 2)?];
    let HostValue::Value(Value::Bool(is_rows_major)) = argument(call, "is_mode0_major", 3)? else {
        return unknown("which mode is contiguous is not known");
    };
    let dtype = match argument(call, "cutlass_dtype", 4) {
        Ok(element) => match number_type(element) {
            Some(number) if number.name.contains("Float") && number.bits <= 8 => torch_named("int8")?,
            _ => of_torch(element).unwrap_or_else(|_| no_type()),
        },
        Err(_) => no_type(),
    };
    let (sizes, order) = match is_rows_major {
        true => ([batch, columns, rows], [2, 1, 0]),
        false => ([batch, rows, columns], [1, 2, 0]),
    };
    let sizes = sizes.map(HostValue::clone);
    let strides = row_major(&sizes)?.elements().unwrap_or_default();
    permuted(&sizes, &strides, dtype, &order)
}

fn no_type() -> HostValue {
    HostValue::unknown("the element type of this tensor is not known")
}

/// `create_and_permute_torch_tensor(shape, dtype, permute_order)`.
fn created_and_permuted(call: &Call<'_>) -> Outcome {
    let Some(sizes) = argument(call, "shape", 0)?.elements() else {
        return unknown("the shape of this tensor is not known");
    };
    let dtype = argument(call, "dtype", 1).map_or_else(|_| no_type(), HostValue::clone);
    let strides = row_major(&sizes)?;
    match optional(call, "permute_order", 2) {
        Some(order) => permuted(&sizes, &strides.elements().unwrap_or_default(), dtype, &modes(order)?),
        None => Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), strides, dtype))),
    }
}

/// `as_tensor(pointer, shape, torch_type)`.
fn of_pointer(call: &Call<'_>) -> Outcome {
    let Some(sizes) = argument(call, "shape", 1)?.elements() else {
        return unknown("the shape of this tensor is not known");
    };
    let dtype = argument(call, "torch_type", 2).map_or_else(|_| no_type(), HostValue::clone);
    let strides = row_major(&sizes)?;
    Ok(Computed::plain(torch_tensor(HostValue::tuple(sizes), strides, dtype)))
}

/// Whether an argument is true; what it is by default when it is not given.
fn flag(call: &Call<'_>, keyword: &str, index: usize, default: bool) -> Result<bool, Refusal> {
    match call.keyword_or(keyword, index) {
        None => Ok(default),
        Some(HostValue::Value(Value::Bool(flag))) => Ok(*flag),
        Some(_) => unknown(format!("whether `{keyword}` holds is not known")),
    }
}

/// `cute_tensor_like(t, dtype, is_dynamic_layout)`: a tensor for a kernel as long as one of PyTorch, and its memory.
fn like_in_dsl(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (sizes, strides, _) = parts(argument(call, "data_ref", 0)?)?;
    let element = argument(call, "cutlass_dtype", 1).map_or_else(|_| no_type(), HostValue::clone);
    let is_dynamic = flag(call, "is_dynamic_layout", 2, false)?;
    let tensor = on_device(runner, &sizes, &strides, element.clone())?;
    let tensor = match is_dynamic {
        true => made_dynamic(runner, &tensor, leading(&strides)?)?,
        false => tensor,
    };
    let memory = of_torch(&element).unwrap_or_else(|_| no_type());
    let memory = torch_tensor(HostValue::tuple(sizes), HostValue::tuple(strides), memory);
    Ok(Computed::plain(HostValue::tuple(vec![tensor, memory])))
}

/// `create_cute_tensor_for_fp8(t, dtype, leading_dim)`: a tensor for a kernel, dynamic unless the call says otherwise.
fn for_narrow_types(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (sizes, strides, dtype) = parts(argument(call, "storage_tensor", 0)?)?;
    let element = match argument(call, "dtype", 1) {
        Ok(element) if is_narrow(element).unwrap_or(false) => element.clone(),
        Ok(element) if number_type(element).is_some_and(|number| number.name == "TFloat32") => {
            element.clone()
        }
        Ok(_) => of_element_type(&dtype),
        Err(_) => no_type(),
    };
    let tensor = on_device(runner, &sizes, &strides, element)?;
    if !flag(call, "mark_dynamic_layout", 5, true)? {
        return Ok(Computed::plain(tensor));
    }
    let leading = argument(call, "leading_dim", 2)?.known_int().and_then(|mode| usize::try_from(mode).ok());
    match leading {
        Some(leading) => made_dynamic(runner, &tensor, Some(leading)).map(Computed::plain),
        None => unknown("which dimension is contiguous is not known"),
    }
}
