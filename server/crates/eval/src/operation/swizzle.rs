//! Swizzles applied to offsets.

use super::{Arguments, Operation, Parameter, ParameterKind, Refusal, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[Operation {
    name: "swizzle_apply",
    parameters: &[Parameter { name: "Sw", kind: ParameterKind::Swizzle }, tuple("offset")],
    required: 2,
    compute: swizzle_apply,
}];

fn swizzle_apply(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(arguments.swizzle(0)?.apply(arguments.int(1)?)).into())
}
