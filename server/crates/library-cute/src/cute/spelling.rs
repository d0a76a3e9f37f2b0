//! How CuTe spells what a template argument is: `SM90_64x64x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>`.

use layoutlens_host_value::{types::HostType, value::HostValue};
use layoutlens_operation::{Hardware, Refusal, Value};

/// What stands for an argument that has no spelling; no name of CuTe holds it.
pub(super) const UNSPELT: &str = "?";

/// The name with its template arguments, without blanks and the namespaces `cute` and `cutlass`.
pub(super) fn specialized(name: &str, arguments: &[HostValue]) -> String {
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    match arguments.is_empty() {
        true => unqualified(name),
        false => format!("{}<{}>", unqualified(name), arguments.join(",")),
    }
}

/// The namespaces in which `copy_sm100.hpp` defines what `copy_traits_sm100.hpp` names in `cute`, too.
const OF_TENSOR_MEMORY: [&str; 3] = ["SM100::TMEM::LOAD::", "SM100::TMEM::STORE::", "SM100::TMEM::UTCCP::"];

/// A name without blanks and without the namespaces `cute` and `cutlass`, wherever they stand in it, and without those that
/// instructions on tensor memory are in.
pub(super) fn unqualified(name: &str) -> String {
    let text: String = name.split_whitespace().collect();
    let text = text.replace("cute::", "").replace("cutlass::", "");
    match text.contains("SM100::TMEM::") {
        true => OF_TENSOR_MEMORY.iter().fold(text, |text, space| text.replace(space, "")),
        false => text,
    }
}

/// The name of a type: `half_t`.
pub(super) fn type_name(value: &HostValue) -> Option<String> {
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Named(name) => Some(unqualified(name)),
            HostType::Specialized { name, arguments } => Some(specialized(name, arguments)),
            HostType::Of(HostValue::Value(Value::ElementType(name))) => Some(name.clone()),
            _ => None,
        },
        HostValue::Value(Value::ElementType(name)) => Some(name.clone()),
        _ => None,
    }
}

fn argument(value: &HostValue) -> String {
    if let Some(name) = type_name(value) {
        return name;
    }
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Of(value) => argument(value),
            _ => UNSPELT.to_owned(),
        },
        HostValue::Value(Value::Hardware(thing)) => match &**thing {
            Hardware::Major(major) => format!("UMMA::Major::{major}"),
            thing => thing.to_string(),
        },
        _ => value.known_int().map_or_else(|| UNSPELT.to_owned(), |number| number.to_string()),
    }
}

/// Why a name with these arguments makes no value: the first argument that is unknown, or what the algebra says.
pub(super) fn unmade(arguments: &[HostValue], error: impl ToString) -> Refusal {
    let of_argument = arguments.iter().find_map(|argument| match argument {
        HostValue::Type(of) => match &**of {
            HostType::Of(value) => value.unknown_reason(),
            _ => None,
        },
        value => value.unknown_reason(),
    });
    Refusal::Unknown(of_argument.map_or_else(|| error.to_string(), str::to_owned))
}
