//! Editor features: pure functions from one analysed revision and an offset to plain data.
//!
//! One file a feature. Offsets are bytes in the revision's text. No LSP types, no I/O. The command line enters here
//! too, so that a terminal and an editor say the same.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod access_expression;
mod access_finding;
mod access_hint;
mod access_hover;
mod bench;
mod code_action;
mod code_lens;
mod comparison;
mod completion;
mod cost_hint;
mod definition;
mod diagnostic;
mod document_highlight;
mod document_symbol;
mod facts;
mod folding_range;
mod formatting;
mod fragment;
mod hint_details;
mod hint_label;
mod hint_place;
mod host_call;
mod host_hint;
mod host_name;
mod hover;
mod inlay_hint;
mod inspect;
mod kernel_head;
mod layout_comment;
mod line;
mod name_use;
mod open_size;
mod owner;
mod picture;
mod picture_at;
mod references;
mod rename;
mod run_job;
mod run_statements;
mod selection_range;
mod semantic_token;
mod shape_first;
mod shorten;
mod signature_help;
mod statement_cursor;
mod subject;
mod suppositions;
mod target;
mod token_role;
mod unbound;
mod workspace_symbol;

pub use access_finding::{access_findings, fixable_access};
pub use access_hover::accesses_of;
pub use bench::{
    Bench, BenchFix, BenchPart, BenchView, NoBench, Phases, Table, TableRows, ThreadCells, bench_at,
    bench_fixes, bench_of, conflict_fixes,
};
pub use code_action::{ActionKind, CodeAction, Edit, code_actions, edited, safe_edits};
pub use code_lens::{CodeLens, LensKind, LensKinds, code_lenses, code_lenses_on_lines};
pub use completion::{
    CompletionItem, CompletionKind, Completions, MOST_ITEMS as MOST_COMPLETIONS, completions,
    documentation_of,
};
pub use definition::definition;
pub use diagnostic::{Diagnostic, Fix, Related, Severity, diagnostics, diagnostics_with_fixes};
pub use document_highlight::{DocumentHighlight, document_highlights};
pub use document_symbol::{DocumentSymbol, DocumentSymbolKind, document_symbols};
pub use folding_range::{FoldingRange, folding_ranges};
pub use formatting::format_statements;
pub use hint_details::{HintDetails, hint_details};
pub use hint_place::HintPlace;
pub use host_hint::HintKinds;
pub use hover::{Hover, HoverOptions, hover};
pub use inlay_hint::{HintOptions, InlayHint, inlay_hints};
pub use inspect::{Inspected, InspectedKind, InspectedLayout, inspect};
pub use kernel_head::{KernelHead, kernel_heads};
pub use layout_comment::{LayoutComment, layout_comment, layout_comments};
pub use layoutlens_access::{Access, Cost as AccessCost, Reason, Space as AccessSpace, Unit as AccessUnit};
pub use picture::{Drawing, Picture, PictureKind, Wanted, facts_of, picture_of};
pub use picture_at::picture_at;
pub use references::references;
pub use rename::{prepare_rename, rename};
pub use run_job::{run_job, with_keyword};
pub use run_statements::{RunStatement, run_statements};
pub use selection_range::selection_ranges;
pub use semantic_token::{SemanticToken, SemanticTokenKind, semantic_tokens};
pub use signature_help::{SignatureHelp, signature_help};
pub use suppositions::{Bindings, ProgramHead, SuppositionHead, program_heads, supposition_heads};
pub use unbound::{unbound, with_names_at};
pub use workspace_symbol::{MOST_SYMBOLS as MOST_WORKSPACE_SYMBOLS, workspace_symbols};
