//! What a program is compiled for: `BaseDSL._get_dsl().get_arch_enum()`, `Arch.sm_90a`, the environment.
//!
//! No code says which GPU that is; under suppositions it is one.

use std::{cmp::Ordering, collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, LibraryFunction, Outcome, Runner},
    library::unknown,
    object::Object,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::BinaryOperator as Op;

use crate::dsl::operand::{argument, receiver};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, method, binary, ..Family::NONE };

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("torch.cuda.get_device_capability", capability),
    ("torch.cuda.is_available", is_available),
    ("os.environ.get", environment),
    ("os.getenv", environment),
];

/// The DSL's enumeration of architectures.
const ARCHITECTURE: &str = "Arch";

/// What compiles.
const COMPILER: &str = "BaseDSL";

/// Members with the same (major, minor, suffix) are one, by the first name.
const MEMBERS: &[(&str, i64, i64, &str)] = &[
    ("sm_80", 8, 0, ""),
    ("sm_86", 8, 6, ""),
    ("sm_87", 8, 7, ""),
    ("sm_89", 8, 9, ""),
    ("sm_90", 9, 0, ""),
    ("sm_90a", 9, 0, "a"),
    ("sm_100", 10, 0, ""),
    ("sm_100a", 10, 0, "a"),
    ("sm_100f", 10, 0, "f"),
    ("sm_103", 10, 3, ""),
    ("sm_103a", 10, 3, "a"),
    ("sm_103f", 10, 3, "f"),
    ("sm_107", 10, 7, ""),
    ("sm_107a", 10, 7, "a"),
    ("sm_107f", 10, 7, "f"),
    ("sm_120", 12, 0, ""),
    ("sm_120a", 12, 0, "a"),
    ("sm_120f", 12, 0, "f"),
    ("sm_121", 12, 1, ""),
    ("sm_121a", 12, 1, "a"),
    ("sm_121f", 12, 1, "f"),
];

/// What is supposed of a file with such a name.
const SUPPOSED: &[(&str, &str)] = &[
    ("sm80", "sm_80"),
    ("sm100", "sm_100a"),
    ("sm103", "sm_103a"),
    ("sm107", "sm_107a"),
    ("rubin", "sm_107a"),
    ("sm120", "sm_120a"),
];

/// What is supposed of a file that imports such a module, or by such a name; of others, Hopper.
const IMPORTED: &[(&str, &str)] =
    &[("rubin_helpers", "sm_107a"), ("sm120", "sm_120a"), ("tcgen05", "sm_100a"), ("sm103", "sm_103a")];

/// The enumeration and the compiler, by the paths that show them.
pub(super) fn named(path: &str) -> Option<HostValue> {
    match path {
        "cutlass.base_dsl.enums.Arch" | "cutlass.base_dsl.arch.Arch" | "cutlass.base_dsl.Arch" => {
            Some(HostValue::Type(Arc::new(HostType::Named(ARCHITECTURE.to_owned()))))
        }
        "cutlass.base_dsl.BaseDSL" | "cutlass.base_dsl.dsl.BaseDSL" => {
            Some(record(COMPILER, BTreeMap::new()))
        }
        _ => None,
    }
}

fn record(kind: &str, fields: BTreeMap<String, HostValue>) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

/// The member of this name.
fn architecture(name: &str) -> Option<HostValue> {
    let (name, major, minor, suffix) = *MEMBERS.iter().find(|(known, ..)| *known == name)?;
    let fields = BTreeMap::from([
        ("name".to_owned(), HostValue::Text(name.into())),
        ("major".to_owned(), HostValue::static_int(major)),
        ("minor".to_owned(), HostValue::static_int(minor)),
        ("suffix".to_owned(), HostValue::Text(suffix.into())),
    ]);
    Some(record(ARCHITECTURE, fields))
}

/// The (major, minor) of the architecture of this name.
pub(super) fn numbers(name: &str) -> Option<(i64, i64)> {
    let (_, major, minor, _) = MEMBERS.iter().find(|(known, ..)| *known == name)?;
    Some((*major, *minor))
}

