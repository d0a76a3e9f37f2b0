//! The named layouts of a document.

use std::{collections::HashMap, ops::Range};

use layoutlens_eval::{
    Meaning, Value, Verdict,
    host::{Answer, Variable, VariableKind},
};
use layoutlens_syntax::{SourceScope, Statement};
use layoutlens_world::Analysis;

use crate::shorten::shorten;

/// The longest value beside a name, in characters.
const LONGEST_DETAIL: usize = 80;

/// A named layout, or a function that holds some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name.
    pub name: String,
    /// Its value, or why it is unknown; empty for a function.
    pub detail: String,
    /// What it is.
    pub kind: DocumentSymbolKind,
    /// Bytes of the statement or the function.
    pub range: Range<usize>,
    /// Bytes of the name.
    pub name_range: Range<usize>,
    /// What a function holds, in the order of the text.
    pub children: Vec<DocumentSymbol>,
}

/// What a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentSymbolKind {
    /// A function of the code.
    Function,
    /// What a `let` binds.
    Binding,
    /// A variable, parameter or member of the code.
    Variable,
    /// A type of the code.
    Type,
}

/// The symbols of a document: those of the file and the functions that hold any, in the order of the text.
pub fn document_symbols(analysis: &Analysis) -> Vec<DocumentSymbol> {
    let mut of_scope: HashMap<SourceScope, Vec<DocumentSymbol>> = HashMap::new();
    for symbol in named_layouts(analysis) {
        let scope = analysis.file.scope_at(symbol.name_range.start);
        of_scope.entry(scope).or_default().push(symbol);
    }
    // What a function holds stands behind it, so that the innermost are done first.
    for (of, scope) in analysis.file.all_scopes().skip(1).rev() {
        let Some(mut children) = of_scope.remove(&of) else { continue };
        children.sort_by_key(|symbol| symbol.range.start);
        let around = of_scope.entry(scope.parent.unwrap_or(SourceScope::FILE)).or_default();
        let Some(name) = &scope.name else {
            around.append(&mut children);
            continue;
        };
        around.push(DocumentSymbol {
            name: name.clone(),
            detail: String::new(),
            kind: DocumentSymbolKind::Function,
            range: scope.range.clone(),
            name_range: name_of_function(&analysis.text, &scope.range, name),
            children,
        });
    }
    let mut symbols = of_scope.remove(&SourceScope::FILE).unwrap_or_default();
    symbols.sort_by_key(|symbol| symbol.range.start);
    symbols
}

/// The named layouts of a document without the functions around them: of statements, then of the code.
pub(crate) fn named_layouts(analysis: &Analysis) -> impl Iterator<Item = DocumentSymbol> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let bindings = statements.filter_map(|(annotation, meaning)| {
        let Statement::Let { name, .. } = &annotation.statement else { return None };
        let Meaning::Value(evaluated) = meaning else { return None };
        let detail = match (&evaluated.value, &evaluated.verdict) {
            (Value::Unknown(unknown), _) => format!("unknown: {}", unknown.reason),
            (_, Verdict::Unproved { limit }) => format!("unproved: {limit}"),
            (value, _) => match &evaluated.thread {
                Some(thread) => format!("{value} ({thread})"),
                None => value.to_string(),
            },
        };
        Some(DocumentSymbol {
            name: name.text.clone(),
            detail: shorten(&detail, LONGEST_DETAIL),
            kind: DocumentSymbolKind::Binding,
            range: annotation.range.clone(),
            name_range: name.range.clone(),
            children: Vec::new(),
        })
    });
    bindings.chain(analysis.evaluation.host.variables.iter().filter_map(variable))
}

/// A name of the code that stands for a layout, a tensor or a tiled operation, or would under suppositions.
fn variable(variable: &Variable) -> Option<DocumentSymbol> {
    let is_shown = |answer: &&Answer| {
        !matches!(answer.evaluated.verdict, Verdict::Unproved { .. })
            && (answer.evaluated.value.is_layout() || matches!(answer.evaluated.value, Value::Hardware(_)))
    };
    let detail = |answer: &Answer| {
        let holds = answer.holds_for().map(|holds| format!(" ({holds})")).unwrap_or_default();
        format!("{}{holds}", answer.evaluated.value)
    };
    let known = variable.answers.iter().find(is_shown).map(detail);
    let supposed = || {
        let supposed = variable.supposed.iter().find(|supposed| is_shown(&&supposed.answer))?;
        Some(format!("{} if {}", detail(&supposed.answer), supposed.condition))
    };
    let detail = known.or_else(supposed)?;
    let kind = match variable.kind {
        // What a function is made for stands in front of it, and its parameters have the same values.
        VariableKind::TemplateParameter => return None,
        VariableKind::Alias => DocumentSymbolKind::Type,
        VariableKind::Variable | VariableKind::Parameter | VariableKind::Field => {
            DocumentSymbolKind::Variable
        }
    };
    let is_around =
        variable.statement.start <= variable.range.start && variable.range.end <= variable.statement.end;
    let range = if is_around { variable.statement.clone() } else { variable.range.clone() };
    Some(DocumentSymbol {
        name: variable.name.clone(),
        detail: shorten(&detail, LONGEST_DETAIL),
        kind,
        range,
        name_range: variable.range.clone(),
        children: Vec::new(),
    })
}

/// Where a function's name stands; its first byte where that is not found.
fn name_of_function(text: &str, function: &Range<usize>, name: &str) -> Range<usize> {
    let start = text.get(function.clone()).and_then(|text| text.find(name));
    match start {
        Some(start) => function.start + start..function.start + start + name.len(),
        None => function.start..function.start,
    }
}
