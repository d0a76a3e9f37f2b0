//! The offsets of a layout as a space over F2: which bits of the coordinate make them.

use crate::error::shortened;
use crate::stride::Stride;
use crate::{Error, ErrorKind, Layout};

/// The most pieces into which sizes that are no powers of two are cut for one question.
const MAX_PIECES: usize = 1 << 16;

/// Independent vectors, each with the bits of the domain that make it; no two have the same highest bit.
#[derive(Debug, Default)]
pub(super) struct Span {
    vectors: Vec<Vector>,
}

/// A vector of the image, and what makes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vector {
    /// The vector.
    pub(super) bits: u64,
    /// The sum of domain bits that goes to it.
    pub(super) made_of: u64,
}

impl Span {
    /// Adds a vector; false when the span holds it already.
    pub(super) fn insert(&mut self, vector: Vector) -> bool {
        let rest = self.reduced(vector);
        let is_new = rest.bits != 0;
        if is_new {
            self.vectors.push(rest);
            // Highest first, so that one pass reduces.
            self.vectors.sort_unstable_by_key(|vector| std::cmp::Reverse(vector.bits));
        }
        is_new
    }

    /// What is left of a vector without the multiples of those that the span is made of.
    fn reduced(&self, vector: Vector) -> Vector {
        self.vectors.iter().fold(vector, |rest, own| match rest.bits & highest_bit(own.bits) {
            0 => rest,
            _ => Vector { bits: rest.bits ^ own.bits, made_of: rest.made_of ^ own.made_of },
        })
    }

    /// The sum of domain bits that goes to `bits`, if one does.
    pub(super) fn preimage(&self, bits: u64) -> Option<u64> {
        let rest = self.reduced(Vector { bits, made_of: 0 });
        (rest.bits == 0).then_some(rest.made_of)
    }

    /// The vectors by increasing highest bit.
    pub(super) fn ascending(&self) -> impl Iterator<Item = Vector> {
        self.vectors.iter().rev().copied()
    }

    /// Whether `bit` is the highest one of a vector of the span.
    pub(super) fn leads(&self, bit: u64) -> bool {
        self.vectors.iter().any(|vector| highest_bit(vector.bits) == bit)
    }

    /// How many bits the vectors reach.
    pub(super) fn width(&self) -> u32 {
        self.vectors.first().map_or(0, |vector| u64::BITS - vector.bits.leading_zeros())
    }

    /// The largest of the vectors that differ from `start` by one of the span.
    pub(super) fn largest_from(&self, start: u64) -> u64 {
        self.vectors.iter().fold(start, |largest, own| largest.max(largest ^ own.bits))
    }
}

pub(super) fn highest_bit(bits: u64) -> u64 {
    bits.checked_ilog2().map_or(0, |bit| 1 << bit)
}

/// How many bits the indices below `size` have.
pub(super) fn index_bits(size: i64) -> u32 {
    (size.max(1) - 1).checked_ilog2().map_or(0, |bit| bit + 1)
}

/// The bits of `by` times `stride`.
pub(super) fn multiple<D: Stride>(operation: &'static str, stride: &D, by: i64) -> Result<u64, Error> {
    stride.times(by).and_then(|product| product.as_bits()).ok_or_else(|| D::sum_error(operation))
}

/// Whether the bits of all indices go to independent vectors: then, and only then, the layout is injective.
///
/// Two indices below a size differ by any vector of as many bits as the size has (also when it is no power of two), so
/// two coordinates share an offset iff some sum of the vectors is 0.
pub(crate) fn has_independent_bits<D: Stride>(layout: &Layout<D>) -> bool {
    let mut span = Span::default();
    layout.flat_modes().into_iter().all(|(size, stride)| {
        (0..index_bits(size)).all(|bit| {
            let bits = multiple("is_injective", &stride, 1 << bit);
            bits.is_ok_and(|bits| span.insert(Vector { bits, made_of: 0 }))
        })
    })
}

/// The span of all offsets of a layout, whatever its sizes.
pub(super) fn image_span<D: Stride>(operation: &'static str, layout: &Layout<D>) -> Result<Span, Error> {
    let mut span = Span::default();
    for (size, stride) in layout.flat_modes() {
        for bit in 0..index_bits(size) {
            span.insert(Vector { bits: multiple(operation, &stride, 1 << bit)?, made_of: 0 });
        }
    }
    Ok(span)
}

