//! All that a bench shows of one layout: what it is made of, what it comes to, step by step, in pictures and as a table.

mod access;
mod conflict_fix;
mod fix;
mod modes;
mod part;
mod phases;
mod table;
mod thread;

use std::ops::Range;

use layout_algebra::IntTuple;
use layoutlens_access::Access;
use layoutlens_eval::{Evaluated, Value, host::Answer};
use layoutlens_render::ColourBy;
use layoutlens_world::Analysis;

use crate::{
    access_expression::{access_at, access_expression},
    facts::{facts, verdict_text},
    line::line_around,
    picture::{self, PictureKind, Subject, Wanted},
    shorten::shorten,
    subject::{self, NotThere},
    target::{Target, memory, target},
    unbound::{unbound, with_names_at},
};

pub use conflict_fix::conflict_fixes;
pub use fix::BenchFix;
pub use part::BenchPart;
pub use phases::Phases;
pub use table::{Table, TableRows};
pub use thread::ThreadCells;

/// The most steps that are told.
const MOST_STEPS: usize = 64;
/// The most bytes of an expression that somebody types.
const MOST_TYPED: usize = 1 << 16;

/// The longest call that a heading shows, in characters.
const LONGEST_CALL: usize = 100;
/// Why a call has no picture.
const NO_OPERANDS: &str = "none of its operands is a layout that is known";

/// What a bench is asked for.
#[derive(Debug, Clone, Default)]
pub struct BenchView {
    /// The picture.
    pub wanted: Wanted,
    /// The thread whose elements are told; the picture is that of all.
    pub thread: Option<i64>,
    /// Which rows of the table.
    pub rows: TableRows,
}

/// What a bench shows.
#[derive(Debug, Clone)]
pub struct Bench {
    /// The name, where there is one.
    pub name: Option<String>,
    /// The value in CuTe's notation.
    pub value: String,
    /// An expression without names that comes to it, where there is one.
    pub expression: Option<String>,
    /// Under which conditions: the call site, the thread, what is supposed.
    pub condition: Option<String>,
    /// Whether it rests on a supposition.
    pub is_supposed: bool,
    /// What the value is worth, where it is not simply proved.
    pub verdict: Option<String>,
    /// What is known of it, a name and a value each.
    pub facts: Vec<(&'static str, String)>,
    /// How it came about.
    pub steps: Vec<BenchPart>,
    /// What else has to be said.
    pub notes: Vec<String>,
    /// What it is made from.
    pub operands: Vec<BenchPart>,
    /// Values of other call sites, and what holds under other suppositions.
    pub others: Vec<(String, String)>,
    /// Shape and strides of the layout, nested.
    pub modes: Option<IntTuple<(i64, String)>>,
    /// What the modes stand for.
    pub reading: Vec<(String, String)>,
    /// The pictures that it has.
    pub kinds: Vec<PictureKind>,
    /// The kind that is drawn.
    pub kind: PictureKind,
    /// The picture, or why there is none.
    pub picture: Result<layoutlens_render::Picture, String>,
    /// The elements of the thread that is asked for.
    pub thread: Option<ThreadCells>,
    /// The phases of an access to shared memory.
    pub phases: Option<Phases>,
    /// The table.
    pub table: Option<Table>,
    /// What it stands for in the document.
    pub range: Option<Range<usize>>,
    /// Ways out of what is found there.
    pub fixes: Vec<BenchFix>,
}

impl From<NotThere> for NoBench {
    fn from(not_there: NotThere) -> Self {
        match not_there {
            NotThere::Nothing => Self::Nothing,
            NotThere::Gone(name) => Self::Gone(name),
        }
    }
}

/// Why there is nothing to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoBench {
    /// Nothing with a value stands there.
    #[error("there is no layout at the cursor")]
    Nothing,
    /// The layout that was shown is not in the document any more.
    #[error("`{0}` is not in the document any more")]
    Gone(String),
    /// Its value is not known, and why.
    #[error("{0}")]
    Unknown(String),
    /// A text that is too long to be an expression.
    #[error("this is too long for an expression")]
    TooLong,
}

/// What is known of the layout at `offset`, of the next one on its line, or, where another name is meant, of the nearest of
/// that name.
///
/// # Errors
/// [`NoBench`].
pub fn bench_at(
    analysis: &Analysis,
    offset: usize,
    name: Option<&str>,
    view: &BenchView,
) -> Result<Bench, NoBench> {
    if let (None, None) = (name, target(analysis, offset))
        && let Some(bench) = access_at(analysis, offset).and_then(|access| of_access(analysis, access, view))
    {
        return Ok(bench);
    }
    match subject::find(analysis, offset, name) {
        Ok(found) => of_target(analysis, &found, view),
        Err(nothing) => {
            let access = first_access_on_line(analysis, offset).filter(|_| name.is_none());
            access.and_then(|access| of_access(analysis, access, view)).ok_or(nothing.into())
        }
    }
}

