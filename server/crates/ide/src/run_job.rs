//! The run that a statement on a command line or behind a lens asks for.

use layoutlens_eval::{Run, resolve_run};
use layoutlens_syntax::{Statement, parse_statement};

use crate::{Diagnostic, Severity, diagnostic::syntax_diagnostics};

/// Reads `copy (8,8):(1,8) -> (8,8):(8,1) : f32`, with or without a leading `run`.
///
/// # Errors
/// What keeps it from running; ranges are bytes of `run STATEMENT` when the keyword was left out.
pub fn run_job(statement: &str) -> Result<Run, Vec<Diagnostic>> {
    let text = with_keyword(statement);
    let (annotation, errors) = parse_statement(&text);
    if !errors.is_empty() {
        return Err(syntax_diagnostics(&errors));
    }
    match &annotation.statement {
        Statement::Run(run) => {
            resolve_run(run).map_err(|problems| problems.iter().map(Diagnostic::from).collect())
        }
        _ => Err(vec![Diagnostic {
            range: annotation.range,
            code: "syntax",
            severity: Severity::Error,
            message: "this is no `run` statement: `copy SRC -> DST : TYPE` or `gemm A, B -> C : TYPE`"
                .to_owned(),
            related: Vec::new(),
            fixes: Vec::new(),
        }]),
    }
}

/// The statement as the grammar wants it.
pub fn with_keyword(statement: &str) -> String {
    let statement = statement.trim();
    let bare = statement.strip_prefix("cute:").map_or(statement, str::trim_start);
    let is_run = bare.strip_prefix("run").is_some_and(|rest| rest.starts_with(char::is_whitespace));
    if is_run { bare.to_owned() } else { format!("run {bare}") }
}
