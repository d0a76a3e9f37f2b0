//! `layoutlens show`: the picture of an expression.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use layout_algebra::IntTuple;
use layoutlens_eval::host::OfLanguage;
use layoutlens_ide::{BenchView, Drawing, PictureKind, Wanted};
use layoutlens_render::{ColourBy, Limits, Palette, Picture, SvgStyle, Theme, escape::json};

use super::expression::Expression;
use super::{Status, terminal};
use crate::bench::{
    page::{self, Door, Saved},
    view::{colour, element_bits, shape},
};

/// The most cells that `--all` draws: what a person can still look at, and a program still open.
const MOST_CELLS: i64 = 1 << 20;

/// What to draw and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// An expression whose value is a layout, as `eval` takes it; `-` reads it from standard input.
    #[arg(value_name = "EXPR")]
    expression: String,
    /// What is written; what the ending of the file says when it is not given.
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// What the picture shows. Without it what the value is looked at for: an MMA its operands, a tiled copy both sides.
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Option<Kind>,
    /// What the colours mean: `offset`, `ramp`, `bank`, `thread`, `value`, `owner`, `mode:1.0`, `tile:12`.
    #[arg(long, visible_alias = "colour", value_name = "WHAT", value_parser = colour)]
    color: Option<ColourBy>,
    /// Which colours.
    #[arg(long, value_enum, default_value_t)]
    palette: PaletteName,
    /// What the picture is looked at on.
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,
    /// Set off the elements of this thread.
    #[arg(long, value_name = "THREAD", value_parser = clap::value_parser!(i64).range(0..))]
    thread: Option<i64>,
    /// The type of the elements, for banks and sectors: `f16`.
    #[arg(long = "type", value_name = "TYPE", value_parser = element_bits)]
    element_bits: Option<i64>,
    /// How many elements a thread accesses at once; of strips, the stride of the dimension.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(i64).range(1..))]
    vector: Option<i64>,
    /// The tile that a thread-value layout owns, `(128,64)`, or the extent of a dimension.
    #[arg(long, value_name = "SHAPE", value_parser = shape)]
    tile: Option<IntTuple<i64>>,
    /// Another layout beside the first; may be given several times.
    #[arg(long, value_name = "EXPR")]
    beside: Vec<String>,
    /// Draw at most so many rows. Without it 16 as text, and as a picture all that can be drawn.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    rows: Option<u32>,
    /// Draw at most so many columns. Without it 16 as text, and as a picture all that can be drawn.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    columns: Option<u32>,
    /// Draw every cell with its text, up to 1048576 of them.
    #[arg(long, conflicts_with_all = ["rows", "columns"])]
    all: bool,
    /// Write to this file instead of standard output; its ending says what: `.txt`, `.svg`, `.png`, `.tex`, `.json`,
    /// `.html`, `.cu`.
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
    /// The same as pixels, with a font of its own.
    Png,
    /// A LaTeX document with TikZ, as CuTe's `print_latex` writes one.
    Tex,
    /// An object with every cell.
    Json,
    /// A page that needs no other file.
    Html,
    /// C++ and CUDA without CuTe: loops and index arrays, and of a thread-value layout what each thread owns.
    Cu,
}

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The value of each coordinate.
    Offsets,
    /// The natural coordinates of the shape.
    Coordinates,
    /// Threads and values that own each element of the tile.
    #[value(alias = "tv")]
    Threads,
    /// How many own each element.
    Owners,
    /// A on the left, B above, C in the corner.
    Mma,
    /// The source of a tiled copy beside its destination.
    Copy,
    /// A layout before its swizzle and after it.
    Swizzle,
    /// What `slice(COORDINATE, A)` or `A(_,3)` keeps.
    Slice,
    /// What `composition(A, TILER)` takes.
    Chosen,
    /// The tiles of `zipped_divide(A, TILER)` and other divides.
    #[value(alias = "split")]
    Tiles,
    /// The copies of the tile in `blocked_product(A, B)` and other products.
    Product,
    /// What two layouts move as one vector: `max_common_vector(A, B)`.
    Common,
    /// The line from each offset to the next higher one.
    Path,
    /// An arrow for each mode: how far it jumps.
    Strides,
    /// The coordinates of a shape in each of its coordinate sets.
    Lists,
    /// A tensor of rank 3 and the matrices that it folds into.
    #[value(alias = "folding")]
    Foldings,
    /// The bank of each element.
    Banks,
    /// What an access does to the banks: `bank_conflicts(THREADS, f16, 8)`.
    Conflicts,
    /// What an access moves of global memory: `sectors(THREADS, f16, 8)`.
    Sectors,
    /// Several permutations (F,R):(sF,sR) of one dimension, a strip each.
    Strips,
}