/// An access of a plain kernel: its lanes over banks or sectors.
fn of_access(analysis: &Analysis, access: &Access, view: &BenchView) -> Option<Bench> {
    let expression = access_expression(access)?;
    let evaluated = picture::evaluated(&expression).ok()?;
    let mut bench = of_value(&evaluated, Some(expression), view);
    let spelled: Vec<&str> = analysis.text.get(access.range.clone())?.split_whitespace().collect();
    let what = if access.is_write { "write" } else { "read" };
    let text = format!("{} {what} of {}", access.space.name(), shorten(&spelled.join(" "), LONGEST_CALL));
    bench.notes.insert(0, text);
    bench.condition = (!access.when.is_empty()).then(|| format!("if {}", access.when.join(", ")));
    bench.range = Some(access.range.clone());
    Some(bench)
}

/// The first access on the line of a byte that has a picture: a cursor often stands before it.
fn first_access_on_line(analysis: &Analysis, offset: usize) -> Option<&Access> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return None;
    }
    let line = line_around(&analysis.text, offset);
    let on_line = analysis.kernels().accesses.iter().filter(|access| line.contains(&access.range.start));
    on_line.into_iter().find(|access| access_expression(access).is_some())
}

/// The ways out of what is found at `offset`, as [`bench_at`] tells them.
///
/// # Errors
/// [`NoBench`].
pub fn bench_fixes(analysis: &Analysis, offset: usize) -> Result<Vec<BenchFix>, NoBench> {
    Ok(fix::fixes(analysis, &subject::find(analysis, offset, None)?))
}

/// What an expression comes to; names in it are those of the document that is given.
///
/// # Errors
/// [`NoBench`].
pub fn bench_of(
    expression: &str,
    beside: Option<(&Analysis, usize)>,
    view: &BenchView,
) -> Result<Bench, NoBench> {
    if expression.len() > MOST_TYPED {
        return Err(NoBench::TooLong);
    }
    let text = match beside {
        Some((analysis, offset)) => with_names_at(analysis, offset, expression),
        None => expression.to_owned(),
    };
    let evaluated = picture::evaluated(&text).map_err(NoBench::Unknown)?;
    Ok(of_value(&evaluated, Some(text), view))
}

fn of_target(analysis: &Analysis, found: &Target<'_>, view: &BenchView) -> Result<Bench, NoBench> {
    let is_known = found.evaluated.value.unknown_reason().is_none();
    let (evaluated, supposed) = found.shown();
    let (evaluated, condition) = match supposed {
        Some(supposed) => (evaluated, Some(format!("if {}", supposed.condition))),
        None => (
            found.evaluated,
            found.answers.first().and_then(conditions).or_else(|| of_thread(found.evaluated)),
        ),
    };
    if let Some(reason) = evaluated.value.unknown_reason() {
        return Err(NoBench::Unknown(reason.to_owned()));
    }
    let range = subject::expression_range(analysis, found);
    let text = range.filter(|_| found.answers.is_empty());
    let written = text.and_then(|range| unbound(analysis, range, evaluated));
    let expression = written.or_else(|| part::closed(evaluated));
    let mut bench = of_value(evaluated, expression, view);
    bench.name = found.name.map(str::to_owned);
    bench.condition = condition;
    bench.is_supposed = !is_known;
    bench.range = Some(found.range.clone());
    bench.others = others(found, is_known);
    if !found.answers.is_empty() {
        let whole = subject::variable_statement(analysis, found).unwrap_or_else(|| found.range.clone());
        if bench.operands.is_empty() {
            bench.operands = part::host_operands(analysis, &whole, found);
        }
        let text = analysis.text.get(whole).unwrap_or_default();
        if let Value::Finding(finding) = &evaluated.value {
            // Of a copy or a GEMM the call is what is shown, and what it costs is told below.
            let call: Vec<&str> = text.split_whitespace().collect();
            bench.notes.splice(0..0, finding.text.split("; ").map(str::to_owned));
            bench.value = shorten(&call.join(" "), LONGEST_CALL);
            let operands = side_by_side(&bench.operands, view);
            access::show(&mut bench, &finding.accesses, operands, view);
        }
        bench.reading.splice(0..0, modes::of_partition(text));
    }
    bench.fixes = fix::fixes(analysis, found);
    Ok(bench)
}

