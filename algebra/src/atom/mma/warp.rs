//! The operations of a quad pair or a warp: SM70 to SM90 (`mma_traits_sm70.hpp` and its successors).

use super::fragment::*;
use super::traits::Traits;

const INT8: &[&str] = &["S32S8S8S32", "S32S8U8S32", "S32U8S8S32", "S32U8U8S32"];
const INT4: &[&str] = &["S32S4S4S32", "S32S4U4S32", "S32U4S4S32", "S32U4U4S32"];
const INT1: &[&str] = &["S32U1U1S32"];
const FLOAT8: &[&str] = &[
    "F32E4M3E4M3F32",
    "F32E4M3E5M2F32",
    "F32E5M2E5M2F32",
    "F32E5M2E4M3F32",
    "F16E4M3E4M3F16",
    "F16E4M3E5M2F16",
    "F16E5M2E5M2F16",
    "F16E5M2E4M3F16",
];
const FLOAT16: &[&str] = &["F16F16F16F16", "F32F16F16F32", "F32BF16BF16F32"];
const DOUBLE: &[&str] = &["F64F64F64F64", "C64C64C64C64"];

const TN: &[&str] = &["_TN"];
const SATURATE: &[&str] = &["_TN", "_TN_SATURATE"];
const POPC: &[&str] = &["_TN_XORPOPC", "_TN_ANDPOPC"];

const SM70: &str = "mma_traits_sm70.hpp";
const SM75: &str = "mma_traits_sm75.hpp";
const SM80: &str = "mma_traits_sm80.hpp";
const SM90: &str = "mma_traits_sm90.hpp";

