//! Shared-memory layouts: atoms by name, and descriptors.

use std::sync::Arc;

use layout_algebra::{
    self as algebra, IntTuple,
    atom::element::ElementType,
    smem::{
        Major, MatrixDescriptor, SmemAtom, SmemLayout, make_gmma_desc, make_umma_desc, rs_smem_selector,
        sm100_smem_selector, ss_smem_selector,
    },
};

use super::{
    Arguments, Refusal,
    columns::{Columns, OnSmem, Parameter, ParameterKind, hardware, layout, tuple},
};
use crate::{Evaluated, Finding, Hardware, Value};

const TILE: &[Parameter] = &[
    hardware("major"),
    Parameter { name: "type", kind: ParameterKind::ElementType },
    tuple("BLK_MN"),
    tuple("BLK_K"),
];

const OPERAND: &[Parameter] = &[hardware("major"), layout("tensor")];

const AN_OPERAND_OF_SHARED_MEMORY: &[&str] = &[
    "major is GMMA::Major::K or GMMA::Major::MN (UMMA:: on SM100)",
    "the narrowest atom divides (BLK_MN,BLK_K)",
];

const A_CANONICAL_LAYOUT: &[&str] = &[
    "tensor is the operand of one instruction, and one of the canonical layouts: the error names the stride that is not",
];

pub(super) static SMEM_ATOM: Columns =
    Columns::new(&[layout("atom")], smem_atom).on_smem(OnSmem::Whole).says(
        "an atom of shared memory by its name",
        &["atom is GMMA::Layout_K_SW128_Atom<type> or one of its kin"],
        &["R is its layout, with the swizzle on bytes"],
    );

pub(super) static SS_SMEM_SELECTOR: Columns = Columns::new(TILE, |arguments| {
    selected(arguments, |tile| ss_smem_selector(tile.major, tile.element, &tile.blk_mn, &tile.blk_k))
})
.on_smem(OnSmem::Whole)
.says(
    "the widest atom of shared memory that divides a tile, on SM90",
    AN_OPERAND_OF_SHARED_MEMORY,
    &["R is the layout of the atom"],
);

pub(super) static RS_SMEM_SELECTOR: Columns = Columns::new(TILE, |arguments| {
    selected(arguments, |tile| rs_smem_selector(tile.major, tile.element, &tile.blk_mn, &tile.blk_k, false))
})
.on_smem(OnSmem::Whole)
.says(
    "the same for an operand through registers",
    AN_OPERAND_OF_SHARED_MEMORY,
    &["R is the layout of the atom"],
);

pub(super) static SM100_SMEM_SELECTOR: Columns = Columns::new(TILE, |arguments| {
    selected(arguments, |tile| sm100_smem_selector(tile.major, tile.element, &tile.blk_mn, &tile.blk_k))
})
.on_smem(OnSmem::Whole)
.says(
    "the widest atom of shared memory that divides a tile, on SM100",
    AN_OPERAND_OF_SHARED_MEMORY,
    &["R is the layout of the atom"],
);

pub(super) static MAKE_GMMA_DESC: Columns =
    Columns::new(OPERAND, |arguments| described(arguments, make_gmma_desc)).on_smem(OnSmem::Whole).says(
        "what the matrix descriptor of SM90 says of an operand",
        A_CANONICAL_LAYOUT,
        &["compares as the layout type"],
    );

pub(super) static MAKE_UMMA_DESC: Columns =
    Columns::new(OPERAND, |arguments| described(arguments, make_umma_desc)).on_smem(OnSmem::Whole).says(
        "what the matrix descriptor of SM100 says of an operand",
        A_CANONICAL_LAYOUT,
        &["compares as the layout type"],
    );

/// The name of an atom is its layout already.
fn smem_atom(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Smem(smem) => Ok(Value::Smem(smem.clone()).into()),
        _ => Err(arguments.kind(0, "a shared-memory atom such as `GMMA::Layout_K_SW128_Atom<half_t>`")),
    }
}

/// What selects an atom.
struct Tile {
    major: Major,
    element: ElementType,
    blk_mn: IntTuple,
    blk_k: IntTuple,
}

fn major(arguments: &Arguments<'_>) -> Result<Major, Refusal> {
    match arguments.value(0)? {
        Value::Hardware(hardware) => match **hardware {
            Hardware::Major(major) => Ok(major),
            _ => Err(arguments.kind(0, "`GMMA::Major::K` or `GMMA::Major::MN`")),
        },
        _ => Err(arguments.kind(0, "`GMMA::Major::K` or `GMMA::Major::MN`")),
    }
}

fn selected(
    arguments: &Arguments<'_>,
    select: fn(Tile) -> Result<SmemAtom, algebra::Error>,
) -> Result<Evaluated, Refusal> {
    let name = arguments.element_type(1)?;
    let element = ElementType::find(name).ok_or_else(|| arguments.kind(1, "an element type such as f16"))?;
    let (blk_mn, blk_k) = (arguments.tuple(2)?, arguments.tuple(3)?);
    let atom = select(Tile { major: major(arguments)?, element, blk_mn, blk_k })?;
    Ok(Evaluated { steps: vec![atom.to_string()], ..Value::from(atom.layout()?).into() })
}

fn described(
    arguments: &Arguments<'_>,
    make: fn(Major, &SmemLayout) -> Result<MatrixDescriptor, algebra::Error>,
) -> Result<Evaluated, Refusal> {
    let Value::Smem(tensor) = arguments.value(1)? else {
        return Err(arguments.kind(1, "a shared-memory layout such as `GMMA::Layout_K_SW128_Atom<half_t>`"));
    };
    let MatrixDescriptor { mode, layout_type, leading_byte_offset, stride_byte_offset } =
        make(major(arguments)?, tensor)?;
    let text = format!(
        "layout type {layout_type} ({mode}), leading byte offset {}, stride byte offset {}",
        16 * leading_byte_offset,
        16 * stride_byte_offset
    );
    Ok(Value::Finding(Finding { text, number: Some(i64::from(layout_type)), accesses: Arc::default() })
        .into())
}
