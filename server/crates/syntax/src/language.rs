//! Host languages, by file name and by the editors' language ids.

use std::path::Path;

/// A language whose comments are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// CUDA C++ and every other C-family file.
    #[default]
    Cuda,
    /// Python: CuTe DSL, pycute.
    Python,
    /// Rust.
    Rust,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cuda, Self::Python, Self::Rust];

    /// By file extension: `.cu .cuh .h .hpp .cpp .cc .inl .cxx .c .hh .hxx`, `.py .pyi`, `.rs`.
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "cu" | "cuh" | "h" | "hpp" | "cpp" | "cc" | "inl" | "cxx" | "c" | "hh" | "hxx" => {
                Some(Self::Cuda)
            }
            "py" | "pyi" => Some(Self::Python),
            "rs" => Some(Self::Rust),
            _ => None,
        }
    }

    /// By the `languageId` an editor sends: `cuda-cpp`, `cuda`, `cpp`, `c`, `python`, `rust`.
    pub fn from_language_id(id: &str) -> Option<Self> {
        match id {
            "cuda-cpp" | "cuda" | "cpp" | "c" | "c++" => Some(Self::Cuda),
            "python" => Some(Self::Python),
            "rust" => Some(Self::Rust),
            _ => None,
        }
    }
}
