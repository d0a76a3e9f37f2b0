//! All that a bench shows of one layout: what it is made of, what it comes to, step by step, in pictures and as a table.

use std::ops::Range;

use layout_algebra::{AnyLayout, IntTuple, Layout, analysis::bank_conflicts, as_xor_layout, idx2crd};
use layoutlens_eval::{Evaluated, Hardware, Operation, Value, host::Answer};
use layoutlens_render::{ColourBy, Limits};
use layoutlens_syntax::{Expr, ExprKind, Statement, parse_expression};
use layoutlens_world::Analysis;

use crate::{
    diagnostic::diagnostics_with_fixes,
    facts::{facts, verdict_text},
    host_name::{is_identifier, variable_at},
    inspect::inspect,
    picture::{self, PictureKind, Subject, Wanted},
    shorten::shorten,
    target::{Target, memory, target},
    unbound::{comes_to, unbound, with_names_at},
};

/// The most operands that stand beside a result.
const MOST_OPERANDS: usize = 6;
/// The most steps that are told.
const MOST_STEPS: usize = 64;
/// The most rows of a table that are told at once.
const MOST_ROWS: usize = 512;
/// The most coordinates that are looked through for those of an offset.
const MOST_SEARCHED: i64 = 1 << 18;
/// The most cells of one thread that are told.
const MOST_CELLS_OF_THREAD: i64 = 1024;
/// The most terms of a linear form.
const MOST_TERMS: usize = 12;
/// The most phases that are told.
const MOST_PHASES: usize = 256;
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

/// Which rows of the table of coordinates and offsets.
#[derive(Debug, Clone, Copy, Default)]
pub enum TableRows {
    /// None.
    #[default]
    None,
    /// So many from a coordinate on.
    From(i64, usize),
    /// Those of an offset.
    Of(i64),
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

/// An operand or a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchPart {
    /// As it is written.
    pub text: String,
    /// What it comes to, where that is another text.
    pub value: Option<String>,
    /// An expression without names that a bench can show.
    pub expression: Option<String>,
}

/// What one thread has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadCells {
    /// The thread.
    pub thread: i64,
    /// How many there are.
    pub threads: i64,
    /// Of which operand: `C`.
    pub operand: &'static str,
    /// Value, row, column and offset of each element.
    pub cells: Vec<[i64; 4]>,
    /// How many more there are.
    pub more: i64,
}

/// The phases of an access to shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phases {
    /// The bits of an element.
    pub element_bits: i64,
    /// The elements that a thread accesses at once.
    pub vector: i64,
    /// The phase that is drawn.
    pub shown: usize,
    /// First thread, last thread and how many words of one bank wait for each other.
    pub each: Vec<[i64; 3]>,
    /// The wavefronts of all, and how many would do.
    pub wavefronts: [i64; 2],
}

/// Coordinates and offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// How many coordinates there are.
    pub size: i64,
    /// Index, coordinate and offset.
    pub rows: Vec<(i64, String, String)>,
    /// Whether more rows fit what was asked.
    pub has_more: bool,
}

/// A way out of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchFix {
    /// What it does.
    pub title: String,
    /// Of which finding.
    pub code: &'static str,
    /// Bytes to replace.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
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
    let found = shown(analysis, offset).filter(|found| name.is_none() || found.name == name);
    let found = match (found, name) {
        (Some(found), _) => found,
        (None, Some(name)) => named(analysis, offset, name).ok_or_else(|| NoBench::Gone(name.to_owned()))?,
        (None, None) => on_line(analysis, offset).ok_or(NoBench::Nothing)?,
    };
    of_target(analysis, &found, view)
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

/// What is shown of an offset: of a number or a tuple what it is part of. What a `let` binds has its name.
fn shown(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let mut found = target(analysis, offset)?;
    if !is_shown(&found.evaluated.value) {
        let nodes = analysis.evaluation.nodes.iter();
        let around = nodes.filter(|node| node.range.start <= offset && offset <= node.range.end);
        let node = around.filter(|node| is_shown(&node.evaluated.value)).min_by_key(|node| node.range.len());
        if let Some(node) = node {
            found = Target {
                range: node.range.clone(),
                name: None,
                evaluated: &node.evaluated,
                is_claim: false,
                answers: &[],
                supposed: &[],
                agreement: None,
            };
        }
    }
    let bound = analysis.file.annotations.iter().find_map(|annotation| match &annotation.statement {
        Statement::Let { name, value } if value.range == found.range => Some(name.text.as_str()),
        // `show A` is about `A`.
        Statement::Show(shown) if annotation.range == found.range => {
            analysis.text.get(shown.range.clone()).filter(|text| is_identifier(text))
        }
        _ => None,
    });
    found.name = found.name.or(bound);
    Some(found)
}

