//! The worked examples of the texts that explain CuTe, each as a call that gives the same answer.
//!
//! Every block on these pages is a test. Where a text is wrong, [`corrections`] says what it prints and what is right;
//! everything else is as printed.

/// Examples of the CUTLASS documentation's chapter on layouts (reference text 004).
#[doc = include_str!("cutlass_layout.md")]
pub mod cutlass_layout {}

/// Examples of *Understanding the CuTe layout algebra*, an article (reference text 000).
#[doc = include_str!("article.md")]
pub mod article {}

/// Examples of *CuTe Layout Representation and Algebra*, sections 1 and 2: tuples, shapes, layouts (reference text 001).
#[doc = include_str!("paper_representation.md")]
pub mod paper_representation {}

/// Examples of *CuTe Layout Representation and Algebra*, section 3: the algebra (reference text 001).
#[doc = include_str!("paper_algebra.md")]
pub mod paper_algebra {}

/// Examples of a study of `partition_C` with 256 threads over a 128x128 tile (reference text 003).
#[doc = include_str!("partition_c.md")]
pub mod partition_c {}

/// What the texts print and is wrong, with what is right (reference texts 001, 002, 003).
#[doc = include_str!("corrections.md")]
pub mod corrections {}
