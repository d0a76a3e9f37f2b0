//! What a layout is: facts, steps, grid.

use std::{fmt::Write as _, ops::Range};

use base64::Engine as _;
use layoutlens_eval::{Agreement, Evaluated, Value, Verdict, host::Answer};
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
    target::{memory, target},
};

/// The longest value that a heading shows whole, in characters.
const LONGEST_HEADING: usize = 160;
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
    let mut markdown = heading(target.name, target.evaluated, target.is_claim);
    if let Some(agreement) = target.agreement {
        push_section(&mut markdown, &agreement_text(agreement));
    }
    match (target.answers.first(), &target.evaluated.thread) {
        (Some(first), _) => push_section(&mut markdown, &conditions(first)),
        (None, Some(thread)) => push_section(&mut markdown, &shown(&format!("for {thread}"))),
        (None, None) => {}
    }
    push_section(&mut markdown, &facts_markdown(target.evaluated));
    if let Some(picture) = picture(target.evaluated, options) {
        push_section(&mut markdown, &picture);
    }
    push_section(&mut markdown, &steps_markdown(&target.evaluated.steps));
    for note in &target.evaluated.notes {
        push_section(&mut markdown, &format!("Known: {}", shown(note)));
    }
    for answer in target.answers.iter().skip(1).take(MOST_ANSWERS) {
        push_section(&mut markdown, "---");
        push_section(&mut markdown, &heading(target.name, &answer.evaluated, false));
        push_section(&mut markdown, &conditions(answer));
        push_section(&mut markdown, &facts_markdown(&answer.evaluated));
    }
    for (index, supposed) in target.supposed.iter().take(MOST_ANSWERS).enumerate() {
        push_section(&mut markdown, "---");
        push_section(&mut markdown, &format!("If {}:", shown(&supposed.condition.to_string())));
        push_section(&mut markdown, &heading(target.name, &supposed.answer.evaluated, false));
        push_section(&mut markdown, &conditions(&supposed.answer));
        push_section(&mut markdown, &facts_markdown(&supposed.answer.evaluated));
        if let Some(picture) = picture(&supposed.answer.evaluated, options).filter(|_| index == 0) {
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

/// Under which conditions a value of the code holds: memory, call site, thread.
fn conditions(answer: &Answer) -> String {
    let memory = memory(answer).map(|space| space.name().to_owned());
    let site = answer.site.as_ref().map(|site| match &site.file {
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
    let value = match &evaluated.value {
        Value::Unknown(unknown) => return unknown_heading(name, &unknown.reason),
        Value::Bool(holds) if is_claim => match holds {
            true => "the assert holds".to_owned(),
            false => "the assert does not hold".to_owned(),
        },
        // Its middle and its end are other sentences, which the list below tells in full.
        Value::Finding(finding) => start_of_sentence(&finding.text, LONGEST_HEADING),
        value => shorten(&value.to_string(), LONGEST_HEADING),
    };
    match name {
        // The name of an atom is all there is to print of it.
        Some(name) if name != value => code_block("cute", &format!("{name} = {value}")),
        _ => code_block("cute", &value),
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

fn steps_markdown(steps: &[String]) -> String {
    let mut text = String::new();
    for (index, step) in steps.iter().take(MOST_STEPS).enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}. {}", index + 1, code_span(step));
    }
    if steps.len() > MOST_STEPS {
        let _ = writeln!(text, "{}. ... {} more steps", MOST_STEPS + 1, steps.len() - MOST_STEPS);
    }
    text.trim_end().to_owned()
}
