//! What may be typed in a statement.

use std::collections::HashMap;

use layoutlens_eval::{
    Code, Evaluated, Meaning, Operation, Value, element_type, hardware_names,
    host::{Variable, VariableKind},
    operation_names,
};
use layoutlens_syntax::{Binding, RUN_OPTIONS, STATEMENTS, SourceScope, Statement, operation::PREDICATES};
use layoutlens_world::Analysis;

use super::{CompletionItem, CompletionKind, function, plain, recipe};
use crate::{shorten::shorten, statement_cursor::StatementCursor};

/// The longest value beside a name, in characters.
const LONGEST_DETAIL: usize = 60;

/// How many names of the code are offered.
const MOST_HOST_NAMES: usize = 200;

/// What a cursor is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The first word of a statement.
    Keyword,
    /// `copy` or `gemm`.
    RunKind,
    /// An option of a `run`.
    RunOption,
    /// The code of a diagnostic.
    Code,
    /// A name of the code that a `with` is to bind.
    HostName,
    /// An operand of an expression; `is_claim`: the first one of an `assert`.
    Operand { is_claim: bool },
    /// An element type, or an operand.
    TypeOrOperand,
    /// Nothing that is known here.
    Nothing,
}

/// What may be typed at the cursor, whatever letters are there.
pub(super) fn items(
    analysis: &Analysis,
    cursor: &StatementCursor<'_>,
    trigger: Option<char>,
) -> Vec<CompletionItem> {
    let wanted = wanted(cursor);
    // A colon of a layout and the bracket of a tuple ask for numbers.
    let is_asked = match trigger {
        Some(':') => matches!(wanted, Wanted::Keyword | Wanted::TypeOrOperand),
        Some('(') => cursor.call().is_some() || wanted == Wanted::Code,
        Some('.') => false,
        _ => true,
    };
    if !is_asked {
        return Vec::new();
    }
    match wanted {
        Wanted::Nothing => Vec::new(),
        Wanted::Keyword => keywords(cursor),
        Wanted::RunKind => {
            let kinds = ["copy", "gemm"].map(|kind| plain(kind, CompletionKind::Keyword, None, 0));
            kinds.into_iter().chain(recipe::items(true, 1)).collect()
        }
        Wanted::RunOption => {
            RUN_OPTIONS.iter().map(|option| plain(option, CompletionKind::Keyword, None, 0)).collect()
        }
        Wanted::Code => {
            Code::ALL.iter().map(|code| plain(code.as_str(), CompletionKind::Code, None, 0)).collect()
        }
        Wanted::HostName => unbound_host_names(analysis, cursor),
        Wanted::Operand { is_claim } => operands(analysis, cursor, is_claim),
        Wanted::TypeOrOperand => types(0).chain(operands(analysis, cursor, false)).collect(),
    }
}

fn wanted(cursor: &StatementCursor<'_>) -> Wanted {
    let operand = |first: usize| {
        let is_first = cursor.before.len() == first;
        match cursor.last() {
            // A mode of a basis, the numbers of a swizzle.
            Some("@") => Wanted::Nothing,
            _ if !is_first && cursor.follows_operand() => Wanted::Nothing,
            _ => Wanted::Operand { is_claim: false },
        }
    };
    let Some(keyword) = cursor.word_at(0) else { return Wanted::Keyword };
    match keyword {
        "let" if cursor.word_at(2) == Some("=") => operand(3),
        "show" => operand(1),
        "compare" if cursor.last() == Some(",") && cursor.open_brackets().is_empty() => {
            Wanted::Operand { is_claim: false }
        }
        "compare" => operand(1),
        "assert" => match operand(1) {
            Wanted::Operand { .. } => Wanted::Operand { is_claim: cursor.before.len() == 1 },
            other => other,
        },
        "allow" if matches!(cursor.last(), Some("(" | ",")) => Wanted::Code,
        "with" => wanted_of_with(cursor),
        "run" if cursor.before.len() == 1 => Wanted::RunKind,
        "run" => wanted_of_run(cursor),
        _ => Wanted::Nothing,
    }
}

