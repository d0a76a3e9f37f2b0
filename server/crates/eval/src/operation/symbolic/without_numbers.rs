//! Refusals that hang on an integer being one of run time.

use layout_algebra::Error;

use crate::operation::Refusal;

/// What CuTe refuses because an integer is a run-time one may be no mistake: a name may stand for a static integer.
pub(crate) fn without_numbers(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Algebra(
            error @ (Error::NeedsStatic { .. } | Error::LacksFact { .. } | Error::ZeroDivisor { .. }),
        ) => Refusal::Unknown(error.to_string()),
        other => other,
    }
}
