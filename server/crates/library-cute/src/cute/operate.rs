//! Operations of the algebra on operands of CuTe's functions, and what the functions give then.

use layout_algebra::ErrorKind;
use layoutlens_host_value::{call::Computed, library::operate, value::HostValue};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value};

/// The result of an operation on the layout of `whole`: a tensor of it, where that is a tensor.
pub(super) fn wrapped(whole: &HostValue, evaluated: Evaluated) -> Computed {
    match whole {
        HostValue::Tensor(tensor) if evaluated.value.is_layout() => {
            let layout = evaluated.value.clone();
            let value = HostValue::Tensor(tensor.with_layout(layout).into());
            Computed { value, evaluated: Some(Box::new(evaluated)) }
        }
        _ => Computed::of(evaluated),
    }
}

/// What an operation refuses because of the kind of an operand may be a function of the host language: no mistake.
pub(super) fn without_kinds(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Kind { message, .. } => Refusal::Unknown(message),
        refusal => refusal,
    }
}

/// The operation on these operands.
pub(super) fn run(operation: Operation, operands: &[Value]) -> Result<Evaluated, Refusal> {
    operate(operation, operands).map_err(|refusal| match refusal {
        Refusal::Algebra(error) => match error.kind() {
            // Empty layouts compile, and have no elements that anything could be wrong with: where a number that is supposed
            // makes one, another is meant.
            ErrorKind::NonPositiveSize { .. } => Refusal::Numbers(error.to_string()),
            // A stride that nests otherwise than its shape compiles too, and kernels have such layouts where only a part of
            // them is read.
            ErrorKind::NonCongruent { .. } => Refusal::Unknown(error.to_string()),
            // Limits of ours are none of the program's.
            ErrorKind::TooLarge { .. } | ErrorKind::Overflow => Refusal::Unknown(error.to_string()),
            _ => error.into(),
        },
        refusal => without_kinds(refusal),
    })
}
