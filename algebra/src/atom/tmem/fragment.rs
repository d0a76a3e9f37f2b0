//! How an MMA operand lies in tensor memory (`UMMA::tmem_frg` in CuTe's `mma_traits_sm100.hpp`).

use super::{COLUMNS, LANE_STRIDE_BITS, LANES};
use crate::atom::element::ElementType;
use crate::{Error, ErrorKind, IntTuple, Layout, Tiler, composition, tiled_product};

/// How fragments share tensor memory (`UMMA::TmemAllocMode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Allocation {
    /// Atoms that use half of the lanes are interleaved, so that no lane is lost.
    Interleaved,
    /// Atoms that use half of the lanes keep the other half free.
    NonInterleaved,
    /// The fragment lies in both halves of the lanes alike.
    Duplicated,
    /// That of operations whose B stays where it is (`UMMA::tmem_frg_ws`): N is split where M takes part of the lanes.
    WeightStationary,
}

/// An allocation of tensor memory for an operand (`UMMA::tmem_frg<ValueType, StorageType, N_SM, TmemAlloc>`).
///
/// ```
/// use layout_algebra::atom::tmem::{Allocation, Fragment};
///
/// // The accumulator of a 128x256 operation on one SM: a lane a row, a column an element.
/// let fragment = Fragment::accumulator("float", 1, Allocation::Interleaved);
/// let layout = fragment.layout(&"((128,256),1,1)".parse()?)?;
/// assert_eq!(layout.to_string(), "((128,256),1,1):((65536,1),0,0)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fragment {
    value_type: String,
    value_bits: i64,
    storage_bits: i64,
    sms: i64,
    allocation: Allocation,
}

const OPERATION: &str = "tmem_frg";

/// How far apart columns are while a fragment is laid out: one number a lane, then the next column.
const COLUMN: i64 = LANES;

impl Fragment {
    /// An accumulator: each value in a column of its own (`StorageType` of 32 bits).
    pub fn accumulator(value_type: &str, sms: i64, allocation: Allocation) -> Self {
        Self::new(value_type, Some(32), sms, allocation)
    }

    /// An operand whose values fill the columns (`StorageType` is `ValueType`).
    pub fn dense(value_type: &str, sms: i64, allocation: Allocation) -> Self {
        Self::new(value_type, None, sms, allocation)
    }

    fn new(value_type: &str, storage_bits: Option<i64>, sms: i64, allocation: Allocation) -> Self {
        // Atoms name known types only; 32 bits is the width of a column.
        let value_bits = ElementType::find(value_type).map_or(32, |element| element.bits);
        let storage_bits = storage_bits.unwrap_or(value_bits);
        Fragment { value_type: value_type.to_owned(), value_bits, storage_bits, sms, allocation }
    }

    /// The type of a value.
    pub fn value_type(&self) -> &str {
        &self.value_type
    }

    /// How many SMs the operation runs on.
    pub fn sms(&self) -> i64 {
        self.sms
    }

    /// How fragments share the lanes.
    pub fn allocation(&self) -> Allocation {
        self.allocation
    }

    /// A partitioned shape `((M,N),rest..)`, the sizes of one SM, to addresses in units of the value type.
    ///
    /// # Errors
    /// [`ErrorKind::AtomArguments`] when the shape is no such, larger than tensor memory, or has an M that the
    /// operation does not have.
    pub fn layout(&self, shape: &IntTuple) -> Result<Layout, Error> {
        let refused =
            |reason: String| Error::of_value(ErrorKind::AtomArguments { atom: OPERATION.to_owned(), reason });
        let whole = Layout::compact(shape.clone())?;
        let (atom, rest) = match shape {
            IntTuple::Tuple(modes) => match modes.split_first() {
                Some((IntTuple::Tuple(atom), rest)) if atom.len() == 2 && !rest.is_empty() => (atom, rest),
                _ => return Err(refused(format!("{shape} is no partitioned shape ((M,N),rest,..)"))),
            },
            IntTuple::Int(_) => {
                return Err(refused(format!("{shape} is no partitioned shape ((M,N),rest,..)")));
            }
        };
        let (bits, capacity) =
            (i128::from(whole.size()) * i128::from(self.storage_bits), i128::from(LANES * COLUMNS * 32));
        if bits > capacity {
            return Err(refused(format!(
                "{shape} takes {bits} bits of the {capacity} that tensor memory has"
            )));
        }
        let [m, n] = [atom[0].product()?, atom[1].product()?];
        let (atom, tile_stride) = self.atom(m, n).map_err(refused)?;
        let rest = Layout::compact(IntTuple::Tuple(rest.to_vec()))?;
        let rest = Layout::new(rest.shape().clone(), rest.stride().map(|stride| stride * tile_stride))?;
        let tiles = tiled_product(&atom.parse::<Layout>()?, &Tiler::Layout(rest))?;
        let (lane, column) = (LANE_STRIDE_BITS / self.value_bits, self.storage_bits / self.value_bits);
        let addresses: Layout = format!("({LANES},16384):({lane},{column})").parse()?;
        composition(&addresses, &tiles)
    }

