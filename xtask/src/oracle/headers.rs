//! Where CuTe's C++ is: the headers of PyPI wheels, which a host compiler reads without a GPU.

use std::path::PathBuf;

use crate::{corpora, error::Error};

/// CUDA headers that CuTe includes; each wheel keeps its own below `nvidia/PART/include`.
const CUDA: [(&str, &str); 3] = [
    ("nvidia-cuda-runtime-cu12", "cuda_runtime"),
    ("nvidia-cuda-nvcc-cu12", "cuda_nvcc"),
    // `include` alone: the libcxx nested below it belongs to nvrtc, and hides the compiler's own.
    ("nvidia-cuda-cccl-cu12", "cuda_cccl"),
];

/// Folders for `-I`: CUTLASS first, then CUDA. Fetches what is missing.
pub(super) fn folders() -> Result<Vec<PathBuf>, Error> {
    let cutlass = corpora::fetch("nvidia-cutlass")?;
    let mut folders = vec![cutlass.join("cutlass_library/source/include")];
    for (wheel, part) in CUDA {
        folders.push(corpora::fetch(wheel)?.join("nvidia").join(part).join("include"));
    }
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(missing) => Err(Error::Other(format!("the wheels hold no folder {}", missing.display()))),
        None => Ok(folders),
    }
}
