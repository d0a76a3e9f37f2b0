//! The shape, the strides and the rank of a layout, as the DSL gives them.

use std::sync::Arc;

use layout_algebra::{Coordinate, IntTuple, symbolic::ScaledBasis};
use layoutlens_host_value::{object::Object, value::HostValue};
use layoutlens_operation::{Operation, Refusal, Value, value::Leaf};

use crate::dsl::operand::operate;

/// The shape of a layout; a tuple is its own.
pub(super) fn shape_of(value: &Value) -> Result<HostValue, Refusal> {
    match value {
        Value::Tuple(_) => Ok(value.clone().into()),
        Value::Composed(composed) => Ok(Value::ints(&composed.layout().shape()).into()),
        layout => operate(Operation::Shape, std::slice::from_ref(layout)).map(|shape| shape.value.into()),
    }
}

/// The strides of a layout.
pub(super) fn stride_of(value: &Value) -> Result<HostValue, Refusal> {
    if let Value::SymbolicLayout(layout) = value
        && layout.stride().leaves().iter().any(|stride| is_scaled_at_run_time(stride))
    {
        return Ok(strides_with_bases(&layout.stride()));
    }
    operate(Operation::Stride, std::slice::from_ref(value)).map(|stride| stride.value.into())
}

/// What a stride is that counts in a mode of a coordinate, by a number of run time or a fraction.
const SCALED_BASIS: &str = "ScaledBasis";

/// The field with what its number is divided by. No code can name it.
const PARTS: &str = "/";

fn is_scaled_at_run_time(stride: &ScaledBasis) -> bool {
    stride.is_basis() && (stride.value.known().is_none() || stride.is_fraction())
}

/// The strides, one by one.
fn strides_with_bases(strides: &IntTuple<ScaledBasis>) -> HostValue {
    match strides {
        IntTuple::Tuple(modes) => HostValue::tuple(modes.iter().map(strides_with_bases).collect()),
        IntTuple::Int(stride) => match stride.value.known() {
            Some(value) if stride.is_basis() && !stride.is_fraction() => {
                let coordinate = Coordinate::Basis { value, path: stride.path.clone() };
                Value::Tuple(IntTuple::Int(Leaf::Coordinate(coordinate))).into()
            }
            _ if stride.is_basis() => {
                let path = stride.path.iter().filter_map(|mode| i64::try_from(*mode).ok());
                let path = HostValue::tuple(path.map(HostValue::static_int).collect());
                let parts = HostValue::static_int(stride.parts);
                let fields = [("value", HostValue::integer(&stride.value)), ("path", path), (PARTS, parts)];
                let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                HostValue::Object(Arc::new(Object { class: None, kind: SCALED_BASIS.to_owned(), fields }))
            }
            Some(value) => HostValue::static_int(value),
            None => HostValue::integer(&stride.value),
        },
    }
}

/// Strides of which one counts in a mode of a coordinate by a number of run time; `None` where none does.
pub(super) fn bases_of(strides: &HostValue) -> Option<IntTuple<ScaledBasis>> {
    fn holds_one(strides: &HostValue) -> bool {
        match strides {
            HostValue::Object(object) => object.kind == SCALED_BASIS,
            HostValue::Tuple(modes) => modes.iter().any(holds_one),
            _ => false,
        }
    }
    fn basis(stride: &HostValue) -> Option<IntTuple<ScaledBasis>> {
        if let HostValue::Object(object) = stride {
            let path = object.fields.get("path")?.elements()?;
            let path: Option<Vec<usize>> =
                path.iter().map(|mode| usize::try_from(mode.known_int()?).ok()).collect();
            let value = object.fields.get("value")?.as_integer()?;
            let parts = object.fields.get(PARTS)?.known_int()?;
            return Some(IntTuple::Int(ScaledBasis { value, path: path?, parts }));
        }
        if let Some(modes) = stride.elements() {
            return modes.iter().map(basis).collect::<Option<_>>().map(IntTuple::Tuple);
        }
        if let HostValue::Value(Value::Tuple(IntTuple::Int(Leaf::Coordinate(coordinate)))) = stride {
            return match coordinate {
                Coordinate::Basis { value, path } => {
                    Some(IntTuple::Int(ScaledBasis::basis(*value, path.clone())))
                }
                _ => None,
            };
        }
        Some(IntTuple::Int(ScaledBasis::from(stride.as_integer()?)))
    }
    holds_one(strides).then(|| basis(strides)).flatten()
}

/// How many modes a layout has.
pub(super) fn rank_of(layout: &Value) -> Result<usize, Refusal> {
    let shape = shape_of(layout)?;
    Ok(shape.elements().map_or(1, |modes| modes.len()))
}
