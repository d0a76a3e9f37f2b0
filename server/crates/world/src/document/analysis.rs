//! Everything that is computed from one revision of a document.

use std::sync::Arc;

use layoutlens_eval::{Code, Problem, host::Libraries};

use crate::PlainKernels;

/// A longer text is kept and edited like any other, but its layouts are not read: sources that people write
/// are far below, and what is above (tables, generated code) would hold a core for seconds at every key.
pub const MAX_ANALYSED_BYTES: usize = 4 << 20;

/// Everything computed from one revision.
#[derive(Debug)]
pub struct Analysis {
    /// The text of the revision; empty when it is longer than [`MAX_ANALYSED_BYTES`].
    pub text: Arc<str>,
    /// What the text says.
    pub file: Arc<layoutlens_syntax::File>,
    /// What it means.
    pub evaluation: layoutlens_eval::Evaluation,
    /// The libraries that its code may use.
    pub libraries: &'static Libraries,
    /// Its plain kernels.
    pub kernels: PlainKernels,
}

impl Analysis {
    /// What the plain kernels of the text do with memory; computed by the first request that asks for it.
    pub fn kernels(&self) -> &layoutlens_access::Reading {
        self.kernels.reading()
    }

    /// What is known of the statement at the byte `at` before any code is run, where the code has no say in it.
    pub fn of_statement(&self, at: usize) -> Option<Self> {
        let evaluation = layoutlens_eval::evaluate_without_code(&self.file, at)?;
        let (text, file) = (Arc::clone(&self.text), Arc::clone(&self.file));
        Some(Self { text, file, evaluation, kernels: self.kernels.unread(), libraries: self.libraries })
    }
}

/// What is said of a text that is not read since it is longer than [`MAX_ANALYSED_BYTES`].
pub(super) fn too_large(bytes: usize, libraries: &'static Libraries) -> Analysis {
    let message = format!(
        "this file has {bytes} bytes; layouts are read in files of up to {MAX_ANALYSED_BYTES}: split it, or exclude it"
    );
    let mut analysis = unread(libraries);
    analysis.evaluation.problems.push(Problem::new(0..0, Code::TooLarge, message));
    analysis
}

/// What is known of a text that is not read: nothing.
pub(super) fn unread(libraries: &'static Libraries) -> Analysis {
    Analysis {
        text: "".into(),
        file: Arc::new(layoutlens_syntax::File {
            scopes: vec![layoutlens_syntax::Scope { range: 0..0, parent: None, name: None }],
            ..Default::default()
        }),
        evaluation: layoutlens_eval::Evaluation::default(),
        libraries,
        kernels: PlainKernels::default(),
    }
}
