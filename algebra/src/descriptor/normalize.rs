//! Simple candidates to the form that equal descriptors share.

use super::simple::{SimpleCandidate, SimpleEntry};
use super::{Descriptor, MAX_DESCRIPTOR_MODE};
use crate::{Coordinate, Error, ErrorKind, IntTuple, MAX_DEPTH, ModePath, Nearest, checked};

const OPERATION: &str = "descriptor";

/// The descriptor of what was read.
pub(super) fn group(entries: Vec<SimpleEntry>) -> Result<Descriptor, Error> {
    let entry = entry(SimpleEntry::Group(entries), &mut Vec::new())?;
    Ok(Descriptor { stride: outermost(entry) })
}

/// The descriptor of a tuple of basis vectors.
pub(super) fn tuple(stride: &IntTuple<Coordinate>) -> Result<Descriptor, Error> {
    stride.check_limits(OPERATION)?;
    Ok(Descriptor { stride: outermost(basis_tuple(stride)?) })
}

/// The outermost group stays a group, of however few entries.
fn outermost(entry: IntTuple<Coordinate>) -> IntTuple<Coordinate> {
    if entry.is_tuple() { entry } else { IntTuple::Tuple(vec![entry]) }
}

/// A group without redundant grouping: one of one entry is that entry.
fn without_redundancy(mut entries: Vec<IntTuple<Coordinate>>) -> IntTuple<Coordinate> {
    match (entries.pop(), entries.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            entries.extend(last);
            IntTuple::Tuple(entries)
        }
    }
}

fn entry(entry: SimpleEntry, path: &mut Vec<usize>) -> Result<IntTuple<Coordinate>, Error> {
    match entry {
        SimpleEntry::Basis(candidate) => Ok(IntTuple::Int(basis(candidate, path)?)),
        SimpleEntry::Group(inner) => {
            let mut entries = Vec::with_capacity(inner.len());
            for (i, inner) in inner.into_iter().enumerate() {
                path.push(i);
                entries.push(self::entry(inner, path)?);
                path.pop();
            }
            Ok(without_redundancy(entries))
        }
    }
}

/// The basis vector of a candidate whose count is a whole number.
fn basis(candidate: SimpleCandidate, path: &[usize]) -> Result<Coordinate, Error> {
    let SimpleCandidate { count, denominator, mut modes, column } = candidate;
    let (numerator, denominator) = reduced(count, denominator)?;
    if denominator != 1 {
        let below = numerator.div_euclid(denominator);
        let nearest = Nearest { below: Some(below), above: below.checked_add(1) };
        let mode = ModePath(path.to_vec());
        return Err(
            Error::of_value(ErrorKind::FractionalBasis { column, numerator, denominator, nearest }).at(mode)
        );
    }
    modes.reverse();
    Ok(match numerator {
        0 => Coordinate::Zero,
        value => Coordinate::Basis { value, path: modes },
    })
}

/// The fraction in lowest terms, its sign in the numerator.
fn reduced(numerator: i64, denominator: i64) -> Result<(i64, i64), Error> {
    let common = checked::gcd(numerator, denominator).max(1);
    let sign = denominator.signum();
    let part = |whole: i64| checked::mul(OPERATION, whole / common, sign);
    Ok((part(numerator)?, part(denominator)?))
}

fn basis_tuple(stride: &IntTuple<Coordinate>) -> Result<IntTuple<Coordinate>, Error> {
    match stride {
        IntTuple::Int(leaf) => Ok(IntTuple::Int(checked_basis(leaf)?)),
        IntTuple::Tuple(modes) => {
            Ok(without_redundancy(modes.iter().map(basis_tuple).collect::<Result<_, _>>()?))
        }
    }
}

/// A leaf that is zero or a multiple of a basis vector with modes in range.
fn checked_basis(leaf: &Coordinate) -> Result<Coordinate, Error> {
    match leaf {
        Coordinate::Zero | Coordinate::Basis { value: 0, .. } => Ok(Coordinate::Zero),
        Coordinate::Basis { path, .. } if !path.is_empty() => {
            let number = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
            let too_large = |what, found, limit| {
                Error::new(
                    OPERATION,
                    ErrorKind::TooLarge { what, found: number(found), limit: number(limit) },
                )
            };
            if path.len() > MAX_DEPTH {
                return Err(too_large("number of '@'", path.len(), MAX_DEPTH));
            }
            match path.iter().copied().max() {
                Some(mode) if mode > MAX_DESCRIPTOR_MODE => {
                    Err(too_large("number of a mode", mode, MAX_DESCRIPTOR_MODE))
                }
                _ => Ok(leaf.clone()),
            }
        }
        _ => Err(Error::new(
            OPERATION,
            ErrorKind::UnsupportedStride {
                stride: leaf.to_string(),
                reason: "an entry of a descriptor is a multiple of one basis vector",
            },
        )),
    }
}