/// Whether a bench has more to show of a value than its text.
fn is_shown(value: &Value) -> bool {
    value.is_layout() || is_drawn_hardware(value) || matches!(value, Value::Finding(_) | Value::Bool(_))
}

/// The nearest thing of a name.
fn named<'a>(analysis: &'a Analysis, offset: usize, name: &str) -> Option<Target<'a>> {
    let mut places: Vec<usize> = inspect(analysis)
        .into_iter()
        .filter(|inspected| inspected.name.as_deref() == Some(name))
        .map(|inspected| inspected.range.start)
        .collect();
    places.sort_by_key(|place| place.abs_diff(offset));
    places.into_iter().find_map(|place| shown(analysis, place).filter(|found| found.name == Some(name)))
}

/// The first thing with a value on the line of `offset`: a cursor often stands before it.
fn on_line(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let text = &analysis.text;
    let start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let end = text.get(offset..)?.find('\n').map_or(text.len(), |length| offset + length);
    let mut places: Vec<usize> = inspect(analysis)
        .into_iter()
        .map(|inspected| inspected.range.start)
        .filter(|place| (start..=end).contains(place))
        .collect();
    places.sort_by_key(|place| place.abs_diff(offset));
    places.into_iter().find_map(|place| shown(analysis, place))
}

fn of_target(analysis: &Analysis, found: &Target<'_>, view: &BenchView) -> Result<Bench, NoBench> {
    let supposed = found.supposed.first();
    let is_known = found.evaluated.value.unknown_reason().is_none();
    let (evaluated, condition) = match (is_known, supposed) {
        (false, Some(supposed)) => (&supposed.answer.evaluated, Some(format!("if {}", supposed.condition))),
        _ => (
            found.evaluated,
            found.answers.first().and_then(conditions).or_else(|| of_thread(found.evaluated)),
        ),
    };
    if let Some(reason) = evaluated.value.unknown_reason() {
        return Err(NoBench::Unknown(reason.to_owned()));
    }
    let range = expression_range(analysis, found);
    let text = range.filter(|_| found.answers.is_empty());
    let written = text.and_then(|range| unbound(analysis, range, evaluated));
    let expression = written.or_else(|| closed(evaluated));
    let mut bench = of_value(evaluated, expression, view);
    bench.name = found.name.map(str::to_owned);
    bench.condition = condition;
    bench.is_supposed = !is_known;
    bench.range = Some(found.range.clone());
    bench.others = others(found, is_known);
    if !found.answers.is_empty() {
        let whole = variable_statement(analysis, found).unwrap_or_else(|| found.range.clone());
        if bench.operands.is_empty() {
            bench.operands = host_operands(analysis, &whole, found);
        }
        let text = analysis.text.get(whole).unwrap_or_default();
        if let Value::Finding(finding) = &evaluated.value {
            // Of a copy or a GEMM the call is what is shown, and what it costs is told below.
            let call: Vec<&str> = text.split_whitespace().collect();
            bench.notes.splice(0..0, finding.text.split("; ").map(str::to_owned));
            bench.value = shorten(&call.join(" "), LONGEST_CALL);
            bench.picture = side_by_side(&bench.operands, view).ok_or_else(|| NO_OPERANDS.to_owned());
        }
        bench.reading.splice(0..0, of_partition(text));
    }
    bench.fixes = fixes(analysis, found);
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

/// The expression of a statement, without its keyword.
fn expression_range(analysis: &Analysis, found: &Target<'_>) -> Option<Range<usize>> {
    let annotations = &analysis.file.annotations;
    match annotations.iter().find(|annotation| annotation.range == found.range) {
        Some(annotation) => match &annotation.statement {
            Statement::Let { value, .. } | Statement::Show(value) => Some(value.range.clone()),
            Statement::Assert(assertion) => Some(assertion.claim.range.clone()),
            _ => None,
        },
        None => Some(found.range.clone()),
    }
}

/// The value as an expression, where it can be read again.
fn closed(evaluated: &Evaluated) -> Option<String> {
    let value = evaluated.value.to_string();
    match &evaluated.tile {
        Some(tile) => Some(format!("thread_values({value}, {tile})")),
        None => comes_to(&value, &evaluated.value).then_some(value),
    }
}

/// The statement that declares a variable of the code, or the call itself.
fn variable_statement(analysis: &Analysis, found: &Target<'_>) -> Option<Range<usize>> {
    let (_, variable) = variable_at(analysis, found.range.start)?;
    Some(variable.statement.clone())
}

/// What is named in a call of the code and has one value, whatever calls the code.
fn host_operands(analysis: &Analysis, whole: &Range<usize>, found: &Target<'_>) -> Vec<BenchPart> {
    let Some(text) = analysis.text.get(whole.clone()) else { return Vec::new() };
    let (itself, holds_for) = (&found.range, found.answers.first().and_then(Answer::holds_for));
    let mut operands: Vec<BenchPart> = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_alphabetic() || c == '_'))
    {
        let start = at + start;
        let length =
            text.get(start..).and_then(|rest| rest.find(|c: char| !(c.is_alphanumeric() || c == '_')));
        let end = length.map_or(text.len(), |length| start + length);
        at = end.max(start + 1);
        let Some(word) = text.get(start..end).filter(|word| is_identifier(word)) else { continue };
        let place = whole.start + start;
        if place == itself.start || operands.iter().any(|operand| operand.text == word) {
            continue;
        }
        let Some((_, variable)) = variable_at(analysis, place).filter(|(range, _)| range.start == place)
        else {
            continue;
        };
        // Beside an operand there is no place for a condition: its value must be the only one, and hold wherever the
        // result does.
        let evaluated = match variable.answers.as_slice() {
            [answer]
                if !variable.is_sample
                    && (answer.holds_for().is_none() || answer.holds_for() == holds_for) =>
            {
                &answer.evaluated
            }
            _ => continue,
        };
        if evaluated.value.is_layout() || is_drawn_hardware(&evaluated.value) {
            operands.push(BenchPart {
                text: word.to_owned(),
                value: Some(evaluated.value.to_string()),
                expression: closed(evaluated),
            });
        }
        if operands.len() == MOST_OPERANDS {
            break;
        }
    }
    operands
}