    /// (M,N) to lane + 128 column, and how many atoms the next one is away in lanes.
    fn atom(&self, m: i64, n: i64) -> Result<(String, i64), String> {
        use Allocation::{Duplicated, Interleaved, NonInterleaved, WeightStationary};
        let full = format!("({LANES},{n}):(1,{COLUMN})");
        let split = |parts: i64| match n % parts {
            0 => Ok(format!("({m},({},{parts})):(1,({COLUMN},{m}))", n / parts)),
            _ => Err(format!("N is {n}; the layout splits it in {parts}")),
        };
        if self.allocation == WeightStationary && !matches!(n, 64 | 128 | 256) {
            return Err(format!("N is {n}; it can be 64, 128 or 256 where B stays"));
        }
        match (self.sms, m, self.allocation) {
            (1, 32, WeightStationary) => Ok((split(4)?, 1)),
            (1, 64, WeightStationary) => Ok((split(2)?, 1)),
            (1, 128, WeightStationary) => Ok((full, 1)),
            (_, _, WeightStationary) => Err(format!("M is {m}; where B stays it can be 32, 64 or 128")),
            (1, 64, Interleaved) => Ok((half_lanes(n), 1)),
            (1, 64, NonInterleaved) => Ok((half_lanes(n), 2)),
            (1, 128, Interleaved | NonInterleaved) => Ok((full, 1)),
            (2, 32, Interleaved) => Ok((split(4)?, 1)),
            (2, 64, Interleaved) => Ok((split(2)?, 1)),
            (2, 64, Duplicated) | (2, 128, Interleaved | Duplicated) => Ok((full, 1)),
            (1, ..) => Err(format!("M is {m}; on one SM it can be 64 or 128")),
            _ => Err(format!("M is {m} an SM; on two SMs it can be 32, 64 or 128")),
        }
    }
}

/// M 64 on one SM: 16 lanes of each 32.
fn half_lanes(n: i64) -> String {
    format!("((16,4),{n}):((1,32),{COLUMN})")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(fragment: &Fragment, shape: &str) -> Result<String, Error> {
        fragment.layout(&shape.parse()?).map(|layout| layout.to_string())
    }

    #[test]
    fn an_m_of_64_takes_half_of_the_lanes_and_the_next_atom_the_others() {
        let fragment = Fragment::accumulator("float", 1, Allocation::Interleaved);
        let expected = "(((16,4),8),2,1):(((65536,2097152),1),1048576,0)";
        assert_eq!(layout(&fragment, "((64,8),2,1)").as_deref(), Ok(expected));
        let apart = Fragment::accumulator("float", 1, Allocation::NonInterleaved);
        assert_eq!(
            layout(&apart, "((64,8),2,1)").as_deref(),
            Ok("(((16,4),8),2,1):(((65536,2097152),1),8,0)")
        );
    }

    #[test]
    fn where_b_stays_n_is_split_over_the_lanes_that_m_leaves() {
        let fragment = Fragment::accumulator("float", 1, Allocation::WeightStationary);
        // What CUTLASS's headers say, compiled with g++.
        let of = |shape: &str| layout(&fragment, shape).unwrap();
        assert_eq!(of("((32,64),1,1)"), "((32,(16,4)),1,1):((65536,(1,2097152)),0,0)");
        assert_eq!(of("((64,128),1,2)"), "((64,(64,2)),1,2):((65536,(1,4194304)),0,64)");
        assert_eq!(of("((128,256),1,1)"), "((128,256),1,1):((65536,1),0,0)");
        assert!(layout(&fragment, "((64,32),1,1)").is_err());
    }

    #[test]
    fn operands_of_16_bits_fill_their_columns() {
        let fragment = Fragment::dense("half_t", 1, Allocation::NonInterleaved);
        assert_eq!(layout(&fragment, "((128,16),1,1)").as_deref(), Ok("((128,16),1,1):((131072,1),0,0)"));
    }

    #[track_caller]
    fn check_refused(shape: &str, reason: &str) {
        let fragment = Fragment::accumulator("float", 1, Allocation::Interleaved);
        assert_eq!(layout(&fragment, shape).unwrap_err().to_string(), format!("tmem_frg: {reason}"));
    }

    #[test]
    fn shapes_that_tensor_memory_does_not_hold_are_refused() {
        check_refused(
            "((128,256),4,1)",
            "((128,256),4,1) takes 4194304 bits of the 2097152 that tensor memory has",
        );
        check_refused("((96,8),1,1)", "M is 96; on one SM it can be 64 or 128");
        check_refused("(128,8)", "(128,8) is no partitioned shape ((M,N),rest,..)");
    }
}
