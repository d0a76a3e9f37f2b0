//! `layoutlens show`: the picture of an expression.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::expression::Expression;
use super::{Status, terminal};

/// What to draw and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// An expression of the annotation language whose value is a layout.
    #[arg(value_name = "EXPR")]
    expression: String,
    /// Text, or an SVG picture; what the file's name says when neither is given.
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What a picture is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lines of text.
    Text,
    /// An SVG document.
    Svg,
}

/// Draws.
///
/// # Errors
/// The file or standard output cannot be written.
pub(super) fn show(arguments: &Arguments) -> io::Result<Status> {
    let expression = Expression::read(&arguments.expression);
    let has_findings = expression.report()?;
    match layoutlens_ide::picture_of("", expression.text()) {
        Ok(picture) => {
            let form = arguments.form.unwrap_or_else(|| form_of(arguments.output.as_deref()));
            let drawing = match form {
                Form::Text => picture.text,
                Form::Svg => picture.svg,
            };
            write(&(drawing + "\n"), arguments.output.as_deref())?;
        }
        Err(_) if has_findings => {}
        Err(reason) => {
            terminal::complain(&reason);
            return Ok(Status::Findings);
        }
    }
    Ok(if has_findings { Status::Findings } else { Status::Clean })
}

fn form_of(output: Option<&Path>) -> Form {
    let extension = output.and_then(Path::extension);
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        Form::Svg
    } else {
        Form::Text
    }
}

#[expect(clippy::disallowed_methods, reason = "the user names the file, be it a link or a device")]
fn write(picture: &str, output: Option<&Path>) -> io::Result<()> {
    match output {
        Some(path) => fs::write(path, picture)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        None => {
            let mut out = terminal::raw_output();
            out.write_all(picture.as_bytes())?;
            out.flush()
        }
    }
}
