//! Editor features: pure functions from one analysed revision and an offset to plain data.
//!
//! One file a feature. Offsets are bytes in the revision's text. No LSP types, no I/O.
#![forbid(unsafe_code)]

pub mod code_lens;
pub mod definition;
pub mod diagnostic;
pub mod document_symbol;
pub mod hover;
pub mod inlay_hint;

pub use code_lens::{CodeLens, LensKind, code_lenses};
pub use definition::definition;
pub use diagnostic::{Diagnostic, Fix, Related, Severity, diagnostics};
pub use document_symbol::{DocumentSymbol, document_symbols};
pub use hover::{Hover, HoverOptions, hover};
pub use inlay_hint::{InlayHint, inlay_hints};