/// The number and the suffix of an architecture.
fn parts(value: &HostValue) -> Option<((i64, i64), &str)> {
    let HostValue::Object(object) = value else { return None };
    let name = match object.fields.get("name") {
        Some(HostValue::Text(name)) if object.kind == ARCHITECTURE => &**name,
        _ => return None,
    };
    let (_, major, minor, suffix) = MEMBERS.iter().find(|(known, ..)| *known == name)?;
    Some(((*major, *minor), suffix))
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Type(host_type) => match host_type.as_ref() {
            HostType::Named(kind) if kind == ARCHITECTURE => architecture(name),
            _ => None,
        },
        HostValue::Object(object) if object.kind == ARCHITECTURE => object.fields.get(name).cloned(),
        _ => None,
    }
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let HostValue::Object(object) = receiver else { return None };
    match (object.kind.as_str(), name) {
        (COMPILER, "_get_dsl") => Some(LibraryFunction::Plain(same)),
        (COMPILER, "get_arch_enum") => Some(LibraryFunction::Asking(target)),
        (ARCHITECTURE, "is_family_of") => Some(LibraryFunction::Plain(is_family_of)),
        _ => None,
    }
}

fn same(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(receiver(call)?.clone()))
}

/// Architectures are compared by their numbers: `arch >= Arch.sm_90`.
fn binary(operator: Op, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let ((left, _), (right, _)) = (parts(left)?, parts(right)?);
    let order = left.cmp(&right);
    let holds = match operator {
        Op::Less => order == Ordering::Less,
        Op::LessEqual => order != Ordering::Greater,
        Op::Greater => order == Ordering::Greater,
        Op::GreaterEqual => order != Ordering::Less,
        _ => return None,
    };
    Some(Ok(Computed::plain(Value::Bool(holds))))
}

/// Whether the one has what all later members of the other's family have.
fn is_family_of(call: &Call<'_>) -> Outcome {
    let other = call.argument(0).and_then(parts);
    let (Some(((major, minor), suffix)), Some(((of_major, of_minor), _))) = (parts(receiver(call)?), other)
    else {
        return unknown("which architecture this is is not known");
    };
    let is_family = major == of_major && minor >= of_minor && !suffix.is_empty();
    Ok(Computed::plain(Value::Bool(is_family)))
}

/// The architecture that is supposed, as a name of [`MEMBERS`].
pub(super) fn supposed(runner: &mut dyn Runner) -> Option<&'static str> {
    let file = runner.file_name();
    let named = SUPPOSED.iter().find(|(part, _)| file.contains(part));
    let first = named.or_else(|| IMPORTED.iter().find(|(part, _)| runner.imports(part)));
    let first = first.map_or("sm_90a", |(_, name)| name);
    // Others where the code refuses that.
    let others = ["sm_90a", "sm_100a", "sm_120a", "sm_80"].into_iter().filter(|name| *name != first);
    let names: Vec<&str> = std::iter::once(first).chain(others).collect();
    let name = runner.choice_outside("arch", &names)?;
    runner.suppose_outside("arch", &format!("= {name}")).then_some(name)
}

fn target(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    match supposed(runner).and_then(architecture) {
        Some(architecture) => Ok(Computed::plain(architecture)),
        None => unknown("what GPU the program is compiled for is not known"),
    }
}

/// `(major, minor)` of the GPU at hand.
fn capability(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    let target = supposed(runner).and_then(architecture);
    match target.as_ref().and_then(parts) {
        Some(((major, minor), _)) => {
            Ok(Computed::plain(HostValue::tuple([major, minor].map(HostValue::static_int).to_vec())))
        }
        None => unknown("which GPU is at hand is not known"),
    }
}

fn is_available(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    match runner.suppose_outside("torch.cuda.is_available()", "= True") {
        true => Ok(Computed::plain(Value::Bool(true))),
        false => unknown("whether there is a GPU is not known"),
    }
}

/// A variable of the environment: none is supposed.
fn environment(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let HostValue::Text(name) = argument(call, "key", 0)? else {
        return unknown("which variable of the environment is asked for is not known");
    };
    let default = call.keyword_or("default", 1).cloned().unwrap_or(HostValue::Nothing);
    match runner.suppose_outside(name, "= None") {
        true => Ok(Computed::plain(default)),
        false => unknown(format!("the environment's `{name}` is not known")),
    }
}
