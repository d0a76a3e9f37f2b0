//! Refusals that hang on an integer being one of run time.

use layout_algebra::ErrorKind;

use crate::Refusal;

/// What CuTe refuses because an integer is a run-time one may be no mistake: a name may stand for a static integer.
pub(crate) fn without_numbers(refusal: Refusal) -> Refusal {
    let Refusal::Algebra(error) = refusal else { return refusal };
    match error.kind() {
        ErrorKind::NeedsStatic { .. } | ErrorKind::LacksFact { .. } | ErrorKind::ZeroDivisor { .. } => {
            Refusal::Unknown(error.to_string())
        }
        _ => error.into(),
    }
}
