//! `layoutlens show`: the picture of an expression.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use layoutlens_ide::Drawing;
use layoutlens_render::{Grid, Limits, SvgStyle};

use super::expression::Expression;
use super::{Status, terminal};

/// The most cells that `--all` draws: what a person can still look at, and a program still open.
const MOST_CELLS: i64 = 1 << 20;

/// What to draw and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// An expression whose value is a layout, as `eval` takes it; `-` reads it from standard input.
    #[arg(value_name = "EXPR")]
    expression: String,
    /// Text, or an SVG picture; what the ending of the file says when it is not given.
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// Draw at most so many rows. Without it 16 as text, 32 as a picture.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    rows: Option<u32>,
    /// Draw at most so many columns. Without it 16 as text, 32 as a picture.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    columns: Option<u32>,
    /// Draw every cell, up to 1048576 of them.
    #[arg(long, conflicts_with_all = ["rows", "columns"])]
    all: bool,
    /// Write to this file instead of standard output: a picture into `.svg`, text into `.txt`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What a picture is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lines of text: the value, what is known of it, its cells.
    Text,
    /// An SVG document of the cells.
    Svg,
}

/// Why nothing is drawn.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("{}: a `.{ending}` file is not written; text goes into `.txt`, a picture into `.svg`", terminal::path(.file))]
    Ending { file: PathBuf, ending: String },
    #[error("{}: `--as` asks for {asked}, and the file's ending for {meant}", terminal::path(.file))]
    Contradiction { file: PathBuf, asked: &'static str, meant: &'static str },
    #[error(
        "{rows} rows of {columns} cells are more than {MOST_CELLS} cells; name fewer with --rows and --columns"
    )]
    TooMany { rows: i64, columns: i64 },
}

/// Draws.
///
/// # Errors
/// The file or standard output cannot be written.
pub(super) fn show(arguments: &Arguments) -> io::Result<Status> {
    // Before anything is computed: what cannot be written needs no picture.
    let form = match form(arguments) {
        Ok(form) => form,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    let expression = Expression::of_argument(&arguments.expression)?;
    let has_findings = expression.report()?;
    let drawing = match Drawing::of(&expression.unbound()) {
        Ok(drawing) => drawing,
        Err(_) if has_findings => return Ok(Status::Findings),
        Err(reason) => {
            terminal::complain(&reason);
            return Ok(Status::Findings);
        }
    };
    let grid = match limits(&drawing, arguments, form) {
        Ok(limits) => drawing.grid(limits),
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    if let Some(grid) = grid {
        write(&drawing, &grid, form, arguments.output.as_deref())?;
    }
    Ok(if has_findings { Status::Findings } else { Status::Clean })
}

fn refuse(refusal: &Refusal) -> Status {
    terminal::complain(&refusal.to_string());
    Status::Failure
}

/// What is written: what the user asks for, else what the ending of the file says. The two agree.
fn form(arguments: &Arguments) -> Result<Form, Refusal> {
    let file = arguments.output.as_deref();
    // A device has no ending that means anything.
    let ending = file.filter(|file| !file.starts_with("/dev")).and_then(Path::extension);
    let Some((file, ending)) = file.zip(ending) else { return Ok(arguments.form.unwrap_or(Form::Text)) };
    let meant = match ending.to_string_lossy().to_ascii_lowercase().as_str() {
        "svg" => Form::Svg,
        "txt" | "text" => Form::Text,
        other => return Err(Refusal::Ending { file: file.to_owned(), ending: other.to_owned() }),
    };
    match arguments.form {
        Some(asked) if asked != meant => {
            Err(Refusal::Contradiction { file: file.to_owned(), asked: asked.name(), meant: meant.name() })
        }
        _ => Ok(meant),
    }
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Svg => "a picture",
        }
    }
}

fn limits(drawing: &Drawing, arguments: &Arguments, form: Form) -> Result<Limits, Refusal> {
    let usual = match form {
        Form::Text => Limits::TEXT,
        Form::Svg => Limits::SVG,
    };
    let count = |asked: Option<u32>| asked.and_then(|count| usize::try_from(count).ok());
    let rows = if arguments.all { Some(usize::MAX) } else { count(arguments.rows) };
    let columns = if arguments.all { Some(usize::MAX) } else { count(arguments.columns) };
    let limits = Limits { rows: rows.unwrap_or(usual.rows), columns: columns.unwrap_or(usual.columns) };
    let Some(corner) = drawing.grid(Limits { rows: 1, columns: 1 }) else { return Ok(limits) };
    let shown = |extent: i64, limit: usize| extent.min(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = shown(corner.rows.as_ref().map_or(1, |rows| rows.extent), limits.rows);
    let columns = shown(corner.columns.extent, limits.columns);
    match rows.checked_mul(columns) {
        Some(cells) if cells <= MOST_CELLS => Ok(limits),
        _ => Err(Refusal::TooMany { rows, columns }),
    }
}

#[expect(clippy::disallowed_methods, reason = "the user names the file, be it a link or a device")]
fn write(drawing: &Drawing, grid: &Grid, form: Form, output: Option<&Path>) -> io::Result<()> {
    match (output, form) {
        (Some(path), _) => {
            let text = match form {
                Form::Svg => grid.to_svg(SvgStyle::FILE) + "\n",
                Form::Text => format!("{}\n{}\n\n{}\n", drawing.title(), drawing.facts(), grid.to_text()),
            };
            fs::write(path, text)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        }
        (None, Form::Svg) => {
            let mut out = terminal::raw_output();
            writeln!(out, "{}", grid.to_svg(SvgStyle::FILE))?;
            out.flush()
        }
        (None, Form::Text) => {
            let mut out = terminal::output();
            writeln!(out, "\u{1b}[1m{}\u{1b}[0m\n{}\n", drawing.title(), drawing.facts())?;
            writeln!(out, "{}", grid.to_coloured_text())?;
            out.flush()
        }
    }
}
