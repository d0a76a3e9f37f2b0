//! The CuTe DSL and pycute: what their names mean.
//!
//! Names are listed by the path of the module that shows them, `cutlass.cute.make_layout`; [`module`] says which path a
//! name has that was imported another way.

mod arch;
mod architecture;
pub(crate) mod argument;
mod atom;
mod blackwell;
mod block_scaled;
mod calls;
pub(crate) mod class;
pub(crate) mod convention;
mod copied;
mod copy_operation;
mod device_properties;
mod element;
mod enumeration;
mod epilogue;
mod experimental;
mod from_torch;
mod hopper;
mod iteration;
mod layout;
mod memory;
mod mixed_input;
mod mma_operation;
mod module;
mod number;
mod operand;
mod partitioned;
mod pipeline;
mod pycute;
mod registers;
mod rubin;
mod runtime;
mod scale_fragment;
mod shape;
mod shape_and_stride;
mod standard;
mod supposed;
mod swizzled;
mod taken;
mod tensor;
mod tensor_memory;
mod tile;
mod tile_layout;
mod tile_scheduler;
mod tiled;
mod tma;
mod torch_arithmetic;
mod torch_type;
mod torch_view;
mod tuple_order;
mod umma_operation;
mod vector;

use layoutlens_library_cute::family::{Families, Family};

/// The DSL's names, by their full paths: `cutlass.cute.make_layout`.
pub(crate) static DSL: Families = Families(&[FAMILIES]);

const FAMILIES: &[Family] = &[
    module::FAMILY,
    torch_arithmetic::FAMILY,
    number::FAMILY,
    tuple_order::FAMILY,
    element::FAMILY,
    enumeration::FAMILY,
    layout::FAMILY,
    tensor::FAMILY,
    registers::FAMILY,
    vector::FAMILY,
    atom::FAMILY,
    copy_operation::FAMILY,
    tiled::FAMILY,
    memory::FAMILY,
    runtime::FAMILY,
    pipeline::FAMILY,
    tma::FAMILY,
    tile_scheduler::FAMILY,
    architecture::FAMILY,
    device_properties::FAMILY,
    block_scaled::FAMILY,
];
