//! Copy operations of a warp: ldmatrix, stmatrix, movmatrix and shuffles.
//!
//! The layouts are those of `copy_traits_sm50.hpp`, `_sm75.hpp`, `_sm90.hpp` and `_sm100.hpp`; `cargo xtask oracle
//! --atoms` compares them with what the headers print.

use super::operation::{Described, Reference};

/// An operation of 32 threads.
struct Warp {
    name: &'static str,
    src: &'static str,
    dst: &'static str,
    reference: Reference,
    instruction: &'static str,
    header: &'static str,
}

// Shared memory: a row of 128 bits for each of the 8, 16 or 32 threads whose address counts.
const ROWS_8: &str = "((8,4),128):((128,0),1)";
const ROWS_16: &str = "((16,2),128):((128,0),1)";
const ROWS_32: &str = "(32,128):(128,1)";
const ROWS_16_OF_BYTES: &str = "((2,2,4,2),128):((128,1024,256,0),1)";
const ROWS_32_OF_BYTES: &str = "((2,2,4,2),128):((128,1024,256,2048),1)";

// Registers: 32 bits of each 8x8 matrix of 16-bit elements.
const MATRIX: &str = "(32,32):(32,1)";
const MATRICES_2: &str = "(32,(32,2)):(32,(1,1024))";
const MATRICES_4: &str = "(32,(32,4)):(32,(1,1024))";
const TRANSPOSED: &str = "((4,8),(16,2)):((256,16),(1,128))";
const TRANSPOSED_2: &str = "((4,8),(16,2,2)):((256,16),(1,128,1024))";
const TRANSPOSED_4: &str = "((4,8),(16,2,4)):((256,16),(1,128,1024))";
const BYTES_TRANSPOSED: &str = "((4,8),(8,2,2)):((256,8),(1,128,64))";
const BYTES_TRANSPOSED_2: &str = "((4,8),(8,2,2,2)):((256,8),(1,128,64,1024))";
const BYTES_TRANSPOSED_4: &str = "((4,8),(8,2,2,4)):((256,8),(1,128,64,1024))";

const PAIRS: &str = "(32,64):(64,1)";
const PAIRS_EXCHANGED_1: &str = "((2,16),(32,2)):((32,128),(1,64))";
const PAIRS_EXCHANGED_4: &str = "((4,2,4),(32,2)):((64,32,512),(1,256))";

const SM50: &str = "copy_traits_sm50.hpp";
const SM75: &str = "copy_traits_sm75.hpp";
const SM90: &str = "copy_traits_sm90.hpp";
const SM100: &str = "copy_traits_sm100.hpp";

/// Shared memory to registers.
const fn load(
    name: &'static str,
    src: &'static str,
    dst: &'static str,
    instruction: &'static str,
    header: &'static str,
) -> Warp {
    Warp { name, src, dst, reference: Reference::Dst, instruction, header }
}

/// Registers to shared memory.
const fn store(
    name: &'static str,
    src: &'static str,
    dst: &'static str,
    instruction: &'static str,
    header: &'static str,
) -> Warp {
    Warp { name, src, dst, reference: Reference::Src, instruction, header }
}

#[rustfmt::skip]
const WARPS: &[Warp] = &[
    store("SM50_Shuffle_U32_2x2Trans_XOR1", PAIRS, PAIRS_EXCHANGED_1, "shfl.sync.bfly.b32", SM50),
    store("SM50_Shuffle_U32_2x2Trans_XOR4", PAIRS, PAIRS_EXCHANGED_4, "shfl.sync.bfly.b32", SM50),

    load("SM75_U32x1_LDSM_N", ROWS_8, MATRIX, "ldmatrix.sync.aligned.m8n8.x1.shared.b16", SM75),
    load("SM75_U32x2_LDSM_N", ROWS_16, MATRICES_2, "ldmatrix.sync.aligned.m8n8.x2.shared.b16", SM75),
    load("SM75_U32x4_LDSM_N", ROWS_32, MATRICES_4, "ldmatrix.sync.aligned.m8n8.x4.shared.b16", SM75),
    load("SM75_U16x2_LDSM_T", ROWS_8, TRANSPOSED, "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16", SM75),
    load("SM75_U16x4_LDSM_T", ROWS_16, TRANSPOSED_2, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16", SM75),
    load("SM75_U16x8_LDSM_T", ROWS_32, TRANSPOSED_4, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", SM75),
    load("SM75_U32x1_MOVM_T", MATRIX, MATRIX, "movmatrix.sync.aligned.m8n8.trans.b16", SM75),

    store("SM90_U32x1_STSM_N", MATRIX, ROWS_8, "stmatrix.sync.aligned.m8n8.x1.shared.b16", SM90),
    store("SM90_U32x2_STSM_N", MATRICES_2, ROWS_16, "stmatrix.sync.aligned.m8n8.x2.shared.b16", SM90),
    store("SM90_U32x4_STSM_N", MATRICES_4, ROWS_32, "stmatrix.sync.aligned.m8n8.x4.shared.b16", SM90),
    store("SM90_U16x2_STSM_T", TRANSPOSED, ROWS_8, "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16", SM90),
    store("SM90_U16x4_STSM_T", TRANSPOSED_2, ROWS_16, "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16", SM90),
    store("SM90_U16x8_STSM_T", TRANSPOSED_4, ROWS_32, "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16", SM90),

    load("SM100_U8x8_LDSM_T", ROWS_16_OF_BYTES, BYTES_TRANSPOSED_2,
         "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", SM100),
    load("SM100_U8x16_LDSM_T", ROWS_32_OF_BYTES, BYTES_TRANSPOSED_4,
         "ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8", SM100),
    load("SM100_SU4_DU8x16_x1_LDSM_N", ROWS_8, MATRIX,
         "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64", SM100),
    load("SM100_SU4_DU8x16_x2_LDSM_N", ROWS_16, MATRICES_2,
         "ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b4x16_p64", SM100),
    load("SM100_SU4_DU8x16_x4_LDSM_N", ROWS_32, MATRICES_4,
         "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64", SM100),
    load("SM100_SU6_DU8x16_x1_LDSM_N", ROWS_8, MATRIX,
         "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32", SM100),
    load("SM100_SU6_DU8x16_x2_LDSM_N", ROWS_16, MATRICES_2,
         "ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b6x16_p32", SM100),
    load("SM100_SU6_DU8x16_x4_LDSM_N", ROWS_32, MATRICES_4,
         "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b6x16_p32", SM100),
    store("SM100_U8x4_STSM_T", BYTES_TRANSPOSED, ROWS_8,
          "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8", SM100),
    store("SM100_U8x8_STSM_T", BYTES_TRANSPOSED_2, ROWS_16,
          "stmatrix.sync.aligned.m16n8.x2.trans.shared.b8", SM100),
    store("SM100_U8x16_STSM_T", BYTES_TRANSPOSED_4, ROWS_32,
          "stmatrix.sync.aligned.m16n8.x4.trans.shared.b8", SM100),
];

pub(super) fn find(name: &str) -> Option<Described<'static>> {
    WARPS.iter().find(|warp| warp.name == name).map(|warp| Described {
        thr_id: "32:1",
        src: warp.src,
        dst: warp.dst,
        reference: warp.reference,
        instruction: warp.instruction,
        header: warp.header,
    })
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    WARPS.iter().map(|warp| warp.name)
}
