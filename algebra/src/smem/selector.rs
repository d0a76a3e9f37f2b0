//! Which shared-memory atom CUTLASS takes for a tile (`gemm/collective/builders/sm90_common.inl`, `sm100_common.inl`,
//! `sm120_common.inl`).

use super::{Major, SmemAtom, SwizzleMode};
use crate::atom::element::ElementType;
use crate::{Error, ErrorKind, IntTuple, Nearest};

/// From the widest rows to none.
const WIDEST_FIRST: [SwizzleMode; 4] =
    [SwizzleMode::B128, SwizzleMode::B64, SwizzleMode::B32, SwizzleMode::Interleave];

/// The widest atom that divides the tile of an operand in shared memory (`ss_smem_selector`, SM90).
///
/// `blk_mn` and `blk_k` are the tile's extents, in elements; of a nested extent, only the first counts.
///
/// # Errors
/// [`ErrorKind::SmemTile`] when an extent is no multiple of 8, or of the narrowest atom's.
///
/// ```
/// use layout_algebra::{atom::element::ElementType, smem::{Major, ss_smem_selector}};
///
/// let half = ElementType::find("half_t").unwrap();
/// let atom = ss_smem_selector(Major::K, half, &"128".parse()?, &"64".parse()?)?;
/// assert_eq!(atom.to_string(), "GMMA::Layout_K_SW128_Atom<half_t>");
/// let narrow = ss_smem_selector(Major::K, half, &"128".parse()?, &"32".parse()?)?;
/// assert_eq!(narrow.to_string(), "GMMA::Layout_K_SW64_Atom<half_t>");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn ss_smem_selector(
    major: Major,
    element: ElementType,
    blk_mn: &IntTuple,
    blk_k: &IntTuple,
) -> Result<SmemAtom, Error> {
    const OPERATION: &str = "ss_smem_selector";
    select(Tile::new(OPERATION, blk_mn, blk_k)?, |tile| tile.check()?.widest(major, element, &WIDEST_FIRST))
}

/// The atom of an operand that passes through registers (`rs_smem_selector`, SM90).
///
/// `is_ws_transposed_b` is CUTLASS's flag of an operand B that a warp-specialised kernel transposes itself.
///
/// # Errors
/// As [`ss_smem_selector`].
pub fn rs_smem_selector(
    major: Major,
    element: ElementType,
    blk_mn: &IntTuple,
    blk_k: &IntTuple,
    is_ws_transposed_b: bool,
) -> Result<SmemAtom, Error> {
    const OPERATION: &str = "rs_smem_selector";
    // C++'s sizeof: whole bytes.
    let bytes = (element.bits + 7) / 8;
    let modes: &[SwizzleMode] = match (major, bytes, is_ws_transposed_b) {
        (Major::K, ..) => &WIDEST_FIRST,
        // Narrow rows, because wide ones conflict when a whole word is read across them.
        (Major::MN, whole_words, true) if whole_words % 4 == 0 => &[SwizzleMode::B32],
        (Major::MN, whole_words, false) if whole_words % 4 == 0 => {
            &[SwizzleMode::B32, SwizzleMode::Interleave]
        }
        (Major::MN, 1, true) => &[SwizzleMode::B128],
        (Major::MN, ..) => &WIDEST_FIRST,
    };
    select(Tile::new(OPERATION, blk_mn, blk_k)?, |tile| tile.check()?.widest(major, element, modes))
}

/// The widest atom that divides the tile of an operand (`sm100_smem_selector`).
///
/// # Errors
/// As [`ss_smem_selector`].
pub fn sm100_smem_selector(
    major: Major,
    element: ElementType,
    blk_mn: &IntTuple,
    blk_k: &IntTuple,
) -> Result<SmemAtom, Error> {
    const OPERATION: &str = "sm100_smem_selector";
    let modes: &[SwizzleMode] = match (major, element.bits) {
        // The tensor core reads TF32 with a contiguous M or N mode in no other way.
        (Major::MN, 25..=32) => &[SwizzleMode::B128Base32],
        _ => &WIDEST_FIRST,
    };
    select(Tile::new(OPERATION, blk_mn, blk_k)?, |tile| tile.check()?.widest(major, element, modes))
}

/// The widest K-major atom that divides the K extent of an operand of at most 8 bits (`sm120_rr_smem_selector`).
///
/// # Errors
/// [`ErrorKind::SmemTile`]; [`ErrorKind::BadFactor`] when an element is wider.
pub fn sm120_rr_smem_selector(element: ElementType, blk_k: i64) -> Result<SmemAtom, Error> {
    const OPERATION: &str = "sm120_rr_smem_selector";
    if element.bits > 8 {
        let reason =
            format!("an element has at most 8 bits there, and {} has {}", element.name, element.bits);
        return Err(Error::new(OPERATION, ErrorKind::BadFactor { reason }));
    }
    let tile = Tile { operation: OPERATION, mn: UNIT, k: blk_k };
    select(tile, |tile| tile.widest(Major::K, element, &WIDEST_FIRST))
}