/// The families, in the order of the headers.
pub(super) const TRAITS: &[Traits] = &[
    sm70(&["F16F16F16F16"], &["_TN"], SM70_8X4_ROW, SM70_8X4_ROW, SM70_8X8_16B),
    sm70(&["F16F16F16F16"], &["_NT"], SM70_8X4_COL, SM70_8X4_COL, SM70_8X8_16B),
    sm70(&["F16F16F16F16"], &["_NN"], SM70_8X4_COL, SM70_8X4_ROW, SM70_8X8_16B),
    sm70(&["F16F16F16F16"], &["_TT"], SM70_8X4_ROW, SM70_8X4_COL, SM70_8X8_16B),
    sm70(&["F32F16F16F32"], &["_TN"], SM70_8X4_ROW, SM70_8X4_ROW, SM70_8X8_32B),
    sm70(&["F32F16F16F32"], &["_NT"], SM70_8X4_COL, SM70_8X4_COL, SM70_8X8_32B),
    sm70(&["F32F16F16F32"], &["_NN"], SM70_8X4_COL, SM70_8X4_ROW, SM70_8X8_32B),
    sm70(&["F32F16F16F32"], &["_TT"], SM70_8X4_ROW, SM70_8X4_COL, SM70_8X8_32B),
    warp(
        "SM75_16x8x8_",
        &["F32F16F16F32"],
        TN,
        [16, 8, 8],
        [SM80_16X8_ROW, SM80_8X8_ROW, SM80_16X8_ROW],
        SM75,
    ),
    warp("SM75_8x8x16_", &["S32S8S8S32"], TN, [8, 8, 16], [SM80_8X16_ROW, SM80_8X16_ROW, SM80_8X8_ROW], SM75),
    warp("SM80_16x8x8_", FLOAT16, TN, [16, 8, 8], [SM80_16X8_ROW, SM80_8X8_ROW, SM80_16X8_ROW], SM80),
    warp("SM80_16x8x16_", FLOAT16, TN, [16, 8, 16], [A_16X16, B_8X16, SM80_16X8_ROW], SM80),
    warp("SM80_16x8x4_", &["F32TF32TF32F32"], TN, [16, 8, 4], [A_16X4, SM80_8X4, SM80_16X8_ROW], SM80),
    warp("SM80_16x8x8_", &["F32TF32TF32F32"], TN, [16, 8, 8], [A_16X8, B_8X8, SM80_16X8_ROW], SM80),
    warp(
        "SM80_8x8x4_",
        &["F64F64F64F64", "C64C64C64C64", "GC64C64C64GC64"],
        TN,
        [8, 8, 4],
        [SM80_8X4, SM80_8X4, SM80_8X8_ROW],
        SM80,
    ),
    warp("SM80_8x8x16_", INT8, SATURATE, [8, 8, 16], [SM80_8X16_ROW, SM80_8X16_ROW, SM80_8X8_ROW], SM80),
    warp("SM80_16x8x16_", INT8, SATURATE, [16, 8, 16], [A_16X16_8B, SM80_8X16_ROW, SM80_16X8_ROW], SM80),
    warp("SM80_16x8x32_", INT8, SATURATE, [16, 8, 32], [A_16X32_8B, B_8X32_8B, SM80_16X8_ROW], SM80),
    warp("SM80_8x8x32_", INT4, SATURATE, [8, 8, 32], [B_8X32_4B, B_8X32_4B, SM80_8X8_ROW], SM80),
    warp(
        "SM80_16x8x32_",
        INT4,
        SATURATE,
        [16, 8, 32],
        ["((4,8),(8,2)):((128,1),(16,8))", B_8X32_4B, SM80_16X8_ROW],
        SM80,
    ),
    warp("SM80_16x8x64_", INT4, SATURATE, [16, 8, 64], [A_16X64_4B, B_8X64_4B, SM80_16X8_ROW], SM80),
    warp(
        "SM80_16x8x256_",
        INT1,
        POPC,
        [16, 8, 256],
        ["((4,8),(32,2,2)):((512,1),(16,8,2048))", "((4,8),(32,2)):((256,1),(8,1024))", SM80_16X8_ROW],
        SM80,
    ),
    warp(
        "SM80_8x8x128_",
        INT1,
        POPC,
        [8, 8, 128],
        ["((4,8),32):((256,1),8)", "((4,8),32):((256,1),8)", SM80_8X8_ROW],
        SM80,
    ),
    warp(
        "SM80_16x8x128_",
        INT1,
        POPC,
        [16, 8, 128],
        ["((4,8),(32,2)):((512,1),(16,8))", "((4,8),32):((256,1),8)", SM80_16X8_ROW],
        SM80,
    ),
    warp(
        "SM89_16x8x32_",
        FLOAT8,
        TN,
        [16, 8, 32],
        [A_16X32_8B, B_8X32_8B, SM80_16X8_ROW],
        "mma_traits_sm89.hpp",
    ),
    warp("SM90_16x8x4_", DOUBLE, TN, [16, 8, 4], [A_16X4, SM80_8X4, SM80_16X8_ROW], SM90),
    warp("SM90_16x8x8_", DOUBLE, TN, [16, 8, 8], [A_16X8, B_8X8, SM80_16X8_ROW], SM90),
    warp(
        "SM90_16x8x16_",
        DOUBLE,
        TN,
        [16, 8, 16],
        ["((4,8),(2,4)):((16,1),(8,64))", "((4,8),4):((8,1),32)", SM80_16X8_ROW],
        SM90,
    ),
];

/// An operation of a quad pair.
const fn sm70(
    types: &'static [&'static str],
    suffixes: &'static [&'static str],
    a: &'static str,
    b: &'static str,
    c: &'static str,
) -> Traits {
    Traits {
        prefix: "SM70_8x8x4_",
        types,
        suffixes,
        shape: [8, 8, 4],
        thr_id: SM70_QUAD_PAIR,
        a,
        b,
        c,
        header: SM70,
    }
}

/// An operation of a warp, with the layouts of A, B and C.
const fn warp(
    prefix: &'static str,
    types: &'static [&'static str],
    suffixes: &'static [&'static str],
    shape: [i64; 3],
    [a, b, c]: [&'static str; 3],
    header: &'static str,
) -> Traits {
    Traits { prefix, types, suffixes, shape, thr_id: WARP, a, b, c, header }
}