fn is_drawn_hardware(value: &Value) -> bool {
    matches!(value, Value::Hardware(hardware)
        if matches!(hardware.as_ref(), Hardware::TiledCopy(_) | Hardware::TiledMma(_) | Hardware::MmaAtom(_)))
}

/// What the modes of a partition stand for, where a statement declares what such a call gives and nothing else.
fn of_partition(statement: &str) -> Vec<(String, String)> {
    let named = [
        (
            ["partition_A", "partition_fragment_A"],
            ["V: the values of one atom", "M: atoms down", "K: atoms along K"],
        ),
        (
            ["partition_B", "partition_fragment_B"],
            ["V: the values of one atom", "N: atoms down", "K: atoms along K"],
        ),
        (
            ["partition_C", "partition_fragment_C"],
            ["V: the values of one atom", "M: atoms down", "N: atoms across"],
        ),
        (["partition_S", "partition_D"], ["V: the values of one copy", "M: copies down", "N: copies across"]),
    ];
    let Some((_, value)) = statement.split_once('=') else { return Vec::new() };
    let value = value.trim().trim_end_matches(';').trim_end();
    let is_the_call = |name: &str| {
        let Some((before, arguments)) = value.split_once(&format!(".{name}(")) else { return false };
        // The receiver is whole before it, and nothing comes behind its arguments.
        depth_of(before) == Some(0)
            && arguments.strip_suffix(')').is_some_and(|inside| depth_of(inside) == Some(0))
    };
    let meant = named.iter().find(|(calls, _)| calls.iter().any(|name| is_the_call(name)));
    let Some((_, modes)) = meant else { return Vec::new() };
    modes.iter().enumerate().map(|(mode, meaning)| (format!("mode {mode}"), (*meaning).to_owned())).collect()
}

