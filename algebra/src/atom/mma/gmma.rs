//! The warpgroup operations of SM90, dense and sparse: one rule for all of them (`mma_traits_sm90_gmma.hpp`, its `_ext`,
//! and the `_sparse` headers).
//!
//! A name is `SM90_64xNxK_DAB_SS` or `_RS`: M is 64, K is 256 bits of A (512 when A is sparse), N a multiple of 8. With
//! `SS`, A and B lie in shared memory and belong to all 128 threads alike; with `RS`, A lies in registers.

use super::traits::{ptx_type, type_tokens};
use super::{MmaAtom, Name, Operand, ValueTypes};
use crate::{Error, ErrorKind, Layout};

/// The element types of D, A and B, and K for a dense A.
struct Format {
    types: &'static str,
    k: i64,
    /// What follows the types in a name.
    suffixes: &'static [&'static str],
    /// Whether only the widths of [`INTEGER_WIDTHS`] exist.
    is_integer: bool,
}

const MAJOR_FREE: &[&str] = &["_SS", "_RS"];
const K_MAJOR: &[&str] = &["_SS_TN", "_RS_TN"];
const SATURATING: &[&str] = &["_SS_TN", "_SS_TN_SATURATE", "_RS_TN", "_RS_TN_SATURATE"];

/// The formats in the order of the headers.
const FORMATS: &[Format] = &[
    float("F16F16F16", 16, MAJOR_FREE),
    float("F32F16F16", 16, MAJOR_FREE),
    float("F32BF16BF16", 16, MAJOR_FREE),
    float("F32TF32TF32", 8, K_MAJOR),
    integer("S32S8S8"),
    integer("S32S8U8"),
    integer("S32U8S8"),
    integer("S32U8U8"),
    float("F16E4M3E4M3", 32, K_MAJOR),
    float("F32E4M3E4M3", 32, K_MAJOR),
    float("F16E4M3E5M2", 32, K_MAJOR),
    float("F32E4M3E5M2", 32, K_MAJOR),
    float("F16E5M2E4M3", 32, K_MAJOR),
    float("F32E5M2E4M3", 32, K_MAJOR),
    float("F16E5M2E5M2", 32, K_MAJOR),
    float("F32E5M2E5M2", 32, K_MAJOR),
];

const fn float(types: &'static str, k: i64, suffixes: &'static [&'static str]) -> Format {
    Format { types, k, suffixes, is_integer: false }
}

const fn integer(types: &'static str) -> Format {
    Format { types, k: 32, suffixes: SATURATING, is_integer: true }
}

/// The values of N that integer operations have (PTX, `wgmma` matrix shapes).
const INTEGER_WIDTHS: &[i64] =
    &[8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256];

/// The values of N that `mma_traits_sm90_gmma.hpp` has itself; its `_ext` header has the others.
const COMMON_WIDTHS: &[i64] = &[8, 16, 32, 64, 96, 128, 192, 256];

impl Format {
    fn widths(&self) -> impl Iterator<Item = i64> + '_ {
        (8..=256).step_by(8).filter(|n| !self.is_integer || INTEGER_WIDTHS.contains(n))
    }
}

/// Dense and sparse operations: how their names begin, and how many elements of K one of the instruction's stands for.
const KINDS: [(&str, i64); 2] = [("SM90_64x", 1), ("SM90::GMMA::SPARSE::GMMA_64x", 2)];

/// The names of all operations.
pub(super) fn names() -> impl Iterator<Item = String> {
    KINDS.into_iter().flat_map(|(prefix, sparsity)| {
        FORMATS.iter().flat_map(move |format| {
            format.widths().flat_map(move |n| {
                let k = format.k * sparsity;
                format.suffixes.iter().map(move |suffix| format!("{prefix}{n}x{k}_{}{suffix}", format.types))
            })
        })
    })
}

