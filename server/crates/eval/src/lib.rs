//! Expression trees to proved values.
#![forbid(unsafe_code)]

/// What the statements of a file mean.
#[derive(Debug, Clone, Default)]
pub struct Evaluation {}

/// Evaluates every statement of a file.
pub fn evaluate(_file: &layoutlens_syntax::File, _text: &str) -> Evaluation {
    Evaluation {}
}
