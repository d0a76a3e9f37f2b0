//! What a call takes, what must hold before it and what comes.

use std::{fmt::Write as _, ops::Range};

use layoutlens_eval::Operation;
use layoutlens_render::escape::markdown as shown;
use layoutlens_world::Analysis;

use crate::{host_call::call_around, statement_cursor::statement_at};

/// A call of an operation whose arguments are being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureHelp {
    /// `logical_divide(A, tiler)`; what may be left out stands in brackets.
    pub label: String,
    /// Bytes of each parameter in the label.
    pub parameters: Vec<Range<usize>>,
    /// The index of the parameter that is being typed; it may lie behind the last one.
    pub active: usize,
    /// Markdown: what it gives, what it requires, what it ensures.
    pub documentation: String,
}

/// The call around `offset`, in a statement or in the code.
pub fn signature_help(analysis: &Analysis, offset: usize) -> Option<SignatureHelp> {
    if let Some(cursor) = statement_at(analysis, offset) {
        let (operation, argument) = cursor.call()?;
        return Some(help(operation, 0, argument));
    }
    let call = call_around(analysis, offset)?;
    let (operation, given) = call.operation(analysis)?;
    Some(help(operation, given, call.argument))
}

fn help(operation: Operation, given: usize, active: usize) -> SignatureHelp {
    let mut label = format!("{operation}(");
    let mut parameters = Vec::new();
    for parameter in operation.parameter_labels().into_iter().skip(given) {
        if !parameters.is_empty() {
            label.push_str(", ");
        }
        parameters.push(label.len()..label.len() + parameter.len());
        label.push_str(&parameter);
    }
    label.push(')');
    SignatureHelp { label, parameters, active, documentation: documentation(operation) }
}

/// Markdown about an operation.
pub(crate) fn documentation(operation: Operation) -> String {
    let told = operation.documentation();
    let mut text = format!("{}.", shown(told.summary));
    let mut list = |title: &str, lines: &[&str]| {
        if !lines.is_empty() {
            let _ = write!(text, "\n\n**{title}**\n");
        }
        for line in lines {
            let _ = write!(text, "\n- {}", shown(line));
        }
    };
    list("Requires", told.requires);
    list("Ensures, for the result R", told.ensures);
    text
}
