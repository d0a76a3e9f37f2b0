//! CUTLASS's arrays of a fixed length in registers, `Array<half_t, 8>` (`cutlass/array.h`, `cutlass/array_subbyte.h`), and
//! what converts them (`cutlass/numeric_conversion.h`).

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::unknown,
    types::HostType,
    value::{HostValue, Typed},
};
use layoutlens_operation::Refusal;

use crate::{
    cute::{
        element::bits_of,
        operand::{bare, template_number, type_of},
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { specialized, member, construct, ..Family::NONE };

const ARRAY: &str = "Array";

const CONVERTER: &str = "NumericArrayConverter";

/// Elements of fewer bits lie side by side without gaps.
const REGISTER_BITS: i64 = 32;

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = bare(name);
    let is_one = match name {
        ARRAY => matches!(arguments.len(), 2 | 3),
        CONVERTER => arguments.len() >= 3,
        _ => false,
    };
    is_one.then(|| Ok(HostValue::specialized(name, arguments)))
}

/// The bits of an array with these arguments: `T`, its length, and whether each element has registers of its own; `None` for
/// what is no array.
pub(super) fn bits(name: &str, arguments: &[HostValue]) -> Option<Result<i64, Refusal>> {
    let (element, length, in_registers) = match (name, arguments) {
        (ARRAY, [element, length]) => (element, length, None),
        (ARRAY, [element, length, in_registers]) => (element, length, Some(in_registers)),
        _ => return None,
    };
    Some(bits_of(element).and_then(|bits| {
        let in_registers = match in_registers {
            Some(given) => template_number(given)? != 0,
            None => bits >= REGISTER_BITS,
        };
        let whole_bytes = |bits: i64| bits.checked_add(7).map(|bits| bits / 8 * 8);
        let length = template_number(length)?;
        let all = match in_registers {
            true => whole_bytes(bits).and_then(|bits| bits.checked_mul(length)),
            false => bits.checked_mul(length).and_then(whole_bytes),
        };
        all.map_or_else(|| unknown("an array of more bits than can be counted"), Ok)
    }))
}

/// `NumericArrayConverter<half_t, float, 2>::source_type`, of the type or of an object of it.
fn member(value: &HostValue, name: &str) -> Option<HostValue> {
    let of = match value {
        HostValue::Typed(typed) => &typed.of,
        value => type_of(value)?,
    };
    let HostType::Specialized { name: template, arguments } = of else { return None };
    match (template.as_str(), name, arguments.as_slice()) {
        (CONVERTER, "result_type", [element, _, length, ..])
        | (CONVERTER, "source_type", [_, element, length, ..]) => {
            Some(HostValue::specialized(ARRAY, &[element.clone(), length.clone()]))
        }
        (ARRAY, "value_type" | "Element", [element, ..]) => Some(element.clone()),
        _ => None,
    }
}

/// An object of which nothing but its type is followed.
fn construct(constructed: &HostType, _: &Call<'_>) -> Option<Outcome> {
    let HostType::Specialized { name, .. } = constructed else { return None };
    matches!(name.as_str(), ARRAY | CONVERTER).then(|| {
        let reason = format!("what an `{name}` holds is not followed");
        Ok(Computed::plain(HostValue::Typed(Arc::new(Typed { of: constructed.clone(), reason }))))
    })
}