impl Kind {
    /// The kind of the same name: a test holds the two lists together.
    fn picture_kind(self) -> Option<PictureKind> {
        PictureKind::named(self.to_possible_value()?.get_name())
    }
}

/// Which colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum PaletteName {
    /// Greys in turn, as CuTe prints.
    Greys,
    /// Pale hues.
    #[default]
    Pastels,
    /// Colours that stay apart for every kind of colour vision.
    ColorBlind,
}

/// What a picture is looked at on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum ThemeName {
    /// A light ground.
    #[default]
    Light,
    /// A dark ground.
    Dark,
    /// Black, with white lines and text.
    HighContrast,
}

/// Why nothing is drawn.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("{}: a `.{ending}` file is not written; `.txt`, `.svg`, `.png`, `.tex`, `.json`, `.html` and `.cu` are", terminal::path(.file))]
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
pub(super) fn show(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    // Before anything is computed: what cannot be written needs no picture.
    let form = match form(arguments) {
        Ok(form) => form,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    let expression = Expression::of_argument(&arguments.expression, libraries)?;
    let has_findings = expression.report()?;
    let unbound = expression.unbound();
    let drawn = Drawing::of(&unbound).and_then(|drawing| {
        let wanted = wanted(arguments, &drawing, form);
        match form {
            Form::Cu => drawing.code(&wanted).map(|code| (drawing, Err(code))),
            _ => match too_many(&drawing, &wanted)? {
                Some(refusal) => Ok((drawing, Ok(Err(refusal)))),
                None => drawing.picture(&wanted).map(|picture| (drawing, Ok(Ok(picture)))),
            },
        }
    });
    let (drawing, drawn) = match drawn {
        Ok(drawn) => drawn,
        Err(_) if has_findings => return Ok(Status::Findings),
        Err(reason) => {
            terminal::complain(&reason);
            return Ok(Status::Findings);
        }
    };
    let asked = wanted(arguments, &drawing, form);
    let written = match drawn {
        Err(code) => code.into_bytes(),
        Ok(Err(refusal)) => return Ok(refuse(&refusal)),
        Ok(Ok(picture)) => match written((&unbound, &drawing, &asked), &picture, arguments, form) {
            Ok(written) => written,
            Err(reason) => {
                terminal::complain(&reason);
                return Ok(Status::Failure);
            }
        },
    };
    write(&written, form, arguments.output.as_deref())?;
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
        "png" => Form::Png,
        "tex" => Form::Tex,
        "json" => Form::Json,
        "html" | "htm" => Form::Html,
        "cu" | "cuh" | "cpp" | "hpp" => Form::Cu,
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
            Form::Svg => "an SVG picture",
            Form::Png => "a PNG picture",
            Form::Tex => "LaTeX",
            Form::Json => "JSON",
            Form::Html => "a page",
            Form::Cu => "CUDA",
        }
    }
}

fn wanted(arguments: &Arguments, drawing: &Drawing, form: Form) -> Wanted {
    let count = |asked: Option<u32>| asked.and_then(|count| usize::try_from(count).ok());
    let limits = match (arguments.all, count(arguments.rows), count(arguments.columns)) {
        (true, ..) => Some(Limits::of(usize::MAX, usize::MAX)),
        (false, None, None) if form == Form::Text => Some(Limits::TEXT),
        (false, None, None) => None,
        (false, rows, columns) => {
            let usual = if form == Form::Text { Limits::TEXT } else { Limits::SVG };
            Some(Limits::of(rows.unwrap_or(usual.rows), columns.unwrap_or(usual.columns)))
        }
    };
    let colour = match &arguments.color {
        Some(ColourBy::Bank { .. }) => {
            let element_bits = arguments.element_bits.or_else(|| drawing.element_bits()).unwrap_or(32);
            Some(ColourBy::Bank { element_bits })
        }
        other => other.clone(),
    };
    Wanted {
        kind: arguments.kind.and_then(Kind::picture_kind),
        colour,
        limits,
        thread: arguments.thread,
        element_bits: arguments.element_bits,
        vector: arguments.vector,
        tile: arguments.tile.clone(),
        beside: arguments.beside.clone(),
        phase: None,
        is_zoomed: false,
    }
}

