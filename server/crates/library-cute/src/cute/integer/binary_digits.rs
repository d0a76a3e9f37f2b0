//! Functions of the binary digits of a number: `bit_width`, `log_2` (`cute/numeric/math.hpp`), `log2_down<N>`, `is_pow2<N>`
//! (`cutlass/fast_math.h`).

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use super::type_with;
use crate::cute::operand::{argument, template_number};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("bit_width", |call| of_number(call, width)),
    ("countr_zero", |call| {
        of_number(call, |number| match number {
            0 => None,
            _ => Some(number.trailing_zeros()),
        })
    }),
    ("popcount", |call| of_number(call, |number| Some(number.count_ones()))),
    ("log_2", |call| of_number(call, |number| number.is_power_of_two().then(|| number.trailing_zeros()))),
    ("has_single_bit", |call| {
        natural(call).map(|number| Computed::plain(Value::Bool(number.is_power_of_two())))
    }),
];

fn width(number: u64) -> Option<u32> {
    Some(u64::BITS - number.leading_zeros())
}

/// The only argument. Of how many digits a number below 0 is, its type decides.
fn natural(call: &Call<'_>) -> Result<u64, Refusal> {
    let value = argument(call, 0)?;
    refuse_unknown([value])?;
    let known = value.as_integer().and_then(|integer| integer.known());
    match known.and_then(|number| u64::try_from(number).ok()) {
        Some(number) => Ok(number),
        None => unknown(format!("{} is computed of numbers that are known and not below 0", call.name)),
    }
}

fn of_number(call: &Call<'_>, compute: fn(u64) -> Option<u32>) -> Outcome {
    let number = natural(call)?;
    match compute(number) {
        Some(result) => Ok(Computed::plain(HostValue::run_time_int(result.into()))),
        None => unknown(format!("{} of {number} is not computed", call.name)),
    }
}

/// `log2_down<N>`, `log2_up<N>` and `is_pow2<N>`, of which the member `value` is asked.
pub(super) fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let compute: fn(u64) -> HostValue = match name {
        "log2_down" => |number| number_type(number.ilog2()),
        "log2_up" => |number| number_type(number.ilog2() + u32::from(!number.is_power_of_two())),
        "is_pow2" => |number| HostValue::Type(HostType::of_truth(number.is_power_of_two()).into()),
        _ => return None,
    };
    let [of] = arguments else { return None };
    Some(template_number(of).and_then(|number| match u64::try_from(number) {
        Ok(number) if number > 0 => Ok(compute(number)),
        _ => unknown(format!("{name}<{number}> is not computed")),
    }))
}

fn number_type(number: u32) -> HostValue {
    type_with(HostValue::static_int(number.into()))
}
