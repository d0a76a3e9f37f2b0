//! What operations of Blackwell declare that scale blocks of their operands (`cute/atom/mma_traits_sm100.hpp`).

use layout_algebra::atom::mma::MmaAtom;
use layoutlens_host_value::value::HostValue;
use layoutlens_operation::{Hardware, Value};

use crate::cute::{hardware::type_of, mma::atom::element, operand::bare};

/// An operation and which of its arguments says how many values a factor scales; where none does, it is 32.
const OPERATIONS: [(&str, Option<usize>); 4] = [
    ("SM100_MMA_MXF8F6F4_SS", None),
    ("SM100_MMA_MXF8F6F4_2x1SM_SS", None),
    ("SM100_MMA_MXF4_SS", Some(6)),
    ("SM100_MMA_MXF4_2x1SM_SS", Some(6)),
];

/// Which argument is the type of the factors, and which one N.
const FACTOR: usize = 3;
const N: usize = 5;

/// Factors of B are loaded for so many columns at once.
const COLUMNS: i64 = 128;

/// `SFVecSize`, `K`, `ValTypeSFA`, `MMA_ScaleFactor`.
pub(super) fn member(atom: &MmaAtom, name: &str) -> Option<HostValue> {
    let text = atom.name();
    let (operation, arguments) = text.strip_suffix('>')?.split_once('<')?;
    let (_, at) = OPERATIONS.iter().find(|(known, _)| *known == bare(operation))?;
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let number = |index: usize| arguments.get(index).and_then(|argument| argument.parse::<i64>().ok());
    match name {
        "SFVecSize" => Some(HostValue::run_time_int(at.map_or(Some(32), number)?)),
        "K" => atom.shape_mnk().last().map(|k| HostValue::run_time_int(*k)),
        "ValTypeSFA" | "ValTypeSFB" => arguments.get(FACTOR).map(|of| element(of)),
        "MMA_ScaleFactor" => {
            let columns = number(N)?;
            let padded =
                columns.checked_add(COLUMNS - 1)?.div_euclid(COLUMNS).checked_mul(COLUMNS)?.to_string();
            let mut padded_arguments = arguments.clone();
            *padded_arguments.get_mut(N)? = &padded;
            let made = MmaAtom::find(&format!("{operation}<{}>", padded_arguments.join(",")));
            Some(match made {
                Ok(made) => type_of(Value::from(Hardware::MmaAtom(made))),
                Err(error) => HostValue::unknown(error.to_string()),
            })
        }
        _ => None,
    }
}
