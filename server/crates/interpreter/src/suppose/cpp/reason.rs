//! Why something is unknown that may be supposed.

/// Nothing gives a template argument.
pub(crate) fn template_argument(name: &str) -> String {
    format!("the template argument `{name}` is not known")
}

/// Nothing gives an argument.
pub(crate) fn argument(name: &str) -> String {
    format!("nothing here calls the function, so `{name}` is not known")
}

/// Nothing makes the object that has the field.
pub(crate) fn field_of_unknown(name: &str) -> String {
    format!("the field `{name}` of an object that is not known")
}

/// An object of a type that is shared memory of several things.
pub(crate) fn storage(path: &str) -> String {
    format!("what `{path}` holds is not known")
}

/// Whether something is unknown as such an object.
pub(crate) fn is_of_storage(reason: &str) -> bool {
    reason.starts_with("what `") && reason.ends_with("` holds is not known")
}

/// A header that is not there may define a macro before the program does.
pub(crate) fn macro_elsewhere(name: &str, include: &str) -> String {
    format!("`{name}` may be defined by `{include}`, which is not found")
}

/// Whether a value is unknown for what nothing gives.
pub(crate) fn is_of_what_nothing_gives(reason: &str) -> bool {
    const PARTS: [&str; 5] = [
        "the template argument `",
        "nothing here calls the function",
        "an argument of the template is not known",
        "`, which is not found",
        "` of an object that is not known",
    ];
    PARTS.iter().any(|part| reason.contains(part))
}

/// No file at hand defines a name.
pub(crate) fn defined_nowhere(name: &str) -> String {
    format!("`{name}` is not known here")
}

/// A class that the program names and no file at hand defines.
pub(crate) fn class_elsewhere(reason: &str) -> Option<&str> {
    let name = reason.strip_prefix('`')?.strip_suffix("` is not known here")?;
    let name = name.rsplit("::").next().unwrap_or(name);
    name.starts_with(char::is_uppercase).then_some(name)
}
