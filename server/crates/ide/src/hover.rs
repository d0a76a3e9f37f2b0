//! What a layout is: facts, steps, grid.

use std::{borrow::Cow, fmt::Write as _, ops::Range};

use base64::Engine as _;
use layoutlens_eval::{
    Agreement, Evaluated, Value, Verdict,
    host::{Answer, Clause, Condition, HostValue, Supposed},
};
use layoutlens_render::{
    Limits, SvgStyle, Theme,
    escape::{code_block, code_span, markdown as shown},
};
use layoutlens_world::Analysis;

use crate::{
    access_hover, comparison,
    facts::{Fact, facts, verdict_text},
    picture::{grid, hover_picture},
    shape_first::start_of_sentence,
    shorten::shorten,
    target::{Target, memory, target},
};

/// The longest value that a heading shows whole, in characters.
const LONGEST_HEADING: usize = 160;
/// The longest condition before what it is the condition of, in characters.
const LONGEST_CONDITION: usize = 160;
/// The most steps that a hover lists.
const MOST_STEPS: usize = 24;
/// How many answers of other call sites a hover lists.
const MOST_ANSWERS: usize = 8;
/// The most bytes of SVG in a hover: editors cut the text of a hover at 100,000 characters.
const MOST_SVG: usize = 70_000;

/// What the client can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HoverOptions {
    /// The client asked for SVG pictures as data URIs (never sent otherwise: Neovim prints them).
    pub images: bool,
    /// What they are looked at on.
    pub theme: Theme,
}

/// Text for a hover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// Bytes it is about.
    pub range: Range<usize>,
    /// Markdown; readable as plain text too.
    pub markdown: String,
}

/// The hover at `offset`.
pub fn hover(analysis: &Analysis, offset: usize, options: HoverOptions) -> Option<Hover> {
    if let Some(hover) = comparison::hover(analysis, offset) {
        return Some(hover);
    }
    let Some(target) = target(analysis, offset) else {
        let (range, markdown) = access_hover::told_at(analysis, offset, options)?;
        return Some(Hover { range, markdown });
    };
    let slice = target.answers.first().and_then(sliced);
    let evaluated = slice.as_ref().unwrap_or(target.evaluated);
    // What is supposed is looked for before why nothing is certain.
    let unknown = evaluated.value.unknown_reason().filter(|_| target.answers.len() <= 1);
    let (mut markdown, supposed) = match (unknown, target.supposed) {
        (Some(reason), [first, others @ ..]) if subject(&first.answer).value.unknown_reason().is_none() => {
            let mut markdown = supposed_markdown(target.name, first, options);
            push_section(&mut markdown, &format!("Not certain: {}", shown(reason)));
            (markdown, others)
        }
        (_, all) => (certain_markdown(&target, slice.as_ref(), evaluated, options), all),
    };
    let told = target.supposed.len() - supposed.len();
    for (index, supposed) in supposed.iter().take(MOST_ANSWERS - told).enumerate() {
        push_section(&mut markdown, "---");
        push_section(&mut markdown, &format!("If {}:", all_clauses(&supposed.condition)));
        push_section(&mut markdown, &answer_heading(target.name, &supposed.answer));
        push_section(&mut markdown, &conditions(&supposed.answer));
        let subject = subject(&supposed.answer);
        push_section(&mut markdown, &facts_markdown(&subject));
        if let Some(picture) = picture(&subject, options).filter(|_| index + told == 0) {
            push_section(&mut markdown, &picture);
        }
    }
    if let Some(more @ 1..) = target.answers.len().checked_sub(1 + MOST_ANSWERS) {
        push_section(&mut markdown, &format!("... and {more} more"));
    }
    if let Some(more @ 1..) = target.supposed.len().checked_sub(MOST_ANSWERS) {
        push_section(&mut markdown, &format!("... and {more} more if something else is supposed"));
    }
    Some(Hover { range: target.range, markdown })
}

