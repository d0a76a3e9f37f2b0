//! Copy operations that one thread issues: plain and vector copies, cp.async, TMA and bulk copies, and copies from
//! shared to tensor memory.
//!
//! Sources: `copy_traits.hpp`, `copy_traits_sm80.hpp`, `copy_traits_sm90_tma.hpp`, `copy_traits_sm100.hpp`,
//! `copy_traits_sm100_tma.hpp`, and the conditions on sizes in the operations' own headers.

use super::operation::{CopyTraits, Described, Reference, element_type, template_arguments};
use crate::stride::integer_from_text;
use crate::{Error, ErrorKind};

/// An operation whose width is that of its template arguments, source and destination type.
struct Vector {
    name: &'static str,
    /// The widths in bits that it can have.
    widths: Widths,
    instruction: &'static str,
    header: &'static str,
}

#[derive(Clone, Copy)]
enum Widths {
    /// Whole bytes.
    Bytes,
    /// 4, 8 or 16 bytes.
    CpAsyncAll,
    /// 16 bytes.
    CpAsyncGlobal,
}

const SM80: &str = "copy_traits_sm80.hpp";
const TMA: &str = "copy_traits_sm90_tma.hpp";
const SM100: &str = "copy_traits_sm100.hpp";
const TMA_SM100: &str = "copy_traits_sm100_tma.hpp";

#[rustfmt::skip]
const VECTORS: &[Vector] = &[
    Vector { name: "UniversalCopy", widths: Widths::Bytes, instruction: "ld, st", header: "copy_traits.hpp" },
    Vector { name: "SM80_CP_ASYNC_CACHEALWAYS", widths: Widths::CpAsyncAll,
             instruction: "cp.async.ca.shared.global.L2::128B", header: SM80 },
    Vector { name: "SM80_CP_ASYNC_CACHEALWAYS_ZFILL", widths: Widths::CpAsyncAll,
             instruction: "cp.async.ca.shared.global.L2::128B", header: SM80 },
    Vector { name: "SM80_CP_ASYNC_CACHEGLOBAL", widths: Widths::CpAsyncGlobal,
             instruction: "cp.async.cg.shared.global.L2::128B", header: SM80 },
    Vector { name: "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL", widths: Widths::CpAsyncGlobal,
             instruction: "cp.async.cg.shared.global.L2::128B", header: SM80 },
];

/// An operation of the TMA unit, for as many bits as its `Copy_Traits` say.
struct Tma {
    name: &'static str,
    /// The thread blocks that load together: each has its own bits.
    blocks: i64,
    /// Bulk copies move whole 16 bytes.
    bulk: bool,
    instruction: &'static str,
    header: &'static str,
}

const fn tma(name: &'static str, blocks: i64, instruction: &'static str, header: &'static str) -> Tma {
    Tma { name, blocks, bulk: false, instruction, header }
}

const LOAD: &str = "cp.async.bulk.tensor.shared::cluster.global";
const LOAD_MULTICAST: &str = "cp.async.bulk.tensor.shared::cluster.global.multicast::cluster";
const LOAD_PAIR: &str = "cp.async.bulk.tensor.cta_group::2.shared::cluster.global";

const TMAS: &[Tma] = &[
    tma("SM90_TMA_LOAD", 1, LOAD, TMA),
    tma("SM90_TMA_LOAD_MULTICAST", 1, LOAD_MULTICAST, TMA),
    tma("SM90_TMA_STORE", 1, "cp.async.bulk.tensor.global.shared::cta", TMA),
    tma("SM90_TMA_REDUCE_ADD", 1, "cp.reduce.async.bulk.tensor.global.shared::cta.add", TMA),
    tma("SM100_TMA_2SM_LOAD", 2, LOAD_PAIR, TMA_SM100),
    tma("SM100_TMA_2SM_LOAD_MULTICAST", 2, LOAD_PAIR, TMA_SM100),
    Tma {
        bulk: true,
        ..tma(
            "SM90_BULK_COPY_G2S",
            1,
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
            TMA,
        )
    },
    Tma { bulk: true, ..tma("SM90_BULK_COPY_S2G", 1, "cp.async.bulk.global.shared::cta.bulk_group", TMA) },
];

/// Operations without arguments: their names, bits, instructions and headers. Those of one bit with stride 0 stand for
/// a copy that chooses its width when it is called.
#[rustfmt::skip]
const FIXED: &[(&str, &str, &str, &str)] = &[
    ("AutoVectorizingCopy", "(1,1):(0,0)", "ld, st of up to 128 bits", "copy_traits.hpp"),
    ("DefaultCopy", "(1,1):(0,0)", "ld, st of up to 8 bits", "copy_traits.hpp"),
    ("SM90_BULK_COPY_AUTO", "(1,1):(0,0)", "cp.async.bulk", TMA),
    ("SM100_LOAD_256bit_CACHE_NOALLOCATION", "(1,256):(0,1)", "ld.global.L1::no_allocate.v8.f32", SM100),
    ("SM100_STORE_256bit_CACHE_NOALLOCATION", "(1,256):(0,1)", "st.global.L1::no_allocate.v8.f32", SM100),
];

