//! Functions of CuTe that CUTLASS's own code calls.

use layoutlens_host_value::{
    call::{Call, CallArgument, LibraryFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::Refusal;

use crate::family::Family;

/// What the function that one of `families` has of this name gives with these template arguments and arguments.
pub(super) fn called_in(
    families: &[Family],
    name: &str,
    template: &[HostValue],
    arguments: &[HostValue],
) -> Result<HostValue, Refusal> {
    let found = families.iter().find_map(|family| (family.function)(name));
    let Some(LibraryFunction::Plain(function)) = found else {
        return unknown(format!("`{name}` is not computed"));
    };
    let arguments: Vec<CallArgument> = arguments
        .iter()
        .map(|value| CallArgument { keyword: None, value: value.clone(), range: 0..0 })
        .collect();
    let call = Call { name, receiver: None, template, arguments: &arguments, range: 0..0 };
    // What is wrong here stands in CUTLASS's code, not in the user's.
    match function(&call) {
        Ok(computed) => Ok(computed.value),
        Err(Refusal::Unknown(reason)) => unknown(reason),
        Err(_) => unknown(format!("{name} of the operands that CUTLASS chooses is not computed")),
    }
}
