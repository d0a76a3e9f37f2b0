//! What the values of a function or a class rest on that nothing gives, and of which program of several they are: said once,
//! at its head, and of a value only what is its own.

use std::{collections::BTreeMap, ops::Range};

use layoutlens_eval::host::{Condition, Supposed, Supposition, Variable};
use layoutlens_syntax::SourceScope;
use layoutlens_world::Analysis;

use crate::{
    hint_place::end_of_line,
    host_hint::{HintKinds, heads},
};

/// What is said at the heads of functions, and of classes around what stands in no function.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    suppositions: BTreeMap<Holder, Vec<Supposition>>,
    /// The program from which most values are that are known in a program each.
    programs: BTreeMap<Holder, String>,
}

/// The fewest values of one program for which that is said at a head.
const FEWEST_OF_PROGRAM: usize = 2;

impl Heads {
    /// Of the values that are shown: with what is supposed for them, and with the programs in which they are known.
    pub(crate) fn of<'a>(
        analysis: &Analysis,
        supposed: impl Iterator<Item = (&'a Variable, &'a Supposed)>,
        known: impl Iterator<Item = (&'a Variable, &'a str)>,
    ) -> Self {
        let mut counted: BTreeMap<Holder, Vec<(Supposition, usize)>> = BTreeMap::new();
        for (variable, supposed) in supposed {
            let Some(holder) = Holder::around(analysis, variable.range.start) else { continue };
            let counts = counted.entry(holder).or_default();
            for supposition in supposed.condition.suppositions() {
                match counts.iter_mut().find(|(known, _)| known == supposition) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((supposition.clone(), 1)),
                }
            }
        }
        let suppositions = counted.into_iter().map(|(holder, counts)| (holder, most_common(&counts)));
        let mut programs: BTreeMap<Holder, BTreeMap<&str, usize>> = BTreeMap::new();
        for (variable, program) in known {
            let Some(holder) = Holder::around(analysis, variable.range.start) else { continue };
            *programs.entry(holder).or_default().entry(program).or_default() += 1;
        }
        let most = |(holder, counts): (Holder, BTreeMap<&str, usize>)| {
            let (program, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
            (count >= FEWEST_OF_PROGRAM).then(|| (holder, program.to_owned()))
        };
        Self {
            suppositions: suppositions.collect(),
            programs: programs.into_iter().filter_map(most).collect(),
        }
    }

    /// What a value rests on that its head does not say.
    pub(crate) fn own(&self, analysis: &Analysis, at: usize, condition: &Condition) -> Condition {
        let said = Holder::around(analysis, at).and_then(|holder| self.suppositions.get(&holder));
        let said = said.map(Vec::as_slice).unwrap_or_default();
        let is_said = |own: &&Supposition| said.iter().any(|one| reads_as(one, own));
        condition.suppositions().iter().filter(|own| !is_said(own)).cloned().collect()
    }

    /// Whether the head of the value at the byte `at` says that it is known in this program.
    pub(crate) fn says_program(&self, analysis: &Analysis, at: usize, program: &str) -> bool {
        let said = Holder::around(analysis, at).and_then(|holder| self.programs.get(&holder));
        said.is_some_and(|said| said == program)
    }
}

/// The bytes of a function, the outermost one, or of the outermost class around what stands in no function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Holder {
    start: usize,
    end: usize,
}

impl Holder {
    /// What holds the byte `at`.
    fn around(analysis: &Analysis, at: usize) -> Option<Self> {
        let file = &analysis.file;
        if let Some(scope) = function_around(analysis, at) {
            let end = file.scopes.get(scope.index())?.range.end;
            return Some(Self { start: file.head_of(scope), end });
        }
        file.definition_around(at).map(|class| Self { start: class.start, end: class.end })
    }

    const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Whether two say the same to a reader: parameters of two functions may have one name.
fn reads_as(one: &Supposition, other: &Supposition) -> bool {
    one.name == other.name && one.is == other.is
}

/// Of each name what most values rest on.
fn most_common(counts: &[(Supposition, usize)]) -> Vec<Supposition> {
    let is_most_common = |(one, count): &&(Supposition, usize)| {
        let others = counts.iter().filter(|(other, _)| other.name == one.name);
        let most = others.map(|(_, count)| *count).max().unwrap_or(*count);
        let first = counts.iter().find(|(other, count)| other.name == one.name && *count == most);
        first.is_some_and(|(first, _)| reads_as(first, one))
    };
    counts.iter().filter(is_most_common).map(|(one, _)| one.clone()).collect()
}

/// The scope of the outermost function that holds the byte `at`.
pub(crate) fn function_around(analysis: &Analysis, at: usize) -> Option<SourceScope> {
    let file = &analysis.file;
    file.enclosing(file.scope_at(at)).filter(|scope| *scope != SourceScope::FILE).last()
}

/// What is said over a function or a class: of which program of several its values are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramHead {
    /// Bytes of the function or the class.
    pub holder: Range<usize>,
    /// `layouts in kernel.cu`.
    pub title: String,
    /// What that means.
    pub full: String,
}

