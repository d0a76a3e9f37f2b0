//! The `run` statements of a document.

use std::ops::Range;

use layoutlens_eval::Meaning;
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

/// A `run` statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunStatement {
    /// Bytes of the statement.
    pub range: Range<usize>,
    /// The statement with its names replaced by their values, as [`crate::run_job`] takes it; `None` where it cannot run:
    /// a diagnostic says why.
    pub statement: Option<String>,
}

/// The `run` statements of a document, in the order of the text.
pub fn run_statements(analysis: &Analysis) -> Vec<RunStatement> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let run_statement = |(annotation, meaning): (&layoutlens_syntax::Annotation, &Meaning)| {
        matches!(annotation.statement, Statement::Run(_)).then(|| RunStatement {
            range: annotation.range.clone(),
            statement: match meaning {
                Meaning::Run(Ok(run)) => Some(run.to_string()),
                _ => None,
            },
        })
    };
    statements.filter_map(run_statement).collect()
}
