//! Laws of tiled copies, on random ones, and the makers' results that CuTe prints.

use proptest::prelude::*;

use super::{TiledCopy, make_cotiled_copy, make_tiled_copy, make_tiled_copy_c_atom, make_tmem_copy};
use crate::proof::Verdict;
use crate::{IntTuple, Layout, TiledMma};

/// A compact layout of two modes in either order.
fn compact(sizes: [i64; 2], row_major: bool) -> Layout {
    let [rows, columns] = sizes;
    let stride: IntTuple = if row_major { [columns, 1] } else { [1, rows] }.into_iter().collect();
    Layout::new(sizes.into_iter().collect(), stride).unwrap()
}

fn power_of_two(most: u32) -> impl Strategy<Value = i64> {
    (0..=most).prop_map(|exponent| 1 << exponent)
}

prop_compose! {
    /// A copy of a warp or more, each thread with at least one atom's values, and a tensor of whole tiles.
    fn copy_and_tensor()(
        atom in prop::sample::select(vec![
            "UniversalCopy<float>,float",
            "UniversalCopy<uint64_t>,half_t",
            "UniversalCopy<uint128_t>,half_t",
            "SM75_U32x4_LDSM_N,half_t",
            "SM75_U16x8_LDSM_T,half_t",
            "SM90_U32x4_STSM_N,half_t",
        ]),
        threads in (prop::sample::select(vec![[32, 1], [8, 4], [4, 8], [16, 4]]), any::<bool>()),
        values in (prop::sample::select(vec![[8, 1], [1, 8], [2, 4], [4, 4]]), any::<bool>()),
        tiles in (power_of_two(2), 1..4_i64),
        row_major in any::<bool>(),
    ) -> (TiledCopy, Layout, Layout, Layout) {
        let (threads, values) = (compact(threads.0, threads.1), compact(values.0, values.1));
        let copy = make_tiled_copy(atom.parse().unwrap(), &threads, &values).unwrap();
        let tile = copy.tile_shape();
        let size = |mode: usize| tile.mode(mode).unwrap().product().unwrap();
        let tensor = compact([tiles.0 * size(0), tiles.1 * size(1)], row_major);
        (copy, threads, values, tensor)
    }
}

fn sorted(mut offsets: Vec<i64>) -> Vec<i64> {
    offsets.sort_unstable();
    offsets
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_threads_of_a_copy_read_and_write_each_element_once((copy, threads, values, tensor) in copy_and_tensor()) {
        prop_assert_eq!(copy.agrees_with(&threads, &values).unwrap(), Verdict::Proved);
        prop_assert_eq!(copy.coverage().unwrap(), Verdict::Proved);
        prop_assert_eq!(copy.verdict_s(&tensor).unwrap(), Verdict::Proved);
        prop_assert_eq!(copy.verdict_d(&tensor).unwrap(), Verdict::Proved);
        let all = sorted(tensor.eval_all(1 << 20).unwrap());
        let (mut read, mut written) = (Vec::new(), Vec::new());
        for thread in 0..copy.threads() {
            for (part, offsets) in [
                (copy.partition_s(&tensor, thread).unwrap(), &mut read),
                (copy.partition_d(&tensor, thread).unwrap(), &mut written),
            ] {
                let own = part.layout.eval_all(1 << 20).unwrap();
                offsets.extend(own.into_iter().map(|offset| offset + part.offset));
            }
        }
        prop_assert_eq!(sorted(read), all.clone());
        prop_assert_eq!(sorted(written), all);
    }

    #[test]
    fn a_partition_is_the_tensor_at_the_thread_value_layout((copy, _, _, tensor) in copy_and_tensor()) {
        let tv = copy.layout_s_tv().unwrap();
        let tile = crate::zipped_divide(&tensor, &copy.tiler()).unwrap().mode(0).unwrap();
        for thread in 0..copy.threads() {
            let part = copy.partition_s(&tensor, thread).unwrap();
            for value in 0..copy.values() {
                let element = tv.eval(&[thread, value].into_iter().collect()).unwrap();
                prop_assert_eq!(part.offset + part.layout.at(value).unwrap(), tile.at(element).unwrap());
            }
        }
    }

    #[test]
    fn retiling_keeps_a_fragments_elements((copy, _, _, _) in copy_and_tensor(), rows in 1..4_i64) {
        let values = copy.values();
        let fragment = Layout::compact([values, rows, 2].into_iter().collect()).unwrap();
        let retiled = copy.retile(&fragment).unwrap();
        prop_assert_eq!(sorted(retiled.eval_all(1 << 20).unwrap()), sorted(fragment.eval_all(1 << 20).unwrap()));
        prop_assert_eq!(retiled.mode(0).unwrap().mode(0).unwrap().size(), copy.atom().values());
    }
}

#[test]
fn a_cotiled_copy_takes_the_addresses_it_is_given() {
    let (tv, data): (Layout, Layout) = ("(8,4):(4,1)".parse().unwrap(), "(8,16):(16,1)".parse().unwrap());
    let copy = make_cotiled_copy("UniversalCopy<float>,float".parse().unwrap(), &tv, &data).unwrap();
    assert_eq!(
        copy.to_string(),
        "TiledCopy<Copy_Atom<UniversalCopy<float>,float>, ((4,2),4):((2,1),8), <2:1,(4,4):(4,1)>>"
    );
    let error = make_cotiled_copy(
        "UniversalCopy<float>,float".parse().unwrap(),
        &"(8,4):(4,128)".parse().unwrap(),
        &data,
    );
    assert_eq!(error.unwrap_err().why(), "tiled_copy");
}

#[test]
fn a_copy_of_c_atoms_takes_as_many_accumulators_as_an_atom_copies() {
    let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN;thr=(2,2,1)").unwrap();
    let copy = make_tiled_copy_c_atom("UniversalCopy<uint64_t>,float".parse().unwrap(), &mma).unwrap();
    assert_eq!((copy.threads(), copy.values()), (128, 2));
    assert_eq!(copy.coverage().unwrap(), Verdict::Proved);
    let wide = make_tiled_copy_c_atom("UniversalCopy<uint128_t>,int8_t".parse().unwrap(), &mma).unwrap_err();
    assert_eq!(wide.to_string(), "TiledCopy: 4 values cannot be shared out to atoms of 16 values each");
}

#[test]
fn a_copy_of_tensor_memory_gives_each_warp_its_lanes() {
    let check = |atom: &str, data: &str, expected: &str| {
        let copy = make_tmem_copy(atom.parse().unwrap(), &data.parse().unwrap()).unwrap();
        assert_eq!(copy.layout_d_tv().unwrap().to_string(), expected);
    };
    check("SM100_TMEM_LOAD_32dp32b8x,float", "(128,64):(65536,1)", "((32,4),(8,1)):((4,1),(128,0))");
    check(
        "SM100_TMEM_LOAD_16dp256b1x,float",
        "(128,32):(65536,1)",
        "((4,8,4),((2,2),1)):((128,4,1),((64,32),0))",
    );
    let error = make_tmem_copy("UniversalCopy<float>,float".parse().unwrap(), &"8:1".parse().unwrap());
    assert!(error.is_err());
}

#[test]
fn threads_that_no_atoms_make_up_are_refused_with_the_nearest() {
    let atom = "SM75_U32x4_LDSM_N,half_t".parse().unwrap();
    let error = make_tiled_copy(atom, &compact([10, 4], false), &compact([8, 1], false)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "TiledCopy: 40 threads cannot be shared out to atoms of 32 threads each; the nearest sizes that work are 32 \
         and 64"
    );
}