/// A layout as a matrix over F2: the bits of its 1-D coordinate are those of its modes.
pub(super) struct Matrix {
    /// Each bit of the coordinate, lowest first, and where it goes.
    pub(super) columns: Vec<Vector>,
    /// The size of the last mode, which may be no power of two.
    pub(super) last_size: i64,
    /// The product of the sizes to its left.
    pub(super) last_place: i64,
}

impl Matrix {
    /// The matrix of a layout.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedStride`] when a size left of the last mode is no power of two: then the modes share bits
    /// of the coordinate.
    pub(super) fn new<D: Stride>(operation: &'static str, layout: &Layout<D>) -> Result<Self, Error> {
        let mut matrix = Matrix { columns: Vec::new(), last_size: 1, last_place: 1 };
        for (size, stride) in layout.flat_modes().into_iter().filter(|&(size, _)| size != 1) {
            let place = matrix.last_place * matrix.last_size;
            if place.count_ones() != 1 {
                let kind = ErrorKind::UnsupportedStride {
                    stride: shortened(layout),
                    reason: "with XOR strides, only the last size may be no power of two",
                };
                return Err(Error::new(operation, kind));
            }
            for bit in 0..index_bits(size) {
                let made_of = place.unsigned_abs() << bit;
                matrix.columns.push(Vector { bits: multiple(operation, &stride, 1 << bit)?, made_of });
            }
            (matrix.last_size, matrix.last_place) = (size, place);
        }
        Ok(matrix)
    }

    /// The span of the columns, each vector with the coordinate that goes to it.
    pub(super) fn span(&self) -> Span {
        let mut span = Span::default();
        for column in &self.columns {
            span.insert(*column);
        }
        span
    }

    /// The index of the last mode in a coordinate.
    pub(super) fn last_index(&self, coordinate: u64) -> u64 {
        coordinate >> self.last_place.trailing_zeros()
    }
}

/// One more than the largest offset of the layout.
///
/// A size that is no power of two is cut into pieces that are: below 6 = 110 in binary are the indices 0xx and 10x. The
/// offsets of a piece are a vector plus a span, of which the largest is found bit by bit.
pub(super) fn cosize<D: Stride>(operation: &'static str, layout: &Layout<D>) -> Result<i64, Error> {
    let mut free = Span::default();
    let mut pieces = vec![Piece::default()];
    for (size, stride) in layout.flat_modes() {
        if size.count_ones() == 1 {
            for bit in 0..index_bits(size) {
                free.insert(Vector { bits: multiple(operation, &stride, 1 << bit)?, made_of: 0 });
            }
            continue;
        }
        pieces = cut(operation, &pieces, size, &stride)?;
    }
    let largest = pieces.into_iter().map(|piece| {
        let mut span = Span { vectors: free.vectors.clone() };
        for bits in piece.free {
            span.insert(Vector { bits, made_of: 0 });
        }
        span.largest_from(piece.start)
    });
    let largest = largest.max().unwrap_or(0);
    i64::try_from(largest + 1).map_err(|_| Error::overflow(operation))
}

/// Some offsets: `start` plus sums of `free`.
#[derive(Debug, Clone, Default)]
struct Piece {
    start: u64,
    free: Vec<u64>,
}

/// Each piece, with the pieces of one more mode `size:stride`.
fn cut<D: Stride>(
    operation: &'static str,
    pieces: &[Piece],
    size: i64,
    stride: &D,
) -> Result<Vec<Piece>, Error> {
    let mut result = Vec::new();
    for bit in (0..i64::BITS - 1).filter(|bit| size >> bit & 1 == 1) {
        let start = multiple(operation, stride, (size >> bit & !1) << bit)?;
        let free: Vec<u64> =
            (0..bit).map(|bit| multiple(operation, stride, 1 << bit)).collect::<Result<_, _>>()?;
        for piece in pieces {
            if result.len() == MAX_PIECES {
                let limit = i64::try_from(MAX_PIECES).unwrap_or(i64::MAX);
                let what = "number of pieces of the sizes";
                return Err(Error::new(operation, ErrorKind::TooLarge { what, found: limit + 1, limit }));
            }
            let free = piece.free.iter().chain(&free).copied().collect();
            result.push(Piece { start: piece.start ^ start, free });
        }
    }
    Ok(result)
}