/// What holds without a supposition.
fn certain_markdown(
    target: &Target<'_>,
    slice: Option<&Evaluated>,
    evaluated: &Evaluated,
    options: HoverOptions,
) -> String {
    let mut markdown = match slice {
        Some(of) => slice_heading(target.name, of),
        None => heading(target.name, evaluated, target.is_claim),
    };
    if let Some(agreement) = target.agreement {
        push_section(&mut markdown, &agreement_text(agreement));
    }
    match (target.answers.first(), &target.evaluated.thread) {
        (Some(first), _) => push_section(&mut markdown, &conditions(first)),
        (None, Some(thread)) => push_section(&mut markdown, &shown(&format!("for {thread}"))),
        (None, None) => {}
    }
    push_section(&mut markdown, &facts_markdown(evaluated));
    if let Some(picture) = picture(evaluated, options) {
        push_section(&mut markdown, &picture);
    }
    push_section(&mut markdown, &steps_markdown(target.evaluated));
    for note in &target.evaluated.notes {
        push_section(&mut markdown, &format!("Note: {}", shown(note)));
    }
    for answer in target.answers.iter().skip(1).take(MOST_ANSWERS) {
        push_section(&mut markdown, "---");
        push_section(&mut markdown, &answer_heading(target.name, answer));
        push_section(&mut markdown, &conditions(answer));
        push_section(&mut markdown, &facts_markdown(&subject(answer)));
    }
    markdown
}

/// What a thread's slice is one of: the tiled MMA or copy.
fn sliced(answer: &Answer) -> Option<Evaluated> {
    match &answer.value {
        HostValue::ThreadSlice(slice) => Some(slice.tiled.algebra().into()),
        _ => None,
    }
}

/// What facts and pictures of an answer are about.
fn subject(answer: &Answer) -> Cow<'_, Evaluated> {
    sliced(answer).map_or(Cow::Borrowed(&answer.evaluated), Cow::Owned)
}

fn answer_heading(name: Option<&str>, answer: &Answer) -> String {
    match sliced(answer) {
        Some(of) => slice_heading(name, &of),
        None => heading(name, &answer.evaluated, false),
    }
}

/// A thread's slice has no value of its own: it is told of what it is one.
fn slice_heading(name: Option<&str>, of: &Evaluated) -> String {
    if let Value::Unknown(unknown) = &of.value {
        return unknown_heading(name, &unknown.reason);
    }
    code_block("cute", &named(name, &slice_text(&of.value)))
}

fn slice_text(of: &Value) -> String {
    format!("a slice of {}", value_text(of))
}

/// A value that is supposed of what is unknown, before all that it rests on.
fn supposed_markdown(name: Option<&str>, supposed: &Supposed, options: HoverOptions) -> String {
    let (answer, subject) = (&supposed.answer, subject(&supposed.answer));
    let value = match &answer.value {
        HostValue::ThreadSlice(_) => slice_text(&subject.value),
        _ => value_text(&subject.value),
    };
    let (short, is_short) = start_of_condition(&supposed.condition);
    let mut markdown = code_block("cute", &format!("{} if ↓", named(name, &value)));
    push_section(&mut markdown, &format!("If {short}"));
    push_section(&mut markdown, &conditions(answer));
    push_section(&mut markdown, &facts_markdown(&subject));
    if let Some(picture) = picture(&subject, options) {
        push_section(&mut markdown, &picture);
    }
    push_section(&mut markdown, &steps_markdown(&subject));
    if !is_short {
        push_section(&mut markdown, &format!("Supposed are {}", all_clauses(&supposed.condition)));
    }
    markdown
}

/// As many of the clauses of a condition as have room, and whether these are all.
fn start_of_condition(condition: &Condition) -> (String, bool) {
    let clauses = condition.clauses();
    if condition.to_string().chars().count() <= LONGEST_CONDITION {
        return (joined(&clauses), true);
    }
    let mut room = LONGEST_CONDITION;
    let mut fits = |clause: &&Clause<'_>| {
        let left = room.checked_sub(clause.to_string().chars().count() + 2);
        room = left.unwrap_or_default();
        left.is_some()
    };
    let kept = clauses.iter().take_while(&mut fits).count();
    let start = match (kept, clauses.first()) {
        (0, Some(first)) => code_span(&shorten(&first.to_string(), LONGEST_CONDITION)),
        _ => joined(clauses.get(..kept).unwrap_or_default()),
    };
    (format!("{start}, and more, see below"), false)
}