/// How many brackets are open at the end of a text; nothing where one is closed that was not opened.
fn depth_of(text: &str) -> Option<usize> {
    text.chars().try_fold(0_usize, |depth, letter| match letter {
        '(' | '[' | '{' => Some(depth + 1),
        ')' | ']' | '}' => depth.checked_sub(1),
        _ => Some(depth),
    })
}

/// The ways out of what is found on the statement or the call.
fn fixes(analysis: &Analysis, found: &Target<'_>) -> Vec<BenchFix> {
    let annotation = analysis.file.annotations.iter().find(|annotation| {
        annotation.range.start <= found.range.start && found.range.end <= annotation.range.end
    });
    let within = annotation.map_or_else(|| found.range.clone(), |annotation| annotation.range.clone());
    let touches = |range: &Range<usize>| range.start <= within.end && within.start <= range.end;
    if !analysis.evaluation.problems.iter().any(|problem| touches(&problem.range)) {
        return Vec::new();
    }
    let findings = diagnostics_with_fixes(analysis, &within);
    let findings = findings.into_iter().filter(|finding| touches(&finding.range));
    findings
        .flat_map(|finding| {
            let code = finding.code;
            finding.fixes.into_iter().map(move |fix| BenchFix {
                title: fix.title,
                code,
                range: fix.range,
                text: fix.text,
            })
        })
        .collect()
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
        operands: expression.as_deref().map(written_operands).unwrap_or_default(),
        expression,
        condition: of_thread(evaluated),
        is_supposed: false,
        verdict: verdict_text(evaluated),
        facts: known.into_iter().map(|fact| (fact.name, fact.text)).collect(),
        steps: evaluated.steps.iter().take(MOST_STEPS).map(|step| of_step(step)).collect(),
        notes: notes(evaluated),
        others: Vec::new(),
        modes: modes(&evaluated.value),
        reading: reading(evaluated),
        kinds: kinds(&subject, &view.wanted),
        kind,
        picture: drawn,
        thread: view.thread.and_then(|thread| thread_cells(evaluated, &view.wanted, thread)),
        phases: (kind == PictureKind::Conflicts).then(|| phases(&subject, &view.wanted)).flatten(),
        table: function.and_then(|function| table(&function, view.rows)),
        range: None,
        fixes: Vec::new(),
    }
}

fn notes(evaluated: &Evaluated) -> Vec<String> {
    let warning = evaluated.warning.as_ref().map(|warning| warning.message.clone());
    warning.into_iter().chain(evaluated.notes.iter().cloned()).collect()
}

/// A step, with the layout behind its last `=` or arrow, where it ends with one.
fn of_step(step: &str) -> BenchPart {
    let parts = [" = ", " -> ", " is ", ": "].iter().filter_map(|mark| step.rsplit_once(mark));
    let mut last = parts.map(|(_, last)| last.trim().trim_end_matches(['.', ',', ';']));
    let expression = last.find(|last| {
        last.contains(':') && picture::evaluated(last).is_ok_and(|evaluated| evaluated.value.is_layout())
    });
    BenchPart { text: step.to_owned(), value: None, expression: expression.map(str::to_owned) }
}

fn written_operands(text: &str) -> Vec<BenchPart> {
    let (expr, _) = parse_expression(text);
    let written: Vec<&Expr> = match &expr.kind {
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        ExprKind::Apply { callee, coordinate } => {
            let is_call = matches!(&callee.kind, ExprKind::Name(name) if Operation::named(name).is_some());
            let callee = (!is_call).then_some(callee.as_ref());
            callee.into_iter().chain(coordinate).collect()
        }
        _ => children(&expr),
    };
    let part = |expr: &Expr| {
        let text = text.get(expr.range.clone())?.trim();
        let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let value = picture::evaluated(text).ok().map(|evaluated| evaluated.value.to_string());
        // A value that a name stood for is in parentheses of ours.
        let text = bare.filter(|bare| value.as_deref() == Some(*bare)).unwrap_or(text);
        Some(BenchPart {
            text: text.to_owned(),
            expression: value.is_some().then(|| text.to_owned()),
            value: value.filter(|value| value != text),
        })
    };
    written.into_iter().take(MOST_OPERANDS).filter_map(part).collect()
}

/// The two sides of an operator.
fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary { left, right, .. } => vec![left, right],
        _ => Vec::new(),
    }
}

