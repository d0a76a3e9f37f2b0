//! Each feature on fixtures that are valid host code. `$0` is the cursor.

#![expect(clippy::unwrap_used, reason = "a fixture that lacks what it should have is a failed test")]

mod any_text;
mod asks;
mod bench;
mod code_action;
mod code_lens;
mod comment;
mod comparison;
mod completion;
mod copy_cost;
mod definition;
mod diagnostic;
mod document_highlight;
mod document_symbol;
mod fixture;
mod folding_range;
mod formatting;
mod half_typed;
mod hint_details;
mod hint_of_code;
mod host_code;
mod hover;
mod inlay_hint;
mod inspect;
mod layout_comment;
mod measured;
mod one_thread;
mod picture_at;
mod plain_kernel;
mod readme;
mod references;
mod rename;
mod selection_range;
mod semantic_token;
mod signature_help;
mod spliced;
mod suppositions;