/// A condition, in Markdown.
pub(crate) fn all_clauses(condition: &Condition) -> String {
    joined(&condition.clauses())
}

/// Clauses of a condition: what is code in them is shown as code.
fn joined(clauses: &[Clause<'_>]) -> String {
    let clause = |clause: &Clause<'_>| {
        if clause.is.starts_with("= ") {
            return code_span(&clause.to_string());
        }
        let names: Vec<String> = clause.names.iter().map(|name| code_span(name)).collect();
        match names.split_last() {
            Some((last, [])) => format!("{last} {}", shown(clause.is)),
            Some((last, others)) => format!("{} and {last} {}", others.join(", "), shown(clause.is)),
            None => String::new(),
        }
    };
    clauses.iter().map(clause).collect::<Vec<_>>().join(", ")
}

/// Under which conditions a value of the code holds: memory, call site, thread.
fn conditions(answer: &Answer) -> String {
    let memory = memory(answer).map(|space| space.name().to_owned());
    let site = answer.site.as_ref().map(|site| match &site.file {
        // Of a program around a header.
        Some(file) if site.label.starts_with(file.as_str()) => format!("in {}", site.label),
        Some(file) => format!("called from {} in {file}", site.label),
        None => format!("called from {}", site.label),
    });
    let thread = answer.thread.as_ref().map(|thread| format!("for {thread}"));
    shown(&[memory, site, thread].into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// Whether a comment is right about the variable beside it; nothing where that is not known.
fn agreement_text(agreement: &Agreement) -> String {
    match agreement {
        Agreement::Agrees => "The comment agrees.".to_owned(),
        Agreement::Differs(difference) => {
            format!("**The comment is wrong: {}.**", shown(&difference.to_string()))
        }
        Agreement::Open => String::new(),
    }
}

fn push_section(markdown: &mut String, section: &str) {
    if !section.is_empty() {
        markdown.push_str("\n\n");
        markdown.push_str(section);
    }
}

/// The canonical form, in a code block so that no character of it is read as markdown.
fn heading(name: Option<&str>, evaluated: &Evaluated, is_claim: bool) -> String {
    match &evaluated.value {
        Value::Unknown(unknown) => unknown_heading(name, &unknown.reason),
        Value::Bool(true) if is_claim => code_block("cute", "the assert holds"),
        Value::Bool(false) if is_claim => code_block("cute", "the assert does not hold"),
        value => code_block("cute", &named(name, &value_text(value))),
    }
}

fn value_text(value: &Value) -> String {
    match value {
        // Its middle and its end are other sentences, which the list below tells in full.
        Value::Finding(finding) => start_of_sentence(&finding.text, LONGEST_HEADING),
        value => shorten(&value.to_string(), LONGEST_HEADING),
    }
}

fn named(name: Option<&str>, value: &str) -> String {
    match name {
        // The name of an atom is all there is to print of it.
        Some(name) if name != value => format!("{name} = {value}"),
        _ => value.to_owned(),
    }
}

fn unknown_heading(name: Option<&str>, reason: &str) -> String {
    let heading = match name {
        Some(name) => code_block("cute", &format!("{name} = unknown")),
        None => code_block("cute", "unknown"),
    };
    format!("{heading}\n\n{}", shown(reason))
}

/// Size, rank and the like on one line, what is longer below it, and the verdict when it is not simply proved.
pub(crate) fn facts_markdown(evaluated: &Evaluated) -> String {
    let lines = facts_lines(evaluated, |verdict| format!("**{}**", shown(verdict)), shown, quoted);
    // A line break of markdown that reads as one in plain text too.
    lines.join("  \n")
}

/// As [`facts_markdown`], as it is.
pub(crate) fn facts_text(evaluated: &Evaluated) -> String {
    facts_lines(evaluated, str::to_owned, str::to_owned, |_, text| text.to_owned()).join("\n")
}

fn facts_lines(
    evaluated: &Evaluated,
    stressed: impl Fn(&str) -> String,
    shown: impl Fn(&str) -> String,
    quoted: impl Fn(&str, &str) -> String,
) -> Vec<String> {
    let mut facts = facts(&evaluated.value);
    facts.extend(evaluated.offset.clone().map(|text| Fact { name: "offset", text }));
    let (short, long): (Vec<_>, Vec<_>) = facts.iter().partition(|fact| is_short(fact));
    let short: Vec<_> = short.iter().map(|fact| short_text(fact, &shown)).collect();
    let mut lines = vec![short.join(" · ")];
    if let Some(verdict) = verdict_text(evaluated) {
        lines.push(stressed(&verdict));
    } else if !facts.is_empty() && !evaluated.steps.is_empty() {
        lines.push("proved for every coordinate".to_owned());
    }
    lines.extend(long.iter().map(|fact| format!("{}: {}", fact.name, quoted(fact.name, &fact.text))));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Whether a fact stands on the first line: a number, or a plain yes or no.
fn is_short(fact: &Fact) -> bool {
    const SHORT: [&str; 9] =
        ["size", "cosize", "rank", "depth", "offset", "vectors of", "shape", "tile", "threads"];
    SHORT.contains(&fact.name) || matches!(fact.text.as_str(), "yes" | "no")
}

fn short_text(fact: &Fact, shown: impl Fn(&str) -> String) -> String {
    match fact.text.as_str() {
        "yes" => fact.name.to_owned(),
        "no" => format!("not {}", fact.name),
        text => format!("{} {}", fact.name, shown(text)),
    }
}

/// Layouts stand in code quotes; sentences do not.
fn quoted(name: &str, text: &str) -> String {
    match name {
        "coalesced" | "A" | "B" | "C" => code_span(&shorten(text, LONGEST_HEADING)),
        _ => shown(text),
    }
}

fn picture(evaluated: &Evaluated, options: HoverOptions) -> Option<String> {
    // An unproved value is not drawn: a picture looks like a promise.
    if matches!(evaluated.verdict, Verdict::Unproved { .. }) {
        return None;
    }
    if options.images {
        let (picture, style) = hover_picture(evaluated, options.theme)?;
        if let Some(embedded) = embedded(&picture, style) {
            return Some(embedded);
        }
    }
    Some(code_block("text", &grid(evaluated, Limits::TEXT)?.to_text()))
}

/// A picture within the text of a hover, where it is small enough for one.
pub(crate) fn embedded(picture: &layoutlens_render::Picture, style: SvgStyle) -> Option<String> {
    let encode = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let svg = picture.to_svg(style);
    if svg.len() <= MOST_SVG {
        return Some(format!("![grid](data:image/svg+xml;base64,{})", encode(svg.as_bytes())));
    }
    // Many small cells are fewer bytes as pixels.
    let png = picture.to_png(style).ok().filter(|png| png.len() <= MOST_SVG)?;
    Some(format!("![grid](data:image/png;base64,{})", encode(&png)))
}

/// Steps of a computation, numbered; what is told of a copy is a list of sentences, and of run-time sizes a sentence.
fn steps_markdown(evaluated: &Evaluated) -> String {
    let steps = &evaluated.steps;
    if let ([sentence], Value::SymbolicLayout(_)) = (steps.as_slice(), &evaluated.value) {
        return shown(sentence);
    }
    let is_prose = matches!(evaluated.value, Value::Finding(_));
    let mut text = String::new();
    for (index, step) in steps.iter().take(MOST_STEPS).enumerate() {
        // Writing to a String cannot fail.
        let _ = match is_prose {
            // Some editors draw the backslash before a `<`.
            true if step.contains('<') => writeln!(text, "- {}", code_span(step)),
            true => writeln!(text, "- {}", shown(step)),
            false => writeln!(text, "{}. {}", index + 1, code_span(step)),
        };
    }
    if let Some(more @ 1..) = steps.len().checked_sub(MOST_STEPS) {
        let _ = match is_prose {
            true => writeln!(text, "- ... and {more} more"),
            false => writeln!(text, "{}. ... {more} more steps", MOST_STEPS + 1),
        };
    }
    text.trim_end().to_owned()
}
