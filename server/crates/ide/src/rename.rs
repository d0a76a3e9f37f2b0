//! Other names for what statements bind.

use std::{collections::BTreeSet, ops::Range};

use layoutlens_eval::{
    Evaluated, Evaluation, Meaning, Operation, Reference, Value, element_type, evaluate_beside,
    host::HostEvaluation,
};
use layoutlens_syntax::{Binding, File, STATEMENTS, Statement, operation, parse};
use layoutlens_world::{Analysis, PlainKernels};

use crate::{
    host_name::identifier_around,
    name_use::{NameUses, bindings, is_seen, name_uses},
    statement_cursor::statement_at,
};

/// The name at `offset` when it can be renamed: one that a `let` or `with` binds. `None` outside of statements and their
/// comments, and where no name stands.
///
/// # Errors
/// A sentence that says why a name of a statement cannot be renamed here.
pub fn prepare_rename(analysis: &Analysis, offset: usize) -> Result<Option<Range<usize>>, String> {
    let name = identifier_around(&analysis.text, offset);
    let found = name_uses(analysis, offset);
    match (name, found) {
        (Some(range), Some(uses)) if uses.is_bound => {
            let name = analysis.text.get(range.clone()).unwrap_or_default();
            match binds_name_of_code(analysis, &uses, name) {
                true => Err(of_code(name)),
                false => Ok(Some(range)),
            }
        }
        (Some(range), found) if statement_at(analysis, offset).is_some() => {
            let name = analysis.text.get(range).unwrap_or_default();
            if found.is_some() || analysis.file.host_names.contains(name) {
                return Err(of_code(name));
            }
            match is_word_of_language(name) {
                true => Ok(None),
                false => {
                    Err(format!("no `let` or `with` binds `{name}`: only what statements bind is renamed"))
                }
            }
        }
        _ => Ok(None),
    }
}

/// The places that are to read `new_name`, in the order of the text. Behind the edits every value, problem and use is what
/// it was before.
///
/// # Errors
/// A sentence that says why the name at `offset` cannot be renamed so.
pub fn rename(analysis: &Analysis, offset: usize, new_name: &str) -> Result<Vec<Range<usize>>, String> {
    let Some(range) = prepare_rename(analysis, offset)? else {
        return Err("there is no name here that a statement binds".to_owned());
    };
    let name = analysis.text.get(range).unwrap_or_default();
    let found = name_uses(analysis, offset).ok_or("there is no name here that a statement binds")?;
    let mut places = [found.declarations, found.uses].concat();
    places.sort_by_key(|range| range.start);
    places.dedup();
    if new_name == name {
        return Ok(Vec::new());
    }
    check_new_name(new_name)?;
    check_collisions(analysis, &places, new_name)?;
    match keeps_meaning(analysis, &places, new_name) {
        true => Ok(places),
        false => {
            Err(format!("with the name `{new_name}` for `{name}`, statements would mean something else"))
        }
    }
}

fn of_code(name: &str) -> String {
    format!(
        "`{name}` is a name of the code: rename it where the code declares it, with the server of its language"
    )
}

/// Whether the name belongs to a `with` that says what a name of the code is.
fn binds_name_of_code(analysis: &Analysis, uses: &NameUses, name: &str) -> bool {
    let is_with = analysis.file.annotations.iter().any(|annotation| match &annotation.statement {
        Statement::With(clauses) => clauses.iter().any(|clause| match clause {
            Binding::Value { name, .. } => uses.declarations.contains(&name.range),
            Binding::Divisible { .. } => false,
        }),
        _ => false,
    });
    is_with && analysis.file.host_names.contains(name)
}

fn is_word_of_language(name: &str) -> bool {
    STATEMENTS.contains(&name)
        || matches!(name, "o" | "copy" | "gemm")
        || operation::is_operation(name)
        || Operation::named(name).is_some()
        || element_type::find(name).is_some()
}

/// # Errors
/// Why nothing can be bound to this name.
fn check_new_name(name: &str) -> Result<(), String> {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let has_letter =
        !name.trim_start_matches('_').bytes().all(|byte| byte.is_ascii_digit()) || name.starts_with("__");
    if !is_word || !has_letter || name.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(format!("`{name}` is no name: letters, digits and `_`, with a letter or `_` in front"));
    }
    let what = if STATEMENTS.contains(&name) {
        "a word that statements begin with"
    } else if name == "o" {
        "the sign of composition"
    } else if operation::is_operation(name) || Operation::named(name).is_some() {
        "the name of an operation"
    } else if element_type::find(name).is_some() {
        "the name of an element type"
    } else {
        return Ok(());
    };
    Err(format!("`{name}` is {what}: choose another name"))
}

