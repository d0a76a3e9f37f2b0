//! Layouts in CuTe notation: `layout!((4,8):(8,1))`, `"(4,8):(8,1)".parse::<Layout>()`, and what carries such values on.

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    library::unknown,
    value::HostValue,
};

use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { function, method, ..Family::NONE };

/// Methods that give their receiver: errors are not followed, borrowing and copying change nothing.
const TRANSPARENT: [&str; 14] = [
    "unwrap",
    "expect",
    "clone",
    "as_ref",
    "to_owned",
    "into",
    "cloned",
    "iter",
    "into_iter",
    "collect",
    "ok",
    "unwrap_or_default",
    "try_into",
    "borrow",
];

fn function(name: &str) -> Option<LibraryFunction> {
    const FUNCTIONS: &[(&str, PlainFunction)] = &[
        ("layout!", first),
        ("layout_algebra::layout!", first),
        ("IntTuple::from", first),
        ("Ok", first),
        ("Some", first),
    ];
    find(FUNCTIONS, name)
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match receiver {
        HostValue::Text(_) if name == "parse" => Some(LibraryFunction::Asking(parse)),
        _ if TRANSPARENT.contains(&name) => Some(LibraryFunction::Plain(same)),
        _ => None,
    }
}

/// What is given is what comes out.
fn first(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(value) => Ok(Computed::plain(value.clone())),
        None => unknown(format!("{} without an argument", call.name)),
    }
}

fn same(call: &Call<'_>) -> Outcome {
    match call.receiver {
        Some(receiver) => Ok(Computed::plain(receiver.clone())),
        None => unknown(format!("{} of nothing", call.name)),
    }
}

/// `text.parse::<Layout>()`, whatever the type: the notation says what it is.
fn parse(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let Some(HostValue::Text(text)) = call.receiver else { return unknown("only text is parsed") };
    let (expr, errors) = layoutlens_syntax::parse_expression(text);
    if let Some(error) = errors.first() {
        return unknown(format!("`{text}` is no layout: {}", error.message));
    }
    let (evaluated, problems) = runner.notation(&expr);
    match problems.first() {
        Some(problem) => unknown(format!("`{text}` is no layout: {}", problem.message)),
        None => Ok(Computed::of(evaluated)),
    }
}