/// The atom that `widest` gives for the tile; where the tile is refused, the nearest extents for which it gives one.
fn select(tile: Tile, widest: impl Fn(&Tile) -> Result<SmemAtom, Error>) -> Result<SmemAtom, Error> {
    widest(&tile).map_err(|mut error| {
        if let ErrorKind::SmemTile { what: refused, size, of, nearest } = error.kind_mut() {
            let has_atom = |extent: i64| {
                if extent % *of != 0 {
                    return false;
                }
                let (mn, k) = if *refused == BLK_MN { (extent, tile.k) } else { (tile.mn, extent) };
                // The other extent may be refused in its turn.
                let is_other = |error: Error| match error.kind() {
                    ErrorKind::SmemTile { what, .. } => what != refused,
                    _ => false,
                };
                widest(&Tile { mn, k, ..tile }).map_or_else(is_other, |_| true)
            };
            *nearest = Nearest::around(*size, has_atom);
        }
        error
    })
}

/// What every extent of a tile must be a multiple of.
const UNIT: i64 = 8;

const BLK_MN: &str = "BLK_MN";
const BLK_K: &str = "BLK_K";

/// The extents that select an atom.
#[derive(Clone, Copy)]
struct Tile {
    operation: &'static str,
    mn: i64,
    k: i64,
}

impl Tile {
    /// The extents of a tile; of a nested one, the first counts.
    fn new(operation: &'static str, blk_mn: &IntTuple, blk_k: &IntTuple) -> Result<Self, Error> {
        let extent = |tuple: &IntTuple| tuple.mode(0).map_or(Ok(1), IntTuple::product);
        Ok(Tile { operation, mn: extent(blk_mn)?, k: extent(blk_k)? })
    }

    /// This tile, when its extents are multiples of [`UNIT`].
    fn check(&self) -> Result<&Self, Error> {
        let refused = [(BLK_MN, self.mn), (BLK_K, self.k)].into_iter().find(|(_, size)| size % UNIT != 0);
        refused.map_or(Ok(self), |(what, size)| Err(self.refused(what, size, UNIT)))
    }

    /// The refusal, without the nearest extents: [`select`] looks for those.
    fn refused(&self, what: &'static str, size: i64, of: i64) -> Error {
        Error::new(self.operation, ErrorKind::SmemTile { what, size, of, nearest: Nearest::default() })
    }

    /// The first mode whose atom divides the tile along the contiguous mode.
    fn widest(&self, major: Major, element: ElementType, modes: &[SwizzleMode]) -> Result<SmemAtom, Error> {
        let (what, size) = match major {
            Major::MN => (BLK_MN, self.mn),
            Major::K => (BLK_K, self.k),
        };
        let mut narrowest = 1;
        for &mode in modes {
            let atom = SmemAtom { major, mode, element: Some(element) };
            narrowest = atom.layout()?.layout().mode(if major == Major::MN { 0 } else { 1 })?.size();
            if size % narrowest == 0 {
                return Ok(atom);
            }
        }
        Err(self.refused(what, size, narrowest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(name: &str) -> ElementType {
        ElementType::find(name).unwrap()
    }

    #[test]
    fn tf32_with_contiguous_mn_has_one_atom_on_sm100() {
        let atom =
            sm100_smem_selector(Major::MN, element("tf32"), &"128".parse().unwrap(), &"32".parse().unwrap());
        assert_eq!(atom.unwrap().to_string(), "UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>");
    }

    #[test]
    fn whole_words_through_registers_have_narrow_rows() {
        let atom = rs_smem_selector(
            Major::MN,
            element("float"),
            &"128".parse().unwrap(),
            &"32".parse().unwrap(),
            false,
        );
        assert_eq!(atom.unwrap().to_string(), "GMMA::Layout_MN_SW32_Atom<float>");
    }

    #[test]
    fn a_tile_that_no_atom_divides_names_the_nearest_that_one_does() {
        let error = ss_smem_selector(Major::K, element("u8"), &"64".parse().unwrap(), &"24".parse().unwrap());
        assert_eq!(
            error.unwrap_err().to_string(),
            "ss_smem_selector: BLK_K is 24, which must be a multiple of 16; the nearest sizes that work are 16 and 32"
        );
    }
}
