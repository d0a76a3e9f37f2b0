//! Shared-memory layouts: swizzled atoms for GMMA and UMMA, the swizzle modes of the hardware, matrix descriptors.
//!
//! CuTe writes these with a swizzle on byte addresses that waits for its pointer:
//! `Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)`. [`SmemLayout`] is that; its
//! [`position_independent`](SmemLayout::position_independent) form is a [`ComposedLayout`](crate::ComposedLayout) on
//! elements.

mod atom;
mod descriptor;
mod layout;
mod mode;
mod selector;
mod tile_to_mma_shape;

pub use atom::{SmemAtom, smem_atom_names};
pub use descriptor::{MatrixDescriptor, make_gmma_desc, make_umma_desc};
pub use layout::SmemLayout;
pub use mode::{Major, SwizzleMode};
pub use selector::{rs_smem_selector, sm100_smem_selector, sm120_rr_smem_selector, ss_smem_selector};
pub use tile_to_mma_shape::tile_to_mma_shape;
