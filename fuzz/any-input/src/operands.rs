//! Operands that a fuzzer draws.

use arbitrary::{Arbitrary, Result, Unstructured};
use layout_algebra::{IntTuple, Layout, Tiler, TilerMode};

/// Deepest nesting that is drawn, and most modes of a tuple.
const DEPTH: usize = 3;
const MODES: usize = 4;

/// Integers as layouts have them: most of them small, some at the edges of what fits.
#[derive(Debug, Clone, Copy)]
pub struct Integer(pub i64);

impl<'a> Arbitrary<'a> for Integer {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(match bytes.int_in_range(0..=15)? {
            0 => bytes.arbitrary()?,
            1 => 1 << bytes.int_in_range(0..=62)?,
            2 => bytes.int_in_range(-4..=1000)?,
            _ => bytes.int_in_range(0..=16)?,
        }))
    }
}

/// A shape of any sizes; layouts refuse those below one.
#[derive(Debug, Clone)]
pub struct Shape(pub IntTuple);

impl<'a> Arbitrary<'a> for Shape {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        tuple(bytes, DEPTH).map(Self)
    }
}

fn tuple(bytes: &mut Unstructured<'_>, depth: usize) -> Result<IntTuple> {
    if depth == 0 || bytes.int_in_range(0..=2)? == 0 {
        return Ok(IntTuple::Int(Integer::arbitrary(bytes)?.0));
    }
    // No `()`: CuTe composes such layouts but has no offset for their coordinates, so there is no law to check.
    let modes = bytes.int_in_range(1..=MODES)?;
    (0..modes).map(|_| tuple(bytes, depth - 1)).collect::<Result<_>>().map(IntTuple::Tuple)
}

/// A layout whose strides are drawn, or compact: operations go further with those.
#[derive(Debug, Clone)]
pub struct Operand(pub Option<Layout>);

impl<'a> Arbitrary<'a> for Operand {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let shape = tuple(bytes, DEPTH)?;
        if bytes.arbitrary()? {
            return Ok(Self(Layout::compact(shape).ok()));
        }
        let stride = same_profile(bytes, &shape)?;
        Ok(Self(Layout::new(shape, stride).ok()))
    }
}

fn same_profile(bytes: &mut Unstructured<'_>, shape: &IntTuple) -> Result<IntTuple> {
    match shape {
        IntTuple::Int(_) => Ok(IntTuple::Int(Integer::arbitrary(bytes)?.0)),
        IntTuple::Tuple(modes) => {
            modes.iter().map(|mode| same_profile(bytes, mode)).collect::<Result<_>>().map(IntTuple::Tuple)
        }
    }
}

/// A tiler: a layout, sizes, or `<..>`.
#[derive(Debug, Clone)]
pub struct Tile(pub Option<Tiler>);

impl<'a> Arbitrary<'a> for Tile {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(match bytes.int_in_range(0..=2)? {
            0 => Operand::arbitrary(bytes)?.0.map(Tiler::Layout),
            1 => Tiler::from_sizes(&tuple(bytes, 1)?).ok(),
            _ => by_mode(bytes)?,
        }))
    }
}

fn by_mode(bytes: &mut Unstructured<'_>) -> Result<Option<Tiler>> {
    let mut modes = Vec::new();
    for _ in 0..bytes.int_in_range(1..=MODES)? {
        modes.push(match bytes.int_in_range(0..=3)? {
            0 => TilerMode::Keep,
            1 => TilerMode::Size(Integer::arbitrary(bytes)?.0),
            _ => match Operand::arbitrary(bytes)?.0 {
                Some(layout) => TilerMode::Layout(layout),
                None => return Ok(None),
            },
        });
    }
    Ok(Some(Tiler::ByMode(modes)))
}
