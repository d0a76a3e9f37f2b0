//! Hardware atoms: the instructions of NVIDIA's GPUs as layouts, as CuTe's `atom/` headers describe them.
//!
//! An MMA atom says which thread holds which element of A, B and C. [`TiledMma`](crate::TiledMma) repeats one over more
//! threads and a larger tile.

pub mod element;
pub mod mma;
pub mod tmem;
