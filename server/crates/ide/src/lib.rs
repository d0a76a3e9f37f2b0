//! Editor features: pure functions from one analysed revision and an offset to plain data.
//!
//! One file a feature. Offsets are bytes in the revision's text. No LSP types, no I/O. The command line enters here
//! too, so that a terminal and an editor say the same.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod code_lens;
mod completion;
mod definition;
mod diagnostic;
mod document_highlight;
mod document_symbol;
mod facts;
mod hint_details;
mod hint_label;
mod hint_place;
mod host_call;
mod host_hint;
mod host_name;
mod hover;
mod inlay_hint;
mod inspect;
mod layout_comment;
mod picture;
mod run_job;
mod run_statements;
mod shape_first;
mod shorten;
mod signature_help;
mod statement_cursor;
mod suppositions;
mod target;

pub use code_lens::{CodeLens, LensKind, code_lenses};
pub use completion::{
    CompletionItem, CompletionKind, Completions, MOST_ITEMS as MOST_COMPLETIONS, completions,
    documentation_of,
};
pub use definition::definition;
pub use diagnostic::{Diagnostic, Fix, Related, Severity, diagnostics};
pub use document_highlight::{DocumentHighlight, document_highlights};
pub use document_symbol::{DocumentSymbol, document_symbols};
pub use hint_details::{HintDetails, hint_details};
pub use hint_place::HintPlace;
pub use host_hint::HintKinds;
pub use hover::{Hover, HoverOptions, hover};
pub use inlay_hint::{HintOptions, InlayHint, inlay_hints};
pub use inspect::{Inspected, InspectedKind, InspectedLayout, inspect};
pub use layout_comment::{LayoutComment, layout_comment, layout_comments};
pub use picture::{Drawing, Picture, picture_at, picture_of};
pub use run_job::{run_job, with_keyword};
pub use run_statements::{RunStatement, run_statements};
pub use suppositions::{Bindings, SuppositionHead, supposition_heads};
pub use signature_help::{SignatureHelp, signature_help};
