//! The kinds of code actions.

/// The kinds that are offered. Those of this server's own name let a key be bound to each; editors list them behind the
/// others.
pub(super) const KINDS: [&str; 9] = [
    QUICK_FIX,
    EXTRACT,
    INLINE,
    REWRITE,
    FIX_ALL,
    "layoutlens.run",
    "layoutlens.emulate",
    "layoutlens.kernel",
    "layoutlens.grid",
];

pub(super) const QUICK_FIX: &str = "quickfix";
pub(super) const EXTRACT: &str = "refactor.extract";
pub(super) const INLINE: &str = "refactor.inline";
pub(super) const REWRITE: &str = "refactor.rewrite";
pub(super) const FIX_ALL: &str = "source.fixAll.layoutlens";