/// The kinds of which there is a picture, found by drawing one cell of each.
fn kinds(subject: &Subject<'_>, wanted: &Wanted) -> Vec<PictureKind> {
    let corner = Some(Limits::of(1, 1));
    let is_drawn = |kind: PictureKind| {
        subject.picture(&Wanted { kind: Some(kind), limits: corner, ..wanted.clone() }).is_ok()
    };
    PictureKind::NAMED.iter().map(|(_, kind)| *kind).filter(|kind| is_drawn(*kind)).collect()
}

/// Shape and strides, of whatever the strides are.
fn modes(value: &Value) -> Option<IntTuple<(i64, String)>> {
    match value {
        Value::Tuple(_) => None,
        Value::CoordinateLayout(layout) => zipped(&layout.shape(), &layout.stride()),
        Value::XorLayout(layout) => zipped(&layout.shape(), &layout.stride()),
        value => match picture::function(value).ok()? {
            AnyLayout::Layout(layout) => zipped(&layout.shape(), &layout.stride()),
            other => other.domain().and_then(|layout| zipped(&layout.shape(), &layout.stride())),
        },
    }
}

fn zipped<D: ToString>(shape: &IntTuple<i64>, stride: &IntTuple<D>) -> Option<IntTuple<(i64, String)>> {
    match (shape, stride) {
        (IntTuple::Int(extent), IntTuple::Int(stride)) => Some(IntTuple::Int((*extent, stride.to_string()))),
        (IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => shapes
            .iter()
            .zip(strides)
            .map(|(shape, stride)| zipped(shape, stride))
            .collect::<Option<_>>()
            .map(IntTuple::Tuple),
        _ => None,
    }
}

/// A layout as the linear form that it is, the product of its strides with a coordinate: `r = 8 c0 + c1`. What is summed are
/// integers, coordinates, or, with XOR, vectors of bits (Table 1 of the paper).
fn linear_form(value: &Value) -> Option<String> {
    let sum = match value {
        Value::XorLayout(_) => " ⊕ ",
        Value::Layout(_) | Value::CoordinateLayout(_) => " + ",
        Value::Composed(composed) => {
            let layout = as_xor_layout(&composed.as_ref().clone().into()).ok()??;
            return linear_form(&Value::XorLayout(layout.into()));
        }
        _ => return None,
    };
    let mut terms = Vec::new();
    add_terms(&modes(value)?, "", &mut terms);
    if terms.len() > MOST_TERMS {
        return None;
    }
    Some(format!("r = {}", terms.join(sum)))
}

fn add_terms(modes: &IntTuple<(i64, String)>, path: &str, terms: &mut Vec<String>) {
    match modes {
        IntTuple::Int((_, stride)) => {
            let factor = if stride == "1" { String::new() } else { format!("{stride} ") };
            terms.push(format!("{factor}c{path}"));
        }
        IntTuple::Tuple(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let path = if path.is_empty() { index.to_string() } else { format!("{path}.{index}") };
                add_terms(part, &path, terms);
            }
        }
    }
}

/// How the modes are read.
fn reading(evaluated: &Evaluated) -> Vec<(String, String)> {
    let form = linear_form(&evaluated.value).map(|form| ("linear form".to_owned(), form));
    modes_read(evaluated).into_iter().chain(form).collect()
}

fn modes_read(evaluated: &Evaluated) -> Vec<(String, String)> {
    let Ok(AnyLayout::Layout(layout)) = picture::function(&evaluated.value) else { return Vec::new() };
    if evaluated.tile.is_some() {
        return vec![
            ("mode 0".to_owned(), "T: the threads".to_owned()),
            ("mode 1".to_owned(), "V: the values of each thread".to_owned()),
        ];
    }
    if layout.rank() < 2 || matches!(evaluated.value, Value::Tuple(_)) {
        return Vec::new();
    }
    let size = |mode: usize| layout.shape().modes().get(mode).and_then(|mode| mode.product().ok());
    (0..layout.rank().min(8))
        .filter_map(|mode| {
            let size = size(mode)?;
            Some((
                format!("size<{mode}>"),
                format!("{size}: a loop over mode {mode} goes round {size} times"),
            ))
        })
        .collect()
}

