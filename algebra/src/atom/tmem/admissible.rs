//! Whether a layout of data in tensor memory can be accessed by an instruction (section 3.4.4 of the paper).

use crate::analysis::ENUMERATION_LIMIT;
use crate::{Error, IntTuple, Layout, composition, left_inverse};

/// The answer to the question of [`admissible`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admissibility {
    /// Every offset of the instruction is one of the data's.
    Admissible {
        /// Instruction coordinate to coordinate of the data: `data† ∘ instruction`.
        coordinates: Layout,
    },
    /// The instruction accesses an offset that the data does not have.
    Missing {
        /// The instruction's coordinate.
        at: i64,
        /// The offset there.
        offset: i64,
    },
    /// Every offset is one of the data's, but `data† ∘ instruction` does not say where.
    Unlocated {
        /// The first instruction coordinate that it does not locate.
        at: i64,
    },
}

/// Whether `data` holds every offset that `instruction` accesses, and where: data(data†(instruction(i))) =
/// instruction(i) for all i (section 3.4.4).
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge) beyond [`ENUMERATION_LIMIT`]; [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::Layout;
/// use layout_algebra::atom::tmem::{Admissibility, TmemInstruction, admissible};
///
/// // An accumulator of 128x64: a lane a row, a column an element.
/// let data: Layout = "(128,64):(65536,1)".parse()?;
/// let load = TmemInstruction::find("SM100_TMEM_LOAD_32dp32b2x")?.access_layout(65536)?;
/// let Admissibility::Admissible { coordinates } = admissible(&data, &load)? else { panic!() };
/// assert_eq!(coordinates.to_string(), "(2,(32,4)):(128,(1,32))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn admissible(data: &Layout, instruction: &Layout) -> Result<Admissibility, Error> {
    let inverse = left_inverse(data).ok();
    let offsets = instruction.eval_all(ENUMERATION_LIMIT)?;
    let unlocated = offsets.iter().position(|&offset| !is_located(data, inverse.as_ref(), offset));
    let Some(at) = unlocated else {
        // Without an inverse any layout may be tried: it is taken only if it gives each offset.
        let inverse = inverse.unwrap_or(Layout::compact(IntTuple::Int(1))?);
        if let Ok(coordinates) = composition(&inverse, instruction)
            && offsets
                .iter()
                .zip(coordinates.offsets())
                .all(|(offset, at)| at.is_ok_and(|at| data.at(at).is_ok_and(|found| found == *offset)))
        {
            return Ok(Admissibility::Admissible { coordinates });
        }
        return Ok(Admissibility::Unlocated { at: 0 });
    };
    let mut held = data.eval_all(ENUMERATION_LIMIT)?;
    held.sort_unstable();
    let missing = offsets.iter().position(|offset| held.binary_search(offset).is_err());
    let index = |at: usize| i64::try_from(at).map_err(|_| Error::overflow("admissible"));
    match missing {
        Some(at) => Ok(Admissibility::Missing { at: index(at)?, offset: offsets[at] }),
        None => Ok(Admissibility::Unlocated { at: index(at)? }),
    }
}

/// Whether data(data†(offset)) is the offset, at a coordinate that the data has.
fn is_located(data: &Layout, inverse: Option<&Layout>, offset: i64) -> bool {
    let at = inverse.and_then(|inverse| inverse.at(offset).ok());
    at.is_some_and(|at| (0..data.size()).contains(&at) && data.at(at) == Ok(offset))
}
