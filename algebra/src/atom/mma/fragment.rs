//! The thread-value layouts that many operations share, under the names of CuTe's headers.

/// `ThrID` of an operation of one thread.
pub(super) const THREAD: &str = "1:0";

/// `ThrID` of an operation of one warp.
pub(super) const WARP: &str = "32:1";

/// `SM70_QuadPair`: eight threads of a warp, two groups of four (`mma_traits_sm70.hpp`).
pub(super) const SM70_QUAD_PAIR: &str = "(4,2):(1,16)";

/// `SM70_8x4_Row`: (T8,V4) to (M8,K4).
pub(super) const SM70_8X4_ROW: &str = "(8,4):(1,8)";

/// `SM70_8x4_Col`: (T8,V4) to (M8,K4).
pub(super) const SM70_8X4_COL: &str = "((4,2),4):((8,4),1)";

/// `SM70_8x8_16b`: (T8,V8) to (M8,N8).
pub(super) const SM70_8X8_16B: &str = "(8,8):(1,8)";

/// `SM70_8x8_32b`: (T8,V8) to (M8,N8).
pub(super) const SM70_8X8_32B: &str = "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))";

/// `SM80_8x4`: (T32,V1) to (M8,N4) (`mma_traits_sm80.hpp`).
pub(super) const SM80_8X4: &str = "((4,8),1):((8,1),0)";

/// `SM80_8x8_Row`: (T32,V2) to (M8,N8).
pub(super) const SM80_8X8_ROW: &str = "((4,8),2):((16,1),8)";

/// `SM80_8x16_Row`: (T32,V4) to (M8,N16).
pub(super) const SM80_8X16_ROW: &str = "((4,8),4):((32,1),8)";

/// `SM80_16x8_Row`: (T32,V4) to (M16,N8).
pub(super) const SM80_16X8_ROW: &str = "((4,8),(2,2)):((32,1),(16,8))";

/// (T32,V8) to (M16,K16), 16-bit values.
pub(super) const A_16X16: &str = "((4,8),(2,2,2)):((32,1),(16,8,128))";

/// (T32,V4) to (N8,K16), 16-bit values.
pub(super) const B_8X16: &str = "((4,8),(2,2)):((16,1),(8,64))";

/// (T32,V2) to (M16,K4), 32- and 64-bit values.
pub(super) const A_16X4: &str = "((4,8),2):((16,1),8)";

/// (T32,V4) to (M16,K8), 32- and 64-bit values.
pub(super) const A_16X8: &str = "((4,8),(2,2)):((16,1),(8,64))";

/// (T32,V2) to (N8,K8), 32- and 64-bit values.
pub(super) const B_8X8: &str = "((4,8),2):((8,1),32)";

/// (T32,V8) to (M16,K16), 8-bit values.
pub(super) const A_16X16_8B: &str = "((4,8),(4,2)):((64,1),(16,8))";

/// (T32,V16) to (M16,K32), 8-bit values.
pub(super) const A_16X32_8B: &str = "((4,8),(4,2,2)):((64,1),(16,8,256))";

/// (T32,V8) to (N8,K32), 8-bit values.
pub(super) const B_8X32_8B: &str = "((4,8),(4,2)):((32,1),(8,128))";

/// (T32,V8) to (N8,K32), 4-bit values.
pub(super) const B_8X32_4B: &str = "((4,8),(8)):((64,1),(8))";

/// (T32,V16) to (N8,K64), 4-bit values.
pub(super) const B_8X64_4B: &str = "((4,8),(8,2)):((64,1),(8,256))";

/// (T32,V32) to (M16,K64), 4-bit values.
pub(super) const A_16X64_4B: &str = "((4,8),(8,2,2)):((128,1),(16,8,512))";