/// From shared to tensor memory. The source repeats what several groups of data paths are given.
struct ToTensorMemory {
    name: &'static str,
    thr_id: &'static str,
    src: &'static str,
    dst: &'static str,
    instruction: &'static str,
}

const fn utccp(
    name: &'static str,
    thr_id: &'static str,
    [src, dst]: [&'static str; 2],
    instruction: &'static str,
) -> ToTensorMemory {
    ToTensorMemory { name, thr_id, src, dst, instruction }
}

// One thread block, or two that copy the same.
const ONE: &str = "1:0";
const TWO: &str = "2:1";

#[rustfmt::skip]
const TO_TENSOR_MEMORY: &[ToTensorMemory] = &[
    utccp("SM100_UTCCP_128dp256bit_1cta", ONE, ["(1,32768):(0,1)", "(1,32768):(0,1)"],
          "tcgen05.cp.cta_group::1.128x256b"),
    utccp("SM100_UTCCP_128dp256bit_2cta", TWO, ["(2,32768):(0,1)", "(2,32768):(0,1)"],
          "tcgen05.cp.cta_group::2.128x256b"),
    utccp("SM100_UTCCP_128dp128bit_1cta", ONE, ["(1,16384):(0,1)", "(1,16384):(0,1)"],
          "tcgen05.cp.cta_group::1.128x128b"),
    utccp("SM100_UTCCP_128dp128bit_2cta", TWO, ["(2,16384):(0,1)", "(2,16384):(0,1)"],
          "tcgen05.cp.cta_group::2.128x128b"),
    // Four data paths of the 128 whose bits are numbered: it refreshes the last ones.
    utccp("SM100_UTCCP_4dp256bit_1cta", ONE, ["(1,(4,256)):(0,(32,128))", "(1,(4,256)):(0,(32,128))"],
          "tcgen05.cp.cta_group::1.4x256b"),
    utccp("SM100_UTCCP_4dp256bit_2cta", TWO, ["(2,(4,256)):(0,(32,128))", "(2,(4,256)):(0,(32,128))"],
          "tcgen05.cp.cta_group::2.4x256b"),
    utccp("SM100_UTCCP_4x32dp128bit_1cta", ONE, ["(1,(32,128,4)):(0,(1,32,0))", "(1,16384):(0,1)"],
          "tcgen05.cp.cta_group::1.32x128b.warpx4"),
    utccp("SM100_UTCCP_4x32dp128bit_2cta", TWO, ["(2,(32,128,4)):(0,(1,32,0))", "(2,16384):(0,1)"],
          "tcgen05.cp.cta_group::2.32x128b.warpx4"),
    utccp("SM100_UTCCP_2x64dp128bitlw0213_1cta", ONE, ["(1,(64,128,2)):(0,(1,64,0))", "(1,16384):(0,1)"],
          "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13"),
    utccp("SM100_UTCCP_2x64dp128bitlw0213_2cta", TWO, ["(2,(64,128,2)):(0,(1,64,0))", "(2,16384):(0,1)"],
          "tcgen05.cp.cta_group::2.64x128b.warpx2::02_13"),
    utccp("SM100_UTCCP_2x64dp128bitlw0123_1cta", ONE, ["(1,(32,128,2,2)):(0,(1,32,4096,0))", "(1,16384):(0,1)"],
          "tcgen05.cp.cta_group::1.64x128b.warpx2::01_23"),
    utccp("SM100_UTCCP_2x64dp128bitlw0123_2cta", TWO, ["(2,(32,128,2,2)):(0,(1,32,4096,0))", "(2,16384):(0,1)"],
          "tcgen05.cp.cta_group::2.64x128b.warpx2::01_23"),
];

const ASSUMED_ALIGNMENT: &str = "AutoVectorizingCopyWithAssumedAlignment";

/// The operation, if it is one of this file; `bits` is the second argument of `Copy_Traits`.
pub(super) fn find(operation: &str, bits: Option<&str>) -> Result<Option<CopyTraits>, Error> {
    if let Some(&(_, layout, instruction, header)) = FIXED.iter().find(|(name, ..)| *name == operation) {
        return described(operation, ["1:0", layout, layout], instruction, header).map(Some);
    }
    if let Some(row) = TO_TENSOR_MEMORY.iter().find(|row| row.name == operation) {
        let &ToTensorMemory { thr_id, src, dst, instruction, .. } = row;
        let (reference, header) = (Reference::Dst, SM100);
        let described = Described { thr_id, src, dst, reference, instruction, header };
        return CopyTraits::described(operation, described).map(Some);
    }
    if let Some(tma) = TMAS.iter().find(|tma| tma.name == operation) {
        return of_tma(tma, bits).map(Some);
    }
    if let Some(arguments) = template_arguments(operation, ASSUMED_ALIGNMENT) {
        return auto_vectorizing(operation, &arguments).map(Some);
    }
    let vector = VECTORS.iter().find_map(|vector| {
        let arguments = if vector.name == operation { Some(Vec::new()) } else { None };
        arguments.or_else(|| template_arguments(operation, vector.name)).map(|arguments| (vector, arguments))
    });
    vector.map(|(vector, arguments)| of_vector(operation, vector, &arguments)).transpose()
}

fn described(
    operation: &str,
    [thr_id, src, dst]: [&str; 3],
    instruction: &'static str,
    header: &'static str,
) -> Result<CopyTraits, Error> {
    let reference = Reference::Src;
    CopyTraits::described(operation, Described { thr_id, src, dst, reference, instruction, header })
}

fn refused(operation: &str, reason: impl Into<String>) -> Error {
    Error::of_value(ErrorKind::CopyOperation { operation: operation.to_owned(), reason: reason.into() })
}

fn of_vector(operation: &str, vector: &Vector, arguments: &[String]) -> Result<CopyTraits, Error> {
    let (src, dst) = match arguments {
        [both] => (both, both),
        [src, dst] => (src, dst),
        _ => {
            return Err(refused(
                operation,
                format!("name the type that it copies: `{}<uint128_t>`", vector.name),
            ));
        }
    };
    let (src, dst) = (element_type(src)?.bits, element_type(dst)?.bits);
    vector.widths.check(src, dst).map_err(|reason| refused(operation, reason))?;
    let (src, dst) = (format!("(1,{src}):(0,1)"), format!("(1,{dst}):(0,1)"));
    described(operation, ["1:0", &src, &dst], vector.instruction, vector.header)
}

impl Widths {
    fn check(self, src: i64, dst: i64) -> Result<(), String> {
        if src < 8 || dst < 8 {
            return Err(format!("it copies whole bytes, not {} bits", src.min(dst)));
        }
        let cp_async = match self {
            Widths::Bytes => return Ok(()),
            _ if src != dst => {
                return Err(format!("cp.async needs types of equal size, not {src} and {dst} bits"));
            }
            Widths::CpAsyncAll if !matches!(src, 32 | 64 | 128) => "cp.async copies 4, 8 or 16 bytes",
            Widths::CpAsyncGlobal if src != 128 => "cp.async copies 16 bytes past the L1 cache",
            Widths::CpAsyncAll | Widths::CpAsyncGlobal => return Ok(()),
        };
        Err(format!("{cp_async}, not {}", src / 8))
    }
}

fn auto_vectorizing(operation: &str, arguments: &[String]) -> Result<CopyTraits, Error> {
    match arguments.first().and_then(|bits| integer_from_text(bits)) {
        Some(8 | 16 | 32 | 64 | 128) => {
            let bit = "(1,1):(0,0)";
            described(operation, ["1:0", bit, bit], "ld, st", "copy_traits.hpp")
        }
        _ => Err(refused(operation, "the assumed alignment is 8, 16, 32, 64 or 128 bits")),
    }
}

fn of_tma(tma: &Tma, bits: Option<&str>) -> Result<CopyTraits, Error> {
    let Some(bits) = bits.and_then(integer_from_text).filter(|&bits| bits > 0) else {
        let name = tma.name;
        let reason = format!(
            "how many bits one instruction copies follows from the tile: write `Copy_Traits<{name},Int<8192>>`"
        );
        return Err(refused(name, reason));
    };
    let operation = format!("Copy_Traits<{},_{bits}>", tma.name);
    if tma.bulk && bits % 128 != 0 {
        return Err(refused(&operation, format!("a bulk copy moves whole 16 bytes, not {bits} bits")));
    }
    let layout = match tma.blocks {
        1 => format!("(1,{bits}):(0,1)"),
        blocks => format!("({blocks},{bits}):({bits},1)"),
    };
    let thr_id = if tma.blocks == 1 { "1:0" } else { "2:1" };
    described(&operation, [thr_id, &layout, &layout], tma.instruction, tma.header)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let vectors = VECTORS.iter().map(|vector| vector.name);
    let fixed = FIXED.iter().map(|(name, ..)| *name);
    let to_tensor_memory = TO_TENSOR_MEMORY.iter().map(|row| row.name);
    let tma = TMAS.iter().map(|tma| tma.name);
    vectors.chain(fixed).chain([ASSUMED_ALIGNMENT]).chain(tma).chain(to_tensor_memory)
}
