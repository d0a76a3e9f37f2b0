//! Hardware atoms: the instructions of NVIDIA's GPUs as layouts, as CuTe's `atom/` headers describe them.
//!
//! An MMA atom says which thread holds which element of A, B and C. [`TiledMma`](crate::TiledMma) repeats one over more
//! threads and a larger tile. A copy atom says which thread holds which bits before and after a copy;
//! [`TiledCopy`](crate::TiledCopy) repeats one over a tile.

pub mod copy;
pub mod element;
pub mod mma;
pub mod tmem;