/// The operands of a call as one picture, a column each.
fn side_by_side(operands: &[BenchPart], view: &BenchView) -> Option<layoutlens_render::Picture> {
    let mut all = layoutlens_render::Picture { panels: Vec::new(), legend: None, notes: Vec::new() };
    for operand in operands {
        let Some(evaluated) = operand.expression.as_deref().and_then(|text| picture::evaluated(text).ok())
        else {
            continue;
        };
        let subject = Subject { evaluated: &evaluated, operation: None, operands: Vec::new() };
        let wanted = Wanted { kind: None, colour: None, ..view.wanted.clone() };
        let Ok(picture) = subject.picture(&wanted) else { continue };
        let column = all.panels.iter().map(|panel| panel.at.1 + 1).max().unwrap_or_default();
        for mut panel in picture.panels {
            panel.at.1 += column;
            let title = panel
                .title
                .map_or_else(|| operand.text.clone(), |title| format!("{}: {title}", operand.text));
            panel.title = Some(title);
            all.panels.push(panel);
        }
        all.legend = all.legend.or(picture.legend);
    }
    (!all.panels.is_empty()).then_some(all)
}

fn of_thread(evaluated: &Evaluated) -> Option<String> {
    evaluated.thread.as_ref().map(|thread| format!("for {thread}"))
}

fn conditions(answer: &Answer) -> Option<String> {
    let space = memory(answer).map(|space| space.name().to_owned());
    let holds_for = answer.holds_for().map(|holds_for| format!("for {holds_for}"));
    let all: Vec<String> = space.into_iter().chain(holds_for).collect();
    (!all.is_empty()).then(|| all.join(" · "))
}

fn others(found: &Target<'_>, is_known: bool) -> Vec<(String, String)> {
    let answers = found.answers.iter().skip(1).filter(|_| is_known);
    let answers =
        answers.map(|answer| (answer.evaluated.value.to_string(), answer.holds_for().unwrap_or_default()));
    let supposed = found.supposed.iter().skip(usize::from(!is_known));
    let supposed = supposed
        .map(|supposed| (supposed.answer.evaluated.value.to_string(), format!("if {}", supposed.condition)));
    answers.chain(supposed).take(16).collect()
}

fn of_value(evaluated: &Evaluated, expression: Option<String>, view: &BenchView) -> Bench {
    let (operation, operands) = expression.as_deref().map(picture::operands).unwrap_or_default();
    let subject = Subject { evaluated, operation, operands };
    let kind = view.wanted.kind.unwrap_or_else(|| subject.usual_kind());
    let mut view = view.clone();
    if let Some(ColourBy::Bank { element_bits: bits @ 0 }) = &mut view.wanted.colour {
        *bits = view.wanted.element_bits.or_else(|| subject.known_bits()).unwrap_or(32);
    }
    let mut drawn = subject.picture(&view.wanted);
    if let Ok(drawn) = &mut drawn {
        drawn.notes.extend(verdict_text(evaluated));
    }
    let function = picture::function(&evaluated.value).ok();
    let mut known = facts(&evaluated.value);
    known.extend(evaluated.offset.clone().map(|text| crate::facts::Fact { name: "offset", text }));
    Bench {
        name: None,
        value: evaluated.value.to_string(),
        operands: expression.as_deref().map(part::written_operands).unwrap_or_default(),
        expression,
        condition: of_thread(evaluated),
        is_supposed: false,
        verdict: verdict_text(evaluated),
        facts: known.into_iter().map(|fact| (fact.name, fact.text)).collect(),
        steps: evaluated.steps.iter().take(MOST_STEPS).map(|step| part::of_step(step)).collect(),
        notes: notes(evaluated),
        others: Vec::new(),
        modes: modes::modes(&evaluated.value),
        reading: modes::reading(evaluated),
        kinds: kinds(&subject, &view.wanted),
        kind,
        picture: drawn,
        thread: view.thread.and_then(|thread| thread::thread_cells(evaluated, &view.wanted, thread)),
        phases: (kind == PictureKind::Conflicts).then(|| phases::phases(&subject, &view.wanted)).flatten(),
        table: function.and_then(|function| table::table(&function, view.rows)),
        range: None,
        fixes: Vec::new(),
    }
}

fn notes(evaluated: &Evaluated) -> Vec<String> {
    let warning = evaluated.warning.as_ref().map(|warning| warning.message.clone());
    warning.into_iter().chain(evaluated.notes.iter().cloned()).collect()
}

/// The kinds of which there is a picture.
fn kinds(subject: &Subject<'_>, wanted: &Wanted) -> Vec<PictureKind> {
    PictureKind::NAMED.iter().map(|(_, kind)| *kind).filter(|kind| subject.offers(*kind, wanted)).collect()
}