fn wanted_of_with(cursor: &StatementCursor<'_>) -> Wanted {
    match cursor.last() {
        Some("with") => Wanted::HostName,
        Some(",") if cursor.open_brackets().is_empty() => Wanted::HostName,
        Some("=") => Wanted::TypeOrOperand,
        _ if cursor.follows_operand() => Wanted::Nothing,
        _ => Wanted::Operand { is_claim: false },
    }
}

fn wanted_of_run(cursor: &StatementCursor<'_>) -> Wanted {
    let brackets = cursor.open_brackets();
    let is_type = |name: &str| element_type::find(name).is_some();
    // Options stand in brackets behind the element type.
    let words = || cursor.before.iter().map(|token| cursor.text.get(token.range.clone()).unwrap_or_default());
    let is_behind_type = || words().zip(words().skip(1)).any(|(first, then)| is_type(first) && then == "(");
    let is_behind_arrow = || words().any(|word| word == "->");
    match cursor.last() {
        Some("(" | ",") if brackets.len() == 1 && is_behind_type() => Wanted::RunOption,
        Some(":") if brackets.is_empty() && is_behind_arrow() => Wanted::TypeOrOperand,
        _ if cursor.before.len() > 2 && cursor.follows_operand() => Wanted::Nothing,
        _ => Wanted::Operand { is_claim: false },
    }
}

fn keywords(cursor: &StatementCursor<'_>) -> Vec<CompletionItem> {
    let is_behind_marker = cursor.text.get(..cursor.word.start).is_some_and(|before| before.ends_with(':'));
    let blank = if is_behind_marker { " " } else { "" };
    let keyword = |keyword: &&str| {
        let about = match *keyword {
            "let" => ("names a value", "let ${1:A} = ${2:(4,8):(1,4)}"),
            "show" => ("its value at the end of the line, and its grid", "show ${1:A}"),
            "compare" => ("where two layouts differ first", "compare ${1:A}, ${2:B}"),
            "assert" => ("a claim that is checked", "assert ${1:size(A)} == ${2:32}"),
            "with" => ("a size or type that is known at run time only", "with ${1:M} = ${2:128}"),
            "run" => ("runs on a GPU or an emulator", "run $0"),
            "allow" => ("silences a diagnostic", "allow($1)"),
            // One that is new here is a word.
            other => ("", other),
        };
        let (detail, snippet) = about;
        CompletionItem {
            text: format!("{blank}{keyword} "),
            snippet: Some(format!("{blank}{snippet}")),
            ..plain(keyword, CompletionKind::Keyword, (!detail.is_empty()).then(|| detail.to_owned()), 0)
        }
    };
    let recipes = recipe::items(false, 1).map(|item| CompletionItem {
        text: format!("{blank}{}", item.text),
        snippet: item.snippet.map(|snippet| format!("{blank}{snippet}")),
        ..item
    });
    STATEMENTS.iter().map(keyword).chain(recipes).collect()
}

fn types(rank: u8) -> impl Iterator<Item = CompletionItem> {
    element_type::all().map(move |element| {
        let bits = format!("{} bits", element.bits());
        plain(element.name, CompletionKind::Type, Some(bits), rank)
    })
}

/// Names in scope, operations, element types and atoms.
fn operands(analysis: &Analysis, cursor: &StatementCursor<'_>, is_claim: bool) -> Vec<CompletionItem> {
    let call = cursor.call();
    let (takes_type, takes_hardware) = call
        .map(|(operation, index)| (operation.takes_type(index), operation.takes_hardware(index)))
        .unwrap_or_default();
    let typed = cursor.typed();
    let mut items = names_in_scope(analysis, cursor);
    items.extend(host_names(analysis, cursor));
    let is_called = cursor.text.get(cursor.word.end..).is_some_and(|behind| behind.starts_with(['(', '<']));
    let operations = operation_names().map(|name| {
        let rank = if is_claim && PREDICATES.contains(&name) { 2 } else { 3 };
        function(name, Operation::named(name), is_called, rank)
    });
    items.extend(operations);
    if takes_type || !typed.is_empty() {
        items.extend(types(if takes_type { 0 } else { 4 }));
    }
    // There are hundreds of them: whoever wants one types how it begins.
    if takes_hardware || typed.len() >= 2 {
        let atoms = hardware_names().iter().filter(|name| super::fits(name, typed));
        let rank = if takes_hardware { 1 } else { 5 };
        items.extend(atoms.take(super::MOST_ITEMS).map(|name| plain(name, CompletionKind::Type, None, rank)));
    }
    items
}

