//! Swizzles applied to offsets.

use layout_algebra::explain;

use super::{
    Arguments, Refusal,
    columns::{Columns, Parameter, ParameterKind, tuple},
};
use crate::{Evaluated, Value};

pub(super) static SWIZZLE_APPLY: Columns =
    Columns::new(&[Parameter { name: "Sw", kind: ParameterKind::Swizzle }, tuple("offset")], swizzle_apply)
        .steps(|arguments| Some(explain::swizzle_apply(&arguments.swizzle(0).ok()?, arguments.int(1).ok()?)))
        .says(
            "an offset, swizzled",
            &["offset is not negative"],
            &["bits base+shift .. of the offset are combined with those from base on by XOR"],
        );

fn swizzle_apply(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(arguments.swizzle(0)?.apply(arguments.int(1)?)).into())
}
