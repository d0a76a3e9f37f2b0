//! What a macro is to the statements in which it stands.

use crate::program::HostStatement;

/// What a macro is to the statements in which it stands. Of several definitions, what any of them is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MacroUse {
    /// Nothing, a pragma, attributes, words in front of a declaration: the code around it is read as if it were not there.
    Nothing,
    /// An expression or a type.
    Value,
    /// Anything else.
    Code(MacroCode),
}

/// What is known of a macro that is neither nothing nor a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MacroCode {
    /// Names that its text may write.
    pub(super) written: Vec<String>,
    /// Where it may leave the code around it.
    pub(super) leaves: Vec<HostStatement>,
    /// Whether it opens or closes a block, or a case: then nobody knows which statements stand in which.
    pub(super) is_open: bool,
    /// Whether it has a block of its own.
    pub(super) has_block: bool,
    /// Whether what stands behind it is a statement of its own, without a semicolon between them.
    pub(super) is_whole: bool,
}

impl MacroUse {
    /// Where it may leave the code around it.
    pub(super) fn leaves(&self) -> Vec<HostStatement> {
        match self {
            Self::Code(code) => code.leaves.clone(),
            Self::Nothing | Self::Value => Vec::new(),
        }
    }

    /// One that is this or another.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Code(mut code), Self::Code(other)) => {
                code.written.extend(other.written);
                code.leaves.extend(other.leaves);
                code.is_open |= other.is_open;
                code.has_block |= other.has_block;
                code.is_whole &= other.is_whole;
                Self::Code(code)
            }
            // Where it is nothing, what stands behind it is a statement of its own, too.
            (Self::Code(code), Self::Nothing) | (Self::Nothing, Self::Code(code)) => Self::Code(code),
            (Self::Code(code), Self::Value) | (Self::Value, Self::Code(code)) => {
                Self::Code(MacroCode { is_whole: false, ..code })
            }
            (Self::Nothing, Self::Nothing) => Self::Nothing,
            (Self::Value, Self::Value | Self::Nothing) | (Self::Nothing, Self::Value) => Self::Value,
        }
    }
}