/// The atom of this name, if it is the name of a warpgroup operation.
///
/// # Errors
/// [`ErrorKind::UnknownAtom`] when the template arguments are none that CuTe accepts.
pub(super) fn find(name: &Name) -> Option<Result<MmaAtom, Error>> {
    let base = name.base.strip_prefix("GMMA::SPARSE::").map(|rest| format!("SM90::GMMA::SPARSE::{rest}"));
    let base = base.as_deref().unwrap_or(&name.base);
    let (rest, sparsity) = KINDS
        .iter()
        .find_map(|(prefix, sparsity)| base.strip_prefix(prefix).map(|rest| (rest, *sparsity)))?;
    let (sizes, types) = rest.split_once('_')?;
    let (n, k) = sizes.split_once('x')?;
    let (n, k): (i64, i64) = (n.parse().ok()?, k.parse().ok()?);
    let (format, suffix) = FORMATS.iter().find_map(|format| {
        let suffix = types.strip_prefix(format.types)?;
        format.suffixes.contains(&suffix).then_some((format, suffix))
    })?;
    if format.k * sparsity != k || !format.widths().any(|width| width == n) {
        return None;
    }
    if suffix == "_RS" && name.is_k_major(0) == Some(false) {
        let reason = "A comes from registers, and CuTe wants it K-major there (GMMA::Major::K)";
        return Some(Err(Error::of_value(ErrorKind::AtomArguments {
            atom: name.base.clone(),
            reason: reason.to_owned(),
        })));
    }
    Some(Operation { name: base, n, k, format, suffix, sparsity }.atom())
}

/// One operation, its name taken apart.
struct Operation<'a> {
    name: &'a str,
    n: i64,
    k: i64,
    format: &'a Format,
    suffix: &'a str,
    sparsity: i64,
}

impl Operation<'_> {
    fn atom(&self) -> Result<MmaAtom, Error> {
        let Operation { name, n, k, format, suffix, sparsity } = self;
        let is_sparse = *sparsity == 2;
        let from_registers = suffix.starts_with("_RS");
        let mut value_types = ValueTypes::of_name(&format!("{}{}", format.types, accumulator(format.types)));
        if is_sparse {
            value_types.a = format!("sparse_elem<2,{}>", value_types.a);
        }
        Ok(MmaAtom {
            majors: [None; 2],
            name: (*name).to_owned(),
            shape_mnk: [64, *n, *k],
            thr_id: "128:1".parse()?,
            layout_a: if from_registers { register_layout(*k).parse()? } else { shared_layout(64, *k)? },
            layout_b: shared_layout(*n, *k)?,
            layout_c: format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", n / 8).parse()?,
            value_types,
            operand_a: if from_registers { Operand::Registers } else { Operand::SharedMemory },
            operand_b: Operand::SharedMemory,
            accumulator: Operand::Registers,
            more_layouts: if is_sparse {
                vec![("ELayout", metadata_layout(*k).parse()?)]
            } else {
                Vec::new()
            },
            header: header(*n, is_sparse),
            ptx: self.ptx(),
        })
    }

    fn ptx(&self) -> String {
        let Operation { n, k, format, suffix, sparsity, .. } = self;
        let types: Vec<&str> = type_tokens(format.types).into_iter().map(ptx_type).collect();
        let sparse = if *sparsity == 2 { ".sp" } else { "" };
        let modifier = if suffix.ends_with("SATURATE") { ".satfinite" } else { "" };
        format!("wgmma.mma_async{sparse}.sync.aligned.m64n{n}k{k}.{}{modifier}", types.join("."))
    }
}

/// The type of C, which is that of D: names of warpgroup operations spell it once.
fn accumulator(types: &'static str) -> &'static str {
    type_tokens(types).first().copied().unwrap_or("")
}

/// `ABLayout<MN,K>`: an operand in shared memory, all of it for each of the 128 threads.
fn shared_layout(mn: i64, k: i64) -> Result<Layout, Error> {
    format!("(128,({mn},{k})):(0,(1,{mn}))").parse()
}

/// `ALayout_64xK`: A in registers. The rows of [`FORMATS`], times the sparsity, have no K but 8, 16, 32 and 64.
fn register_layout(k: i64) -> &'static str {
    match k {
        8 => "((4,8,4),(2,2)):((64,1,16),(8,256))",
        16 => "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
        32 => "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
        _ => "((4,8,4),(8,2,2)):((512,1,16),(64,8,2048))",
    }
}

/// `ELayout_64xK`: the metadata of a sparse A, for which K is 16, 32 or 64.
fn metadata_layout(k: i64) -> &'static str {
    match k {
        16 => "((2,2,8,4),(8,2)):((512,0,1,16),(64,8))",
        32 => "((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))",
        _ => "((2,2,8,4),(32)):((8,2048,1,16),(64))",
    }
}

fn header(n: i64, is_sparse: bool) -> &'static str {
    match (is_sparse, COMMON_WIDTHS.contains(&n)) {
        (false, true) => "mma_traits_sm90_gmma.hpp",
        (false, false) => "mma_traits_sm90_gmma_ext.hpp",
        (true, true) => "mma_traits_sm90_gmma_sparse.hpp",
        (true, false) => "mma_traits_sm90_gmma_sparse_ext.hpp",
    }
}
