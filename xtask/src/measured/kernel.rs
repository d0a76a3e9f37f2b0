//! A kernel that is measured: where it stands in public code, and what a host of our own needs to launch it.

/// Lines of a file, from 1, both included.
pub(super) struct Piece {
    /// Below the project's folder.
    pub(super) file: &'static str,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// A kernel of other people, and what a host needs to launch it.
pub(super) struct Kernel {
    /// What its host is named.
    pub(super) host: &'static str,
    /// `owner/name` on GitHub.
    pub(super) project: &'static str,
    /// The file that has it, below the project's folder.
    pub(super) file: &'static str,
    /// What is compiled, unchanged: the kernel and what it calls.
    pub(super) pieces: &'static [Piece],
    /// Our code in front of the pieces: includes, and names that the files take from elsewhere.
    pub(super) before: &'static str,
    /// The kernel with its template arguments, as C++.
    pub(super) kernel: &'static str,
    /// How `layoutlens accesses` names it.
    pub(super) claimed: &'static str,
    pub(super) grid: &'static str,
    pub(super) block: &'static str,
    /// Bytes of dynamic shared memory.
    pub(super) shared: &'static str,
    pub(super) arguments: &'static str,
}

/// Lines `from` to `to` of a file.
pub(super) const fn piece(file: &'static str, from: usize, to: usize) -> Piece {
    Piece { file, from, to }
}