/// The names that statements above this one bind for its scope, the latest binding of each.
fn names_in_scope(analysis: &Analysis, cursor: &StatementCursor<'_>) -> Vec<CompletionItem> {
    let file = &analysis.file;
    let scope =
        file.annotations.get(cursor.annotation).map_or(SourceScope::FILE, |annotation| annotation.scope);
    let mut names: HashMap<&str, Option<String>> = HashMap::new();
    let above = file.annotations.iter().zip(&analysis.evaluation.statements).take(cursor.annotation);
    for (annotation, meaning) in above.filter(|(annotation, _)| file.encloses(annotation.scope, scope)) {
        match (&annotation.statement, meaning) {
            (Statement::Let { name, .. }, Meaning::Value(evaluated)) => {
                names.insert(&name.text, detail(&evaluated.value));
            }
            (Statement::Let { name, .. }, _) => drop(names.insert(&name.text, None)),
            (Statement::With(clauses), _) => {
                for clause in clauses {
                    if let Binding::Value { name, value } = clause {
                        let source = analysis.text.get(value.range.clone()).unwrap_or_default();
                        names.insert(&name.text, Some(shorten(source, LONGEST_DETAIL)));
                    }
                }
            }
            _ => {}
        }
    }
    names.into_iter().map(|(name, detail)| plain(name, CompletionKind::Variable, detail, 0)).collect()
}

fn detail(value: &Value) -> Option<String> {
    value.unknown_reason().is_none().then(|| shorten(&value.to_string(), LONGEST_DETAIL))
}

/// The names of the code that a statement here sees with a value.
fn host_names(analysis: &Analysis, cursor: &StatementCursor<'_>) -> Vec<CompletionItem> {
    let visible = visible_host_names(analysis, cursor.word.start);
    let known = visible.into_iter().filter_map(|variable| {
        let value = variable.value_for_statements().ok()?.value;
        Some(plain(&variable.name, CompletionKind::Variable, detail(&value), 1))
    });
    known.take(MOST_HOST_NAMES).collect()
}

/// The names of the code that have no value here: those that a `with` may give one.
fn unbound_host_names(analysis: &Analysis, cursor: &StatementCursor<'_>) -> Vec<CompletionItem> {
    let visible = visible_host_names(analysis, cursor.word.start);
    let unknown = visible.into_iter().filter(|variable| {
        let is_given = matches!(variable.kind, VariableKind::Parameter | VariableKind::TemplateParameter);
        // An integer that the caller gives stands for itself.
        let is_open = |evaluated: Evaluated| evaluated.value.to_string() == variable.name;
        is_given && variable.value_for_statements().map_or(true, is_open)
    });
    unknown
        .take(MOST_HOST_NAMES)
        .map(|variable| plain(&variable.name, CompletionKind::Variable, None, 0))
        .collect()
}

/// The declarations that are visible at a byte, the innermost and latest of each name.
fn visible_host_names(analysis: &Analysis, at: usize) -> Vec<&Variable> {
    let mut latest: HashMap<&str, &Variable> = HashMap::new();
    for variable in
        analysis.evaluation.host.variables.iter().filter(|variable| variable.visible.contains(&at))
    {
        let order = |variable: &Variable| (variable.visible.start, variable.range.start);
        let known = latest.entry(&variable.name).or_insert(variable);
        if order(known) < order(variable) {
            *known = variable;
        }
    }
    let mut variables: Vec<&Variable> = latest.into_values().collect();
    // What is declared last is wanted first, where there are too many.
    variables.sort_by_key(|variable| std::cmp::Reverse(variable.range.start));
    variables
}
