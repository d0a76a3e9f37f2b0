//! One open document: a rope, its version, and what is lazily known of this revision.

use std::sync::{Arc, OnceLock};

use layoutlens_syntax::Language;
use ropey::Rope;

/// Everything computed from one revision.
#[derive(Debug)]
pub struct Analysis {
    /// The text of the revision.
    pub text: Arc<str>,
    /// What the text says.
    pub file: layoutlens_syntax::File,
    /// What it means.
    pub evaluation: layoutlens_eval::Evaluation,
}

/// One revision of a document. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Document {
    version: i32,
    language: Language,
    rope: Rope,
    analysis: Arc<OnceLock<Arc<Analysis>>>,
}

impl Document {
    /// A document as opened or read from disk.
    pub fn new(version: i32, language: Language, text: &str) -> Self {
        Self { version, language, rope: Rope::from_str(text), analysis: Arc::default() }
    }

    /// The version the editor gave it.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// The host language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// Parses and evaluates this revision once; later calls and clones share the result.
    pub fn analysis(&self) -> Arc<Analysis> {
        let analyse = || {
            let text: Arc<str> = self.rope.to_string().into();
            let (file, _tree) = layoutlens_syntax::parse(self.language, &text, None);
            let evaluation = layoutlens_eval::evaluate(&file, &text);
            Arc::new(Analysis { text, file, evaluation })
        };
        Arc::clone(self.analysis.get_or_init(analyse))
    }
}
