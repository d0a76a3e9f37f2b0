//! What a macro that may write functions or statements is defined as, and how long that holds.

/// How far behind its definition a macro may be called that writes functions or statements.
const MAX_BETWEEN: usize = 64 * 1024;

/// A macro with parameters whose text may be whole definitions or statements, by its last definition.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    pub(super) parameters: Vec<String>,
    pub(super) text: String,
    /// Where the definition ends; `None` where it is known to hold.
    pub(super) end: Option<usize>,
}

impl Writer {
    /// What is defined as `text` where `end` is the end of the definition; `None` where neither a definition nor a whole
    /// statement is in it. The end of a whole statement is its own: `for (..)` would take what stands behind the call.
    pub(super) fn new(parameters: &[String], text: &str, end: usize) -> Option<Self> {
        let may_define =
            text.contains('{') || text.trim_start().starts_with("template") || text.trim_end().ends_with(';');
        // How the definition is laid out would count for each call.
        let squeezed = |text: &str| match text.contains(['"', '\'']) {
            true => text.to_owned(),
            false => text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        may_define.then(|| Self { parameters: parameters.to_vec(), text: squeezed(text), end: Some(end) })
    }

    /// Whether a macro means at `at` what it was defined as: between its definition and there stands no condition, nothing
    /// that is included and nothing that defines it again or takes it back.
    pub(super) fn holds_at(&self, file: &str, name: &str, at: usize) -> bool {
        let Some(end) = self.end else { return true };
        let between = file.get(end..at).filter(|between| between.len() <= MAX_BETWEEN);
        let mut directives = between.into_iter().flat_map(str::lines).filter_map(|line| {
            let directive = line.trim_start().strip_prefix('#')?.trim_start();
            let word = directive.find(|character: char| !character.is_ascii_alphabetic());
            Some(directive.split_at(word.unwrap_or(directive.len())))
        });
        between.is_some()
            && directives.all(|(word, rest)| match word {
                "pragma" => !rest.contains("_macro"),
                "define" | "undef" => {
                    let rest = rest.trim_start();
                    let end =
                        rest.find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'));
                    rest[..end.unwrap_or(rest.len())] != *name
                }
                _ => false,
            })
    }
}
