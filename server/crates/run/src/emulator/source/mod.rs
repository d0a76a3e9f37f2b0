//! Reads the CUDA that kernels are printed in: the part of C++ that the generators write, and nothing else.

mod expression;
mod parse;
mod statement;
mod syntax;
mod token;

pub(super) use parse::parse;
pub(super) use syntax::{
    Assembly, Binary, Declarator, Expression, Function, Member, Scalar, Statement, Storage, Type, Unit,
};

use crate::{ErrorCode, RunError};

/// The generated kernel has something that the emulator does not know: a defect, for it is to know all of it.
pub(super) fn unknown(what: impl std::fmt::Display) -> RunError {
    let message =
        format!("a defect of LayoutLens: the emulator does not know {what} in the generated kernel");
    RunError::new(ErrorCode::Internal, message)
}
