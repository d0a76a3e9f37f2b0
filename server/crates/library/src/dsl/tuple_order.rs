//! Tuples in Python's order: `torch.cuda.get_device_capability() >= (9, 0)`.

use std::cmp::Ordering;

use layoutlens_host_value::{
    call::{Computed, Outcome},
    value::HostValue,
};
use layoutlens_library_cute::family::Family;
use layoutlens_operation::Value;
use layoutlens_syntax::BinaryOperator as Op;

/// The operators of this family.
pub(super) const FAMILY: Family = Family { binary: compared, ..Family::NONE };

/// How deep tuples in tuples are compared.
const MAX_DEPTH: usize = 8;

fn compared(operator: Op, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let holds: fn(Ordering) -> bool = match operator {
        Op::Less => Ordering::is_lt,
        Op::LessEqual => Ordering::is_le,
        Op::Greater => Ordering::is_gt,
        Op::GreaterEqual => Ordering::is_ge,
        _ => return None,
    };
    if left.elements().is_none() || right.elements().is_none() {
        return None;
    }
    let order = order(left, right, MAX_DEPTH)?;
    Some(Ok(Computed::plain(Value::Bool(holds(order)))))
}

/// By the first elements that differ, else by how many there are; `None` where these are not known.
fn order(left: &HostValue, right: &HostValue, depth: usize) -> Option<Ordering> {
    let depth = depth.checked_sub(1)?;
    let (Some(left), Some(right)) = (left.elements(), right.elements()) else {
        return Some(left.known_int()?.cmp(&right.known_int()?));
    };
    for (left, right) in left.iter().zip(&right) {
        let order = order(left, right, depth)?;
        if order != Ordering::Equal {
            return Some(order);
        }
    }
    Some(left.len().cmp(&right.len()))
}
