//! Atoms of CuTe in host code: each expected layout is what a compiled program prints.

mod copies;
mod fixture;
mod mma;
mod smem;
mod swizzled;
mod tma;
mod tmem;