/// The elements of one thread: of a thread-value layout over its tile, of the C of an MMA, of the source of a tiled copy.
fn thread_cells(evaluated: &Evaluated, wanted: &Wanted, thread: i64) -> Option<ThreadCells> {
    let (operand, layout, tile) = thread_values(evaluated, wanted)?;
    let shape = layout.shape();
    let threads = shape.modes().first()?.product().ok()?;
    if !(0..threads).contains(&thread) {
        return None;
    }
    let values = layout.size() / threads;
    let rows = tile.modes().first().and_then(|mode| mode.product().ok())?.max(1);
    let cell = |value: i64| {
        let offset = layout.at(thread + value * threads).ok()?;
        Some([value, offset.rem_euclid(rows), offset.div_euclid(rows), offset])
    };
    let cells = (0..values.min(MOST_CELLS_OF_THREAD)).map(cell).collect::<Option<Vec<_>>>()?;
    Some(ThreadCells { thread, threads, operand, cells, more: (values - MOST_CELLS_OF_THREAD).max(0) })
}

fn thread_values(evaluated: &Evaluated, wanted: &Wanted) -> Option<(&'static str, Layout, IntTuple<i64>)> {
    match &evaluated.value {
        Value::Hardware(hardware) => match hardware.as_ref() {
            Hardware::MmaAtom(atom) => {
                let [m, n, _] = atom.shape_mnk();
                Some(("C", atom.layout_c().clone(), [m, n].into_iter().collect()))
            }
            Hardware::TiledMma(mma) => {
                let [m, n, _] = mma.tile_shape().ok()?;
                Some(("C", mma.layout_c_tv().ok()?, [m, n].into_iter().collect()))
            }
            Hardware::TiledCopy(copy) => Some(("S", copy.layout_s_tv().ok()?, copy.tile_shape())),
            _ => None,
        },
        value => {
            let layout = picture::layout(value).ok().filter(|layout| layout.rank() >= 2)?;
            let tile = wanted.tile.clone().or_else(|| evaluated.tile.clone());
            let tile = tile.or_else(|| layout.cosize().ok().map(IntTuple::Int))?;
            Some(("tile", layout, tile))
        }
    }
}

fn phases(subject: &Subject<'_>, wanted: &Wanted) -> Option<Phases> {
    let (threads, access) = subject.access(wanted).ok()?;
    let conflicts = bank_conflicts(&threads, access).ok()?;
    let each: Vec<[i64; 3]> = conflicts
        .phases()
        .take(MOST_PHASES)
        .map(|phase| [phase.threads.start, phase.threads.end - 1, phase.ways])
        .collect();
    let worst = conflicts.worst_phase().map(|phase| phase.threads.start)?;
    let worst = each.iter().position(|[first, ..]| *first == worst).unwrap_or_default();
    Some(Phases {
        element_bits: access.element_bits(),
        vector: access.elements(),
        shown: wanted.phase.filter(|phase| *phase < each.len()).unwrap_or(worst),
        each,
        wavefronts: [conflicts.wavefronts(), conflicts.ideal_wavefronts()],
    })
}

fn table(function: &AnyLayout, rows: TableRows) -> Option<Table> {
    let shape = function.domain().map(Layout::shape)?;
    let size = shape.product().ok()?;
    let row = |index: i64| {
        let coordinate = idx2crd(index, &shape).map_or_else(|error| error.to_string(), |at| at.to_string());
        let offset = function.at(index).map_or_else(|error| error.to_string(), |offset| offset.to_string());
        (index, coordinate, offset)
    };
    match rows {
        TableRows::None => None,
        TableRows::From(first, count) => {
            let first = first.clamp(0, size);
            let count = count.min(MOST_ROWS);
            let end = first.saturating_add(i64::try_from(count).unwrap_or_default()).min(size);
            Some(Table { size, rows: (first..end).map(row).collect(), has_more: end < size })
        }
        TableRows::Of(offset) => {
            let searched = size.min(MOST_SEARCHED);
            let found = (0..searched).filter(|index| function.at(*index).is_ok_and(|at| at == offset));
            let mut rows: Vec<_> = found.take(MOST_ROWS + 1).map(row).collect();
            let has_more = rows.len() > MOST_ROWS || searched < size;
            rows.truncate(MOST_ROWS);
            Some(Table { size, rows, has_more })
        }
    }
}
