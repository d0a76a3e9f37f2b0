//! What the traits of a family of MMA operations have in common, and the table row that says it.

use super::{MmaAtom, Operand, ValueTypes};
use crate::{Error, Layout, atom::element::in_mma};

/// A family of operations that share shape and layouts: one row for each set of traits in a header.
///
/// The names of the family are `prefix`, one of `types`, one of `suffixes`.
pub(super) struct Traits {
    /// The name up to the element types, `SM80_16x8x16_`.
    pub(super) prefix: &'static str,
    /// The element types of D, A, B, C as the names spell them, `F32F16F16F32`.
    pub(super) types: &'static [&'static str],
    /// What follows the element types, `_TN`.
    pub(super) suffixes: &'static [&'static str],
    /// `Shape_MNK`.
    pub(super) shape: [i64; 3],
    /// `ThrID`: logical thread id to thread index.
    pub(super) thr_id: &'static str,
    /// `ALayout`: (T,V) to the index of an (M,K) coordinate, M fastest.
    pub(super) a: &'static str,
    /// `BLayout`: (T,V) to the index of an (N,K) coordinate, N fastest.
    pub(super) b: &'static str,
    /// `CLayout`: (T,V) to the index of an (M,N) coordinate, M fastest.
    pub(super) c: &'static str,
    /// The header that defines the traits.
    pub(super) header: &'static str,
}

impl Traits {
    /// The names of the family.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let pairs =
            self.types.iter().flat_map(|types| self.suffixes.iter().map(move |suffix| (types, suffix)));
        pairs.map(|(types, suffix)| format!("{}{types}{suffix}", self.prefix))
    }

    /// The element types and the suffix of `name`, if it is one of the family.
    fn read(&self, name: &str) -> Option<(&'static str, &'static str)> {
        let rest = name.strip_prefix(self.prefix)?;
        self.types.iter().find_map(|types| {
            let suffix = rest.strip_prefix(types)?;
            self.suffixes.iter().find(|known| **known == suffix).map(|suffix| (*types, *suffix))
        })
    }

    /// The atom of this name, if it is one of the family.
    pub(super) fn find(&self, name: &str) -> Option<Result<MmaAtom, Error>> {
        let (types, suffix) = self.read(name)?;
        Some(self.atom(name, types, suffix))
    }

    fn atom(&self, name: &str, types: &str, suffix: &str) -> Result<MmaAtom, Error> {
        let value_types = ValueTypes::of_name(types);
        let ptx = ptx(self.shape, types, suffix);
        Ok(MmaAtom {
            majors: [None; 2],
            name: name.to_owned(),
            shape_mnk: self.shape,
            thr_id: self.thr_id.parse::<Layout>()?,
            layout_a: self.a.parse()?,
            layout_b: self.b.parse()?,
            layout_c: self.c.parse()?,
            value_types,
            operand_a: Operand::Registers,
            operand_b: Operand::Registers,
            accumulator: Operand::Registers,
            more_layouts: Vec::new(),
            header: self.header,
            ptx,
        })
    }
}

/// The element types of a name, one after the other: `F32`, `F16`, `F16`, `F32`.
pub(super) fn type_tokens(types: &str) -> Vec<&'static str> {
    let mut tokens = Vec::new();
    let mut rest = types;
    while let Some((token, ..)) = types_in_names().find(|(token, ..)| rest.starts_with(token)) {
        tokens.push(token);
        rest = &rest[token.len()..];
    }
    tokens
}

/// How names spell a complex type whose product takes three multiplications, what CUTLASS calls it, and what PTX calls its
/// parts: no type of elements.
const GAUSS: (&str, &str, &str) = ("GC64", "GaussComplex", "f64");

/// How names spell an element type, what CUTLASS calls it, and what PTX calls it.
fn types_in_names() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    in_mma().chain([GAUSS])
}

/// What CUTLASS calls the element type that names spell `token`.
pub(super) fn value_type(token: &str) -> &'static str {
    types_in_names().find(|(own, ..)| *own == token).map_or("", |(_, name, _)| name)
}

/// What PTX calls the element type that names spell `token`.
pub(super) fn ptx_type(token: &str) -> &'static str {
    types_in_names().find(|(own, ..)| *own == token).map_or("", |(.., name)| name)
}

/// The PTX instruction of a warp-level operation.
fn ptx([m, n, k]: [i64; 3], types: &str, suffix: &str) -> String {
    let tokens = type_tokens(types);
    let types: Vec<&str> = tokens.iter().map(|token| ptx_type(token)).collect();
    let majors = match suffix.get(1..3) {
        Some("NT") => "col.row",
        Some("NN") => "col.col",
        Some("TT") => "row.row",
        _ => "row.col",
    };
    let modifier = match suffix.get(3..) {
        Some("_SATURATE") => ".satfinite",
        Some("_XORPOPC") => ".xor.popc",
        Some("_ANDPOPC") => ".and.popc",
        _ => "",
    };
    // The complex operations are several real ones.
    format!("mma.sync.aligned.m{m}n{n}k{k}.{majors}.{}{modifier}", types.join("."))
}

impl ValueTypes {
    /// The types that a name spells, `F32F16F16F32`.
    pub(super) fn of_name(types: &str) -> Self {
        let mut tokens = type_tokens(types).into_iter().map(|token| value_type(token).to_owned());
        let mut next = || tokens.next().unwrap_or_default();
        ValueTypes { d: next(), a: next(), b: next(), c: next() }
    }
}