/// Which programs are named over the functions and classes of a file, for the values that hints of these kinds show.
pub fn program_heads(analysis: &Analysis, kinds: HintKinds) -> Vec<ProgramHead> {
    let head = |(holder, program): (Holder, String)| {
        let full = format!(
            "known in {program}, a program that includes this file; in others these layouts may differ"
        );
        ProgramHead { holder: holder.range(), title: format!("layouts in {program}"), full }
    };
    heads(analysis, kinds).programs.into_iter().map(head).collect()
}

/// What is said over a function or a class: what its values rest on that nothing gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppositionHead {
    /// Bytes of the function or the class.
    pub holder: Range<usize>,
    /// `supposes dtype = Float16, N = 64`, and how many more there are.
    pub title: String,
    /// All of them.
    pub full: String,
    /// The statements that bind what can be bound; `None` where nothing can.
    pub binding: Option<Bindings>,
}

/// Statements that bind what is supposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bindings {
    /// `bind dtype = f16, N = 64`.
    pub title: String,
    /// What is inserted, and at which byte.
    pub insertions: Vec<(usize, String)>,
}

/// The most characters of a title.
const LONGEST_TITLE: usize = 100;

/// What is said over the functions and classes of a file, of the values that hints of these kinds show.
pub fn supposition_heads(analysis: &Analysis, kinds: HintKinds) -> Vec<SuppositionHead> {
    let heads = heads(analysis, kinds);
    let head = |(holder, said): (Holder, Vec<Supposition>)| {
        let condition: Condition = said.into_iter().collect();
        let binding = bindings(analysis, &condition);
        let full = condition.to_string();
        SuppositionHead { holder: holder.range(), title: title(&condition), full, binding }
    };
    heads.suppositions.into_iter().map(head).collect()
}

/// What changes a layout most first: types and numbers.
fn title(condition: &Condition) -> String {
    let mut distinct: Vec<&Supposition> = Vec::new();
    for one in condition.suppositions() {
        if !distinct.iter().any(|known| reads_as(known, one)) {
            distinct.push(one);
        }
    }
    let (values, others): (Vec<&Supposition>, Vec<&Supposition>) =
        distinct.into_iter().partition(|one| one.is.starts_with("= "));
    let all: Vec<&Supposition> = values.into_iter().chain(others).collect();
    let of_first = |count: usize| -> String {
        let first: Condition = all.iter().take(count).map(|one| (*one).clone()).collect();
        match all.len() - count {
            0 => format!("supposes {first}"),
            more => format!("supposes {first} and {more} more"),
        }
    };
    let fits = |count: &usize| of_first(*count).chars().count() <= LONGEST_TITLE;
    of_first((1..=all.len()).rev().find(fits).unwrap_or(all.len().min(1)))
}

/// A line in each function whose parameters can be bound.
fn bindings(analysis: &Analysis, condition: &Condition) -> Option<Bindings> {
    let mut of_functions: BTreeMap<SourceScope, Vec<String>> = BTreeMap::new();
    for binding in condition.suppositions().iter().filter_map(|one| one.binding.as_ref()) {
        let scope = analysis.file.scope_at(binding.declared);
        let clause = format!("{} = {}", binding.name, binding.value);
        let clauses = of_functions.entry(scope).or_default();
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    let mut clauses: Vec<String> = Vec::new();
    let mut insertions = Vec::new();
    for (scope, own) in of_functions {
        let Some((offset, indentation)) = start_of_body(analysis, scope) else { continue };
        insertions.push((offset, format!("{indentation}# cute: with {}\n", own.join(", "))));
        clauses.extend(own);
    }
    let title = format!("bind {}", clauses.join(", "));
    (!insertions.is_empty()).then_some(Bindings { title, insertions })
}

/// The line behind the head of a function of Python, and how its body is indented; `None` where the body stands on the
/// line of the head.
fn start_of_body(analysis: &Analysis, scope: SourceScope) -> Option<(usize, String)> {
    let function =
        analysis.file.scopes.get(scope.index()).filter(|_| scope != SourceScope::FILE)?.range.clone();
    let text = analysis.text.get(function.clone())?;
    let mut depth = 0_usize;
    let (colon, _) = text.char_indices().find(|(at, c)| {
        if !analysis.file.is_code(function.start + at + 1) {
            return false;
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *c == ':' && depth == 0
    })?;
    let line = end_of_line(&analysis.text, function.start + colon);
    let behind = analysis.text.get(function.start + colon + 1..line)?.trim_start();
    let begins = analysis.text.get(line..)?.find('\n').map(|newline| line + newline + 1)?;
    let first = analysis.text.get(begins..function.end)?.lines().find(|line| !line.trim().is_empty())?;
    let indentation: String = first.chars().take_while(|c| c.is_whitespace()).collect();
    let is_below = behind.is_empty() || behind.starts_with('#');
    is_below.then_some((begins, indentation))
}
