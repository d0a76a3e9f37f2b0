//! Lenses over `show` and `run` statements.

use std::ops::Range;

use layoutlens_eval::{Meaning, Verdict};
use layoutlens_render::Limits;
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

use crate::{facts::verdict_text, line::lines_around, picture::grid, shorten::shorten};

/// The longest value in the title of a grid, in characters.
const LONGEST_VALUE: usize = 100;

/// A lens above a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLens {
    /// Bytes of the statement.
    pub range: Range<usize>,
    /// The text of the lens.
    pub title: String,
    /// What a click does.
    pub kind: LensKind,
}

/// What a lens does. Each carries all that the click needs: the document may have changed by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LensKind {
    /// Opens the grid of a layout.
    OpenGrid {
        /// What the grid shows, for the title.
        title: String,
        /// An expression without names whose picture [`crate::picture_of`] draws.
        layout: String,
    },
    /// Runs the statement on a GPU.
    RunOnGpu {
        /// The statement with its names replaced by their values, as `layoutlens run` takes it.
        statement: String,
    },
    /// Runs the statement on the emulator.
    Emulate {
        /// The statement with its names replaced by their values.
        statement: String,
    },
    /// Shows the statement's kernel.
    ShowKernel {
        /// The statement with its names replaced by their values.
        statement: String,
    },
}

/// What gets a lens besides `run`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LensKinds {
    /// `show`, whose grid a hover, a hint and a command open too.
    pub show: bool,
    /// Heads of plain CUDA kernels, [`crate::kernel_heads`].
    pub accesses: bool,
}

/// The lenses of a document, in the order of the text.
pub fn code_lenses(analysis: &Analysis, kinds: LensKinds) -> Vec<CodeLens> {
    lenses_of(analysis, kinds, &(0..analysis.text.len()))
}

/// The lenses of the statements on the lines of a selection, whatever kinds are shown.
pub fn code_lenses_on_lines(analysis: &Analysis, selection: &Range<usize>) -> Vec<CodeLens> {
    lenses_of(analysis, LensKinds { show: true, accesses: false }, &lines_around(&analysis.text, selection))
}

fn lenses_of(analysis: &Analysis, kinds: LensKinds, within: &Range<usize>) -> Vec<CodeLens> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let statements = statements.filter(|(annotation, _)| {
        annotation.range.start <= within.end && within.start <= annotation.range.end
    });
    let mut lenses = Vec::new();
    for (annotation, meaning) in statements {
        let lens =
            |title: &str, kind| CodeLens { range: annotation.range.clone(), title: title.to_owned(), kind };
        match (&annotation.statement, meaning) {
            (Statement::Show(expr), Meaning::Value(evaluated)) if kinds.show => {
                let one_cell = Limits::of(1, 1);
                if matches!(evaluated.verdict, Verdict::Unproved { .. })
                    || grid(evaluated, one_cell).is_none()
                {
                    continue;
                }
                let source = analysis.text.get(expr.range.clone()).unwrap_or_default();
                let layout = match &evaluated.tile {
                    Some(tile) => format!("thread_values({}, {tile})", evaluated.value),
                    None => evaluated.value.to_string(),
                };
                let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
                let value = shorten(&evaluated.value.to_string(), LONGEST_VALUE);
                let source = if source == value { source } else { format!("{source} = {value}") };
                // The picture is drawn from the value alone, so the title tells what the value is worth.
                let source = match &evaluated.thread {
                    Some(thread) => format!("{source} ({thread})"),
                    None => source,
                };
                let title = match verdict_text(evaluated) {
                    Some(verdict) => format!("{source}: {verdict}"),
                    None => source,
                };
                lenses.push(lens("open grid", LensKind::OpenGrid { title, layout }));
            }
            (Statement::Run(_), Meaning::Run(Ok(run))) => {
                let statement = run.to_string();
                lenses.push(lens("run on GPU", LensKind::RunOnGpu { statement: statement.clone() }));
                lenses.push(lens("emulate", LensKind::Emulate { statement: statement.clone() }));
                lenses.push(lens("kernel", LensKind::ShowKernel { statement }));
            }
            _ => {}
        }
    }
    lenses
}