/// # Errors
/// What has the new name already where the old one is seen.
fn check_collisions(analysis: &Analysis, places: &[Range<usize>], new_name: &str) -> Result<(), String> {
    let file = &analysis.file;
    let scope = |at: &Range<usize>| file.scope_at(at.start);
    let meets = |bound: &Range<usize>| {
        places.iter().any(|place| {
            file.encloses(scope(bound), scope(place)) || file.encloses(scope(place), scope(bound))
        })
    };
    let bound = bindings(analysis)
        .into_iter()
        .find(|bound| analysis.text.get(bound.clone()) == Some(new_name) && meets(bound));
    if let Some(bound) = bound {
        let line = 1 + analysis.text.get(..bound.start).map_or(0, |before| before.matches('\n').count());
        return Err(format!("`{new_name}` is bound already, in line {line}: choose another name"));
    }
    let is_of_code =
        places.iter().any(|place| analysis.evaluation.host.lookup(new_name, place.start).is_some());
    match is_of_code {
        true => Err(format!("`{new_name}` is a name of the code here: choose another name")),
        false => Ok(()),
    }
}

/// Whether all statements and comments mean the same with `new_name` at `places`: they are read and evaluated again.
fn keeps_meaning(analysis: &Analysis, places: &[Range<usize>], new_name: &str) -> bool {
    let shift = Shift { places, length: new_name.len() };
    let mut text = String::with_capacity(analysis.text.len());
    let mut at = 0;
    for place in places {
        text.push_str(analysis.text.get(at..place.start).unwrap_or_default());
        text.push_str(new_name);
        at = place.end;
    }
    text.push_str(analysis.text.get(at..).unwrap_or_default());
    let (file, _) = parse(analysis.file.language, &text, None);
    let evaluation = evaluate_beside(&file, &text, shift.host(&analysis.evaluation.host));
    let renamed = Analysis {
        text: text.into(),
        file: file.into(),
        evaluation,
        kernels: PlainKernels::default(),
        libraries: analysis.libraries,
    };
    let (before, behind) = (&analysis.evaluation, &renamed.evaluation);
    is_same_text_around(&analysis.file, &renamed.file)
        && is_same(&before.statements, &behind.statements, is_same_meaning)
        && is_same(&before.comments, &behind.comments, is_same_value)
        && is_same(&before.comment_checks, &behind.comment_checks, |one, other| {
            one.agreement == other.agreement
        })
        && problems(before, |range| shift.range(range)) == problems(behind, Range::clone)
        && uses(analysis, |range| shift.range(range)) == uses(&renamed, Range::clone)
}

/// Whether both files have the same statements and comments, as far as their number tells.
fn is_same_text_around(one: &File, other: &File) -> bool {
    one.annotations.len() == other.annotations.len()
        && one.comments.len() == other.comments.len()
        && one.value_comments.len() == other.value_comments.len()
}

fn is_same<T>(one: &[T], other: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
}

fn is_same_meaning(one: &Meaning, other: &Meaning) -> bool {
    match (one, other) {
        (Meaning::Value(one), Meaning::Value(other)) | (Meaning::Claim(one), Meaning::Claim(other)) => {
            is_same_value(one, other)
        }
        (Meaning::Run(Err(_)), Meaning::Run(Err(_))) => true,
        (one, other) => one == other,
    }
}

/// Reasons why something is unknown may name what is renamed.
fn is_same_value(one: &Evaluated, other: &Evaluated) -> bool {
    match (&one.value, &other.value) {
        (Value::Unknown(_), Value::Unknown(_)) => true,
        (value, other_value) => value == other_value && one.verdict == other.verdict,
    }
}

fn problems(
    evaluation: &Evaluation,
    place: impl Fn(&Range<usize>) -> Range<usize>,
) -> Vec<(Range<usize>, &'static str)> {
    evaluation.problems.iter().map(|problem| (place(&problem.range), problem.code.as_str())).collect()
}

/// Which use means which declaration.
fn uses(
    analysis: &Analysis,
    place: impl Fn(&Range<usize>) -> Range<usize>,
) -> BTreeSet<(usize, usize, usize)> {
    let is_of_code = |used: &Reference| {
        analysis.evaluation.host.variables.iter().any(|variable| variable.range == used.definition)
    };
    let seen =
        analysis.evaluation.references.iter().filter(|used| is_seen(used, analysis) || is_of_code(used));
    seen.map(|used| (place(&used.range).start, place(&used.range).end, place(&used.definition).start))
        .collect()
}

/// Where bytes are once other texts of `length` stand at `places`.
struct Shift<'a> {
    places: &'a [Range<usize>],
    length: usize,
}

impl Shift<'_> {
    fn offset(&self, offset: usize) -> usize {
        let before = self.places.partition_point(|place| place.end <= offset);
        let removed: usize = self.places.iter().take(before).map(Range::len).sum();
        offset.saturating_sub(removed).saturating_add(before.saturating_mul(self.length))
    }

    fn range(&self, range: &Range<usize>) -> Range<usize> {
        self.offset(range.start)..self.offset(range.end)
    }

    /// What the code means, with its names where they are then.
    fn host(&self, host: &HostEvaluation) -> HostEvaluation {
        let mut host = host.clone();
        for variable in &mut host.variables {
            variable.range = self.range(&variable.range);
            variable.statement = self.range(&variable.statement);
            variable.visible = self.range(&variable.visible);
        }
        for problem in &mut host.problems {
            problem.range = self.range(&problem.range);
        }
        host
    }
}
