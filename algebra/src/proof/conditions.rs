//! The conditions under which an accepted composition is A∘B, without trying coordinates (section 3.3.2 of the paper).

use smallvec::SmallVec;

use crate::codomain::{is_same_axis, multiple};
use crate::composition::Left;
use crate::explain::{Step, Trace};
use crate::layout::{FlatModes, LayoutRef};
use crate::stride::Stride;
use crate::{Error, Layout};

const OPERATION: &str = "composition";

/// Whether the conditions of the paper (section 3.3.2) hold, under which an accepted composition is A∘B.
///
/// For each coordinate that B names: every stride of B steps over A's modes evenly (each size divides what is left
/// of the stride, or the reverse), and the strides of B, in increasing order, are each more than all smaller modes
/// reach together. Then the modes of B never carry into each other's digits of A.
pub(crate) fn meets_paper_conditions<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    b: LayoutRef<'_, E>,
    trace: &mut impl Trace,
) -> Result<bool, Error> {
    if !(D::IS_LINEAR && E::IS_LINEAR) {
        // Such a result is given only when it is proved.
        return Ok(true);
    }
    let mut left = Left::new();
    left.fill(a, b)?;
    let mut modes: SmallVec<[(&[usize], i64, i64); 8]> = SmallVec::new();
    for (size, stride) in b.leaves() {
        let (basis, step) = multiple(OPERATION, stride)?;
        if *size != 1 && step != 0 {
            modes.push((basis, step, *size));
        }
    }
    modes.sort_unstable();
    let mut reach: (&[usize], i64) = (&[], 0);
    for (basis, step, size) in modes {
        let Some(left_modes) = left.at(basis) else { return Ok(false) };
        if left_modes.len() < 2 {
            trace.step(|| straight_line_step(left_modes, size, step));
            continue;
        }
        if !is_same_axis(basis, reach.0) {
            reach = (basis, 0);
        }
        if step <= reach.1 {
            trace.step(|| segregation_step(size, step, reach.1));
            return Ok(false);
        }
        let refusal = uneven_mode(left_modes, step);
        trace.step(|| divisibility_step(left_modes, size, step, reach.1, refusal));
        if refusal.is_some() {
            return Ok(false);
        }
        let Some(next) = (size - 1).checked_mul(step).and_then(|own| own.checked_add(reach.1)) else {
            return Ok(false);
        };
        reach.1 = next;
    }
    Ok(true)
}

/// A left operand of one mode distributes over every sum.
fn straight_line_step<D: Stride>(modes: &FlatModes<D>, size: i64, step: i64) -> Step {
    let left = Layout::from_flat(modes.clone());
    let text = format!("{size}:{step} of B against {left}: one mode, which distributes over every sum");
    Step::condition(OPERATION, true, text).with("size", size).with("stride", step)
}

/// A mode of the right operand whose images mix with those of smaller strides.
fn segregation_step(size: i64, step: i64, reach: i64) -> Step {
    let text = format!(
        "{size}:{step} of B: its stride {step} is not more than {reach}, which the modes of smaller stride reach together"
    );
    Step::condition(OPERATION, false, text).with("size", size).with("stride", step).with("reach", reach)
}

/// Whether a mode of the right operand, segregated from those of smaller stride, steps evenly over the left one.
fn divisibility_step<D: Stride>(
    modes: &FlatModes<D>,
    size: i64,
    step: i64,
    reach: i64,
    refusal: Option<(i64, i64)>,
) -> Step {
    let left = Layout::from_flat(modes.clone());
    let segregated = match reach {
        0 => String::new(),
        _ => format!("its stride is more than the {reach} that smaller strides reach, and "),
    };
    let text = match refusal {
        None => format!("{size}:{step} of B against {left}: {segregated}{step} steps evenly over the sizes"),
        Some((size_there, left_of_step)) => format!(
            "{size}:{step} of B against {left}: neither of the stride {left_of_step} there and the size {size_there} \
             divides the other"
        ),
    };
    let told = Step::condition(OPERATION, refusal.is_none(), text).with("size", size).with("stride", step);
    told.with("reach", reach)
}

/// The stride divisibility condition of the paper for one positive step: the first size of the left operand that it
/// fails at, and what is left of the step there.
fn uneven_mode<D>(modes: &FlatModes<D>, step: i64) -> Option<(i64, i64)> {
    let mut rest = step;
    modes.iter().take(modes.len() - 1).find_map(|(size, _)| {
        if rest % size == 0 {
            rest /= size;
            return None;
        }
        let refused = (size % rest != 0).then_some((*size, rest));
        rest = 1;
        refused
    })
}
