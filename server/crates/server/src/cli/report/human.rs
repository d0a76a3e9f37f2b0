//! Findings for a person: the source with carets, what is wrong, and a way out.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use layoutlens_ide::{Diagnostic, Fix, Severity};
use layoutlens_render::escape::{of_same_length, one_line, visible};

use super::Report;
use crate::cli::{document::place, fix::Mode, terminal};

/// Writes each finding with its excerpt, then the summary.
pub(in crate::cli) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let renderer = terminal::renderer();
    for file in &report.files {
        let text = file.rope.to_string();
        let source = Source::new(&text);
        for diagnostic in &file.diagnostics {
            writeln!(out, "{}\n", excerpt(&renderer, &file.place_text(), &source, diagnostic))?;
        }
        if let Some(diff) = &file.diff {
            writeln!(out, "{}", shown_diff(diff))?;
        }
        for fixed in file.fixed.iter().filter(|_| file.diff.is_none()) {
            let place = place(&fixed.rope, fixed.diagnostic.range.start);
            let what = fixed.diagnostic.fixes.first().map(|fix| one_line(&fix.title)).unwrap_or_default();
            let (path, code) = (file.place_text(), fixed.diagnostic.code);
            writeln!(out, "fixed[{code}]: {}:{}:{}: {what}", one_line(&path), place.line, place.column)?;
        }
    }
    writeln!(out, "{}", summary(report))?;
    if let Some(mode) = report.mode {
        writeln!(out, "{}", fixed_summary(report, mode))?;
    }
    out.flush()
}

/// A diff as it is for a program that reads it, and without what a terminal obeys for a person.
fn shown_diff(diff: &str) -> Cow<'_, str> {
    match io::stdout().is_terminal() {
        true => visible(&diff.replace("\r\n", "\n")).into_owned().into(),
        false => diff.into(),
    }
}

/// `fixed 3 findings in 2 files`.
fn fixed_summary(report: &Report, mode: Mode) -> String {
    let files = report.files.iter().filter(|file| !file.fixed.is_empty());
    let (files, findings) =
        files.fold((0, 0), |(files, findings), file| (files + 1, findings + file.fixed.len()));
    let what = format!("{} in {}", plural(findings, "finding"), plural(files, "file"));
    match mode {
        Mode::Change => format!("fixed {what}"),
        Mode::Show => format!("would fix {what}"),
    }
}

/// One finding with its source lines; the places it is related to and its fixes follow.
pub(in crate::cli) fn excerpt(
    renderer: &Renderer,
    path: &str,
    source: &Source<'_>,
    diagnostic: &Diagnostic,
) -> String {
    let (path, message) = (&*one_line(path), visible(&diagnostic.message));
    let mut lines = message.lines();
    let title =
        level(diagnostic.severity).primary_title(lines.next().unwrap_or_default()).id(diagnostic.code);
    let mut finding = Group::with_title(title).element(snippet(path, source, &diagnostic.range));
    let rest: Vec<&str> = lines.collect();
    if !rest.is_empty() {
        finding = finding.element(Level::NOTE.message(rest.join("\n")));
    }
    let related = diagnostic.related.iter().map(|related| {
        let title = Level::NOTE.secondary_title(visible(&related.message));
        Group::with_title(title).element(snippet(path, source, &related.range))
    });
    let fixes = diagnostic.fixes.iter().map(|fix| {
        let help = Group::with_title(Level::HELP.secondary_title(visible(&fix.title)));
        // Of what changes far apart, `--fix --dry-run` shows the change.
        let lines = source.text.get(fix.range.clone()).unwrap_or_default().matches('\n').count();
        if lines < MOST_LINES { help.element(patched(path, source, fix)) } else { help }
    });
    let groups: Vec<Group<'_>> = std::iter::once(finding).chain(related).chain(fixes).collect();
    renderer.render(&groups)
}

/// From so many lines on a fix is told without its text.
const MOST_LINES: usize = 10;

/// A text and where its lines begin, found once for all excerpts of it.
pub(in crate::cli) struct Source<'a> {
    text: &'a str,
    newlines: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(in crate::cli) fn new(text: &'a str) -> Self {
        Self { text, newlines: text.match_indices('\n').map(|(at, _)| at).collect() }
    }
}