/// Why so many cells are not drawn, where somebody asks for too many of them: told by a picture of the first cell.
fn too_many(drawing: &Drawing, wanted: &Wanted) -> Result<Option<Refusal>, String> {
    let Some(limits) = wanted.limits.filter(|limits| limits.rows.saturating_mul(limits.columns) > 1 << 20)
    else {
        return Ok(None);
    };
    let corner = drawing.picture(&Wanted { limits: Some(Limits::of(1, 1)), ..wanted.clone() })?;
    let shown = |extent: i64, limit: usize| extent.min(i64::try_from(limit).unwrap_or(i64::MAX));
    for panel in &corner.panels {
        let rows = shown(panel.grid.rows.as_ref().map_or(1, |rows| rows.extent), limits.rows);
        let columns = shown(panel.grid.columns.extent, limits.columns);
        if rows.checked_mul(columns).is_none_or(|cells| cells > MOST_CELLS) {
            return Ok(Some(Refusal::TooMany { rows, columns }));
        }
    }
    Ok(None)
}

fn style(arguments: &Arguments) -> SvgStyle {
    let palette = match arguments.palette {
        PaletteName::Greys => Palette::Greys,
        PaletteName::Pastels => Palette::Pastels,
        PaletteName::ColorBlind => Palette::ColourBlind,
    };
    let theme = match arguments.theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
        ThemeName::HighContrast => Theme::HighContrast,
    };
    SvgStyle { palette, theme, ..SvgStyle::FILE }
}

/// The bytes of the picture.
///
/// # Errors
/// A PNG of so many pixels is not made.
fn written(
    (expression, drawing, wanted): (&str, &Drawing, &Wanted),
    picture: &Picture,
    arguments: &Arguments,
    form: Form,
) -> Result<Vec<u8>, String> {
    let style = style(arguments);
    let (title, facts) = (drawing.title(), drawing.facts());
    let text = match form {
        Form::Svg => picture.to_svg(style) + "\n",
        Form::Png => return picture.to_png(style).map_err(|error| error.to_string()),
        Form::Tex => picture.to_tex(style.palette),
        Form::Json => {
            let mut object = picture.to_json();
            if let Some(object) = object.as_object_mut() {
                object.insert("title".to_owned(), title.into());
                object.insert("facts".to_owned(), facts.lines().collect());
            }
            json(&object.to_string()).into_owned() + "\n"
        }
        Form::Html => html(expression, picture, &title, &facts, wanted, style),
        // The stream strips what does not belong there; a file has none of it.
        Form::Text if arguments.output.is_some() => format!("{title}\n{facts}\n\n{}\n", picture.to_text()),
        Form::Text => format!("\u{1b}[1m{title}\u{1b}[0m\n{facts}\n\n{}\n", picture.to_coloured_text()),
        Form::Cu => String::new(),
    };
    Ok(text.into_bytes())
}

/// A bench that needs no other file; where it cannot run, and where more is asked than a bench shows, the still picture.
fn html(
    expression: &str,
    picture: &Picture,
    title: &str,
    facts: &str,
    wanted: &Wanted,
    style: SvgStyle,
) -> String {
    let view = BenchView { wanted: Wanted { limits: None, ..wanted.clone() }, ..BenchView::default() };
    let Some(answers) = page::answers(expression, &view, style.palette).filter(|_| wanted.limits.is_none())
    else {
        return picture.to_html(title, facts, style);
    };
    let still = picture.to_svg(SvgStyle { frame: None, ..style });
    page::page(Door::File, title, NONCE, Some(&Saved { answers: &answers, still: &still })) + "\n"
}

/// What the script of a file is known by: it is the same in each, as all of a file is that is drawn again.
const NONCE: &str = "layoutlens";

#[expect(clippy::disallowed_methods, reason = "the user names the file, be it a link or a device")]
fn write(written: &[u8], form: Form, output: Option<&Path>) -> io::Result<()> {
    match (output, form) {
        (Some(path), _) => fs::write(path, written)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        (None, Form::Text) => {
            let mut out = terminal::output();
            out.write_all(written)?;
            out.flush()
        }
        (None, _) => {
            let mut out = terminal::raw_output();
            out.write_all(written)?;
            out.flush()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_the_command_line_are_those_of_pictures() {
        let named: Vec<&str> = PictureKind::NAMED.iter().map(|(name, _)| *name).collect();
        let here: Vec<String> = Kind::value_variants()
            .iter()
            .filter_map(|kind| Some(kind.to_possible_value()?.get_name().to_owned()))
            .collect();
        assert_eq!(here, named);
    }
}
