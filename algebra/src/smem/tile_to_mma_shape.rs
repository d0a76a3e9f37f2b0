//! An atom repeated to the shape that an MMA's partition of a tile has (`UMMA::tile_to_mma_shape` in
//! `mma_traits_sm100.hpp`).

use crate::{Error, ErrorKind, IntTuple, Layout, Tiler, tile_to_shape, tiled_divide};

const OPERATION: &str = "tile_to_mma_shape";

/// The atom repeated to a partitioned shape `((M,N),number along M,number along N,rest..)`; `order` says which mode
/// repeats first, as for [`tile_to_shape`].
///
/// # Errors
/// [`ErrorKind::AtomArguments`] when the shape is no partitioned shape; those of [`tile_to_shape`] and
/// [`tiled_divide`].
///
/// ```
/// use layout_algebra::smem::tile_to_mma_shape;
///
/// // K-major rows of 64 elements, an MMA of 128x16, 4 of them along K.
/// let tiled = tile_to_mma_shape(&"(8,64):(64,1)".parse()?, &"((128,16),1,4)".parse()?, None)?;
/// assert_eq!(tiled.to_string(), "((128,16),1,4):((64,1),0,16)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn tile_to_mma_shape(atom: &Layout, shape: &IntTuple, order: Option<&IntTuple>) -> Result<Layout, Error> {
    let refused = || {
        Error::of_value(ErrorKind::AtomArguments {
            atom: OPERATION.to_owned(),
            reason: format!("{shape} is no partitioned shape ((M,N),rest of M,rest of N,..)"),
        })
    };
    let IntTuple::Tuple(modes) = shape else { return Err(refused()) };
    let [IntTuple::Tuple(mma), rest_m, rest_n, rest @ ..] = modes.as_slice() else { return Err(refused()) };
    let [m, n] = mma.as_slice() else { return Err(refused()) };
    let pair = |a: &IntTuple, b: &IntTuple| IntTuple::Tuple(vec![a.clone(), b.clone()]);
    let by_mode = [pair(m, rest_m), pair(n, rest_n)].into_iter().chain(rest.iter().cloned()).collect();
    let tiled = tile_to_shape(atom, &IntTuple::Tuple(by_mode), order)?;
    let mma = [m.product()?, n.product()?].into_iter().collect();
    tiled_divide(&tiled, &Tiler::from_sizes(&mma)?).map_err(|error| error.of_operation(OPERATION))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(atom: &str, shape: &str, expected: &str) {
        let tiled = tile_to_mma_shape(&atom.parse().unwrap(), &shape.parse().unwrap(), None);
        assert_eq!(tiled.unwrap().to_string(), expected);
    }

    #[test]
    fn stages_and_several_mmas_follow_the_tile() {
        check("(8,64):(64,1)", "((128,16),2,4,3)", "((128,16),2,4,(1,3)):((64,1),8192,16,(0,16384))");
        let mn_major = "(((64,2),(8,2)),2,4,(1,3)):(((1,512),(64,2048)),1024,4096,(0,16384))";
        check("(64,8):(1,64)", "((128,16),2,4,3)", mn_major);
    }

    #[test]
    fn a_shape_without_an_mma_is_refused() {
        let refusal =
            tile_to_mma_shape(&"(8,64):(64,1)".parse().unwrap(), &"(128,64)".parse().unwrap(), None);
        assert_eq!(
            refusal.unwrap_err().to_string(),
            "tile_to_mma_shape: (128,64) is no partitioned shape ((M,N),rest of M,rest of N,..)"
        );
    }
}