/// The whole lines around a range: an excerpt costs what it shows, however long the file is.
struct Window<'a> {
    /// Another character stands for each that a terminal would obey, a blank for a carriage return.
    lines: Cow<'a, str>,
    first_line: usize,
    /// The range, counted from the start of `lines`.
    range: Range<usize>,
}

impl<'a> Window<'a> {
    fn around(source: &Source<'a>, range: &Range<usize>) -> Self {
        let text = source.text;
        let (before, rest) = text.split_at_checked(range.start).unwrap_or((text, ""));
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let length = range.end.saturating_sub(range.start).min(rest.len());
        let line_end = rest
            .get(length..)
            .and_then(|rest| rest.find('\n'))
            .map_or(rest.len(), |newline| length + newline);
        let end = before.len() + line_end;
        let lines = text.get(start..end).unwrap_or_default();
        Self {
            lines: of_same_length(lines),
            first_line: 1 + source.newlines.partition_point(|&newline| newline < before.len()),
            range: before.len() - start..before.len() - start + length,
        }
    }
}

fn snippet<'a>(path: &'a str, source: &Source<'a>, range: &Range<usize>) -> Snippet<'a, Annotation<'a>> {
    let window = Window::around(source, range);
    Snippet::source(window.lines)
        .path(path)
        .line_start(window.first_line)
        .annotation(AnnotationKind::Primary.span(window.range))
}

fn patched<'a>(path: &'a str, source: &Source<'a>, fix: &'a Fix) -> Snippet<'a, Patch<'a>> {
    let window = Window::around(source, &fix.range);
    Snippet::source(window.lines)
        .path(path)
        .line_start(window.first_line)
        .patch(Patch::new(window.range, of_same_length(&fix.text)))
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO,
        Severity::Hint => Level::HELP,
    }
}

/// `checked 12 files, 87 layouts: 3 errors, 1 warning`.
fn summary(report: &Report) -> String {
    let found = |severity| report.findings().filter(|(_, found)| found.severity == severity).count();
    let counts = [
        (found(Severity::Error), "error"),
        (found(Severity::Warning), "warning"),
        (found(Severity::Information) + found(Severity::Hint), "hint"),
    ];
    let counts: Vec<String> =
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| plural(count, what)).collect();
    let counts = if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") };
    format!(
        "checked {}, {}: {counts}",
        plural(report.files_read, "file"),
        plural(report.layouts_read, "layout")
    )
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str, range: Range<usize>, message: &str) -> String {
        let diagnostic = Diagnostic {
            range,
            code: "syntax",
            severity: Severity::Error,
            message: message.to_owned(),
            related: Vec::new(),
            fixes: vec![Fix {
                title: "close it".to_owned(),
                range: text.len()..text.len(),
                text: ")".to_owned(),
                is_safe: false,
            }],
        };
        excerpt(&Renderer::plain(), "a.cu", &Source::new(text), &diagnostic)
    }

    #[test]
    fn an_excerpt_shows_the_line_the_caret_and_the_way_out() {
        insta::assert_snapshot!(rendered("int x;\n\t// é cute: let A = (4", 25..27, "this bracket stays open\nclose it"), @r"
        error[syntax]: this bracket stays open
         --> a.cu:2:18
          |
        2 |     // é cute: let A = (4
          |                     ^^
          |
          = note: close it
        help: close it
          |
        2 |     // é cute: let A = (4)
          |                          +
        ");
    }

    #[test]
    fn an_excerpt_shows_no_carriage_returns() {
        let excerpt = rendered("// cute: show (4,\r\n//  8\r\nint x;\r\n", 14..23, "open");
        assert!(!excerpt.contains(['\r', '\u{240d}']), "{excerpt}");
    }

    #[test]
    fn an_excerpt_of_an_empty_range_at_the_end_of_the_text_is_no_trouble() {
        insta::assert_snapshot!(rendered("// cute: let", 12..12, "a name is missing"), @r"
        error[syntax]: a name is missing
         --> a.cu:1:13
          |
        1 | // cute: let
          |             ^
          |
        help: close it
          |
        1 | // cute: let)
          |             +
        ");
    }

    #[test]
    fn an_excerpt_of_a_range_that_is_no_part_of_the_text_is_no_trouble() {
        insta::assert_snapshot!(rendered("é", 1..7, "off"), @r"
        error[syntax]: off
         --> a.cu:1:2
          |
        1 | é
          |  ^
          |
        help: close it
          |
        1 | é)
          |  +
        ");
    }
}
