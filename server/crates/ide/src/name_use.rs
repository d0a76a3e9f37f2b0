//! Where a name of statements or of the code is declared and used.

use std::ops::Range;

use layoutlens_eval::{
    Reference,
    host::{Variable, VariableKind},
};
use layoutlens_syntax::{Binding, Language, Statement};
use layoutlens_world::Analysis;

use crate::host_name::{carries_layouts, is_member, is_name_in_code, meant, variable_at};

/// A name and all places where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameUses {
    /// Where it is bound or declared, in the order of the text; in Python a variable is, wherever it is assigned to.
    pub(crate) declarations: Vec<Range<usize>>,
    /// Where it is used, in the order of the text.
    pub(crate) uses: Vec<Range<usize>>,
    /// Whether a `let` or `with` binds it; else the code declares it.
    pub(crate) is_bound: bool,
}

/// The name at `offset`: one that a statement binds, or one of the code that carries layouts or that a statement at `offset`
/// speaks of. A name that is bound again is another one from there on.
///
/// `None` where the server of the code's language knows more: for members, and for types that are named through others.
pub(crate) fn name_uses(analysis: &Analysis, offset: usize) -> Option<NameUses> {
    let touches = |range: &Range<usize>| touches(range, offset);
    let bindings = bindings(analysis);
    let used = analysis.evaluation.references.iter().find(|reference| touches(&reference.range));
    let bound = bindings.iter().find(|range| touches(range)).or_else(|| {
        let used = used.filter(|used| is_seen(used, analysis))?;
        Some(&used.definition).filter(|definition| bindings.contains(definition))
    });
    if let Some(bound) = bound {
        let uses = uses_in_statements(analysis, std::slice::from_ref(bound));
        return Some(NameUses { declarations: vec![bound.clone()], uses, is_bound: true });
    }
    let variable = match used {
        Some(used) => {
            let variables = &analysis.evaluation.host.variables;
            variables.iter().find(|variable| variable.range == used.definition)
        }
        None => {
            variable_at(analysis, offset).map(|(_, variable)| variable).filter(|one| carries_layouts(one))
        }
    };
    variable.and_then(|variable| uses_of_variable(analysis, variable))
}

fn touches(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}

/// Whether a name means the binding that it leads to: one that stands below it or in another function is only what a
/// problem of the name points at.
pub(crate) fn is_seen(reference: &Reference, analysis: &Analysis) -> bool {
    let scope = |range: &Range<usize>| analysis.file.scope_at(range.start);
    let (bound, used) = (&reference.definition, &reference.range);
    bound.end <= used.start && analysis.file.encloses(scope(bound), scope(used))
}

/// The variable of the code that a `with` speaks of, where the name that it binds at `binding` is one of the code there.
pub(crate) fn variable_of_with<'a>(analysis: &'a Analysis, binding: &Range<usize>) -> Option<&'a Variable> {
    let is_with = analysis.file.annotations.iter().any(|annotation| match &annotation.statement {
        Statement::With(_) => annotation.range.start <= binding.start && binding.end <= annotation.range.end,
        _ => false,
    });
    let name = analysis.text.get(binding.clone()).filter(|_| is_with)?;
    analysis.evaluation.host.lookup(name, binding.start)
}

/// The names that statements bind, each where it is bound.
pub(crate) fn bindings(analysis: &Analysis) -> Vec<Range<usize>> {
    let mut bindings = Vec::new();
    for annotation in &analysis.file.annotations {
        match &annotation.statement {
            Statement::Let { name, .. } => bindings.push(name.range.clone()),
            Statement::With(clauses) => bindings.extend(clauses.iter().filter_map(|clause| match clause {
                Binding::Value { name, .. } => Some(name.range.clone()),
                Binding::Divisible { .. } => None,
            })),
            _ => {}
        }
    }
    bindings
}

/// The uses in statements and comments of what is declared at one of `declarations`.
fn uses_in_statements(analysis: &Analysis, declarations: &[Range<usize>]) -> Vec<Range<usize>> {
    let is_of_code = |used: &Reference| {
        analysis.evaluation.host.variables.iter().any(|variable| variable.range == used.definition)
    };
    let uses = analysis
        .evaluation
        .references
        .iter()
        .filter(|used| declarations.contains(&used.definition))
        .filter(|used| is_seen(used, analysis) || is_of_code(used));
    let mut uses: Vec<Range<usize>> = uses.map(|used| used.range.clone()).collect();
    uses.sort_by_key(|range| range.start);
    uses.dedup();
    uses
}

fn uses_of_variable(analysis: &Analysis, variable: &Variable) -> Option<NameUses> {
    let language = analysis.file.language;
    let named: Vec<&Variable> = analysis
        .evaluation
        .host
        .variables
        .iter()
        .filter(|other| other.name == variable.name && other.kind != VariableKind::Field)
        .collect();
    let scope = |variable: &Variable| analysis.file.scope_at(variable.range.start);
    // In Python each assignment is a declaration of its own here, and one variable to everybody else.
    let is_same = |other: &Variable| {
        other.range == variable.range || (language == Language::Python && scope(other) == scope(variable))
    };
    if variable.kind == VariableKind::Field {
        return None;
    }
    let mut declarations: Vec<Range<usize>> =
        named.iter().filter(|other| is_same(other)).map(|other| other.range.clone()).collect();
    declarations.sort_by_key(|range| range.start);
    declarations.dedup();
    let mut uses = uses_in_statements(analysis, &declarations);
    let of_with = bindings(analysis).into_iter().filter(|binding| {
        analysis.text.get(binding.clone()) == Some(&variable.name)
            && variable_of_with(analysis, binding).is_some_and(is_same)
    });
    uses.extend(of_with);
    for range in identifiers(analysis, &variable.name) {
        if declarations.contains(&range) {
            continue;
        }
        if variable.kind == VariableKind::Alias
            && analysis.file.is_code(range.start)
            && is_member(&analysis.text, range.start)
        {
            return None;
        }
        let is_declaration = named.iter().any(|other| other.range == range);
        if !is_declaration
            && is_name_in_code(analysis, &range)
            && meant(language, &named, range.start).is_some_and(is_same)
        {
            uses.push(range);
        }
    }
    uses.sort_by_key(|range| range.start);
    uses.dedup();
    Some(NameUses { declarations, uses, is_bound: false })
}

/// Where the text holds this identifier.
fn identifiers<'a>(analysis: &'a Analysis, name: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let text: &str = &analysis.text;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).map(|(start, name)| start..start + name.len()).filter(move |range| {
        let before = text.get(..range.start).and_then(|before| before.chars().next_back());
        let behind = text.get(range.end..).and_then(|behind| behind.chars().next());
        !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    })
}
