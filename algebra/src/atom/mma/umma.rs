//! The tensor memory operations of SM100 and SM103: one rule for all of them (`mma_traits_sm100.hpp`).
//!
//! M and N are template arguments, K is what fills 256 bits of A (512 when A is sparse) or a number of the operation's.
//! One thread of each of one or two SMs issues the operation: (T,V) has the SMs in T.

use super::{MmaAtom, Name, Operand, ValueTypes};
use crate::atom::tmem::{Allocation, Fragment};
use crate::{Error, ErrorKind, Layout};

/// A family of operations: one template of the header.
struct Family {
    name: &'static str,
    /// How many SMs one operation runs on.
    sms: i64,
    parameters: Parameters,
    /// The widths of A and B.
    widths: Widths,
    k: InnerSize,
    m: &'static [i64],
    n: OuterSize,
    a: Source,
    /// The PTX instruction without its modifiers.
    ptx: &'static str,
}

/// The order of the template parameters; majors and signs follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    /// `<a_type, b_type, c_type, M, N, ..>`
    Plain,
    /// `<a_type, b_type, c_type, sf_type, M, N, ..>`
    Scaled,
    /// `<a_type, b_type, c_type, sf_type, M, N, VS, ..>`
    VectorScaled(&'static [i64]),
    /// `<M, N, ..>`: complex numbers with their parts interleaved.
    Interleaved,
}

/// Which widths the element types of A and B may have.
#[derive(Clone, Copy)]
enum Widths {
    Exactly(i64),
    /// That of a 16-bit type or of a complex number of two.
    SixteenOrComplex,
    AtMost(i64),
}

/// K of the operation.
#[derive(Clone, Copy)]
enum InnerSize {
    /// What fills this many bits of A.
    Bits(i64),
    /// This many elements.
    Elements(i64),
}

/// Which N an operation has.
#[derive(Clone, Copy)]
enum OuterSize {
    /// A multiple, from it to 256.
    MultipleOf(i64),
    /// A multiple of 8 for M 64, of 16 for M 128.
    ByM,
    /// 8, or a multiple of 16.
    EightOrMultipleOf16,
    /// A multiple of the first number when B is K-major, of the second when it is MN-major.
    ByMajor(i64, i64),
}

/// Where A comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Shared,
    /// Shared memory, two (or four of 4 bits) elements of K for each one that is stored.
    Sparse(i64),
    Tensor,
}

use InnerSize::{Bits, Elements};
use OuterSize::{ByM, ByMajor, EightOrMultipleOf16, MultipleOf};
use Parameters::{Interleaved, Plain, Scaled, VectorScaled};
use Source::{Shared, Sparse, Tensor};
use Widths::{AtMost, Exactly, SixteenOrComplex};

const ONE: &[i64] = &[64, 128];
const TWO: &[i64] = &[128, 256];

/// The families in the order of the header.
#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    family("SM100_MMA_TF32_SS", 1, Plain, Exactly(32), Bits(256), ONE, MultipleOf(8), Shared, "tf32"),
    family("SM100_MMA_F16BF16_SS", 1, Plain, Exactly(16), Bits(256), ONE, MultipleOf(8), Shared, "f16"),
    family("SM100_MMA_TF32_TS", 1, Plain, Exactly(32), Bits(256), ONE, ByM, Tensor, "tf32"),
    family("SM100_MMA_F16BF16_TS", 1, Plain, Exactly(16), Bits(256), ONE, ByM, Tensor, "f16"),
    family("SM100_MMA_F16BF16_SS_SCALED", 1, Plain, SixteenOrComplex, Bits(256), ONE, MultipleOf(8), Shared, "f16"),
    family("SM100_MMA_TF32_TS_SCALED", 1, Plain, Exactly(32), Bits(256), ONE, ByM, Tensor, "tf32"),
    family("SM100_MMA_F16BF16_TS_SCALED", 1, Plain, SixteenOrComplex, Bits(256), ONE, ByM, Tensor, "f16"),
    family("SM100_MMA_TF32_SS_SPARSE", 1, Plain, Exactly(32), Bits(512), ONE, MultipleOf(8), Sparse(2), "tf32"),
    family("SM100_MMA_F16BF16_SS_SPARSE", 1, Plain, Exactly(16), Bits(512), ONE, MultipleOf(8), Sparse(2), "f16"),
    family("SM100_MMA_TF32_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN", 1, Interleaved, Exactly(64), Bits(256), ONE, ByM, Tensor, "tf32"),
    family("SM100_MMA_TF32_2x1SM_SS", 2, Plain, Exactly(32), Bits(256), TWO, MultipleOf(16), Shared, "tf32"),
    family("SM100_MMA_F16BF16_2x1SM_SS", 2, Plain, Exactly(16), Bits(256), TWO, MultipleOf(16), Shared, "f16"),
    family("SM100_MMA_TF32_2x1SM_TS", 2, Plain, Exactly(32), Bits(256), TWO, MultipleOf(32), Tensor, "tf32"),
    family("SM100_MMA_F16BF16_2x1SM_TS", 2, Plain, Exactly(16), Bits(256), TWO, MultipleOf(32), Tensor, "f16"),
    family("SM100_MMA_F16BF16_2x1SM_SS_SCALED", 2, Plain, SixteenOrComplex, Bits(256), TWO, MultipleOf(16), Shared, "f16"),
    family("SM100_MMA_TF32_2x1SM_TS_SCALED", 2, Plain, Exactly(32), Bits(256), TWO, MultipleOf(32), Tensor, "tf32"),
    family("SM100_MMA_F16BF16_2x1SM_TS_SCALED", 2, Plain, SixteenOrComplex, Bits(256), TWO, MultipleOf(32), Tensor, "f16"),
    family("SM100_MMA_TF32_2x1SM_SS_SPARSE", 2, Plain, Exactly(32), Bits(512), TWO, MultipleOf(16), Sparse(2), "tf32"),
    family("SM100_MMA_F16BF16_2x1SM_SS_SPARSE", 2, Plain, Exactly(16), Bits(512), TWO, MultipleOf(16), Sparse(2), "f16"),
    family("SM100_MMA_TF32_2x1SM_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN", 2, Interleaved, Exactly(64), Bits(256), TWO, MultipleOf(32), Tensor, "tf32"),
    family("SM100_MMA_S8_SS", 1, Plain, Exactly(8), Bits(256), ONE, EightOrMultipleOf16, Shared, "i8"),
    family("SM100_MMA_S8_TS", 1, Plain, Exactly(8), Bits(256), ONE, EightOrMultipleOf16, Tensor, "i8"),
    family("SM100_MMA_S8_SS_SPARSE", 1, Plain, Exactly(8), Bits(512), ONE, EightOrMultipleOf16, Sparse(2), "i8"),
    family("SM100_MMA_S8_2x1SM_SS", 2, Plain, Exactly(8), Bits(256), TWO, MultipleOf(32), Shared, "i8"),
    family("SM100_MMA_S8_2x1SM_TS", 2, Plain, Exactly(8), Bits(256), TWO, MultipleOf(32), Tensor, "i8"),
    family("SM100_MMA_S8_2x1SM_SS_SPARSE", 2, Plain, Exactly(8), Bits(512), TWO, MultipleOf(32), Sparse(2), "i8"),
    family("SM100_MMA_F8F6F4_SS", 1, Plain, AtMost(8), Elements(32), ONE, ByMajor(8, 16), Shared, "f8f6f4"),
    family("SM100_MMA_MXF8F6F4_SS", 1, Scaled, AtMost(8), Elements(32), &[128], MultipleOf(8), Shared, "mxf8f6f4.block_scale"),
    family("SM100_MMA_MXF8F6F4_SS_SPARSE", 1, Scaled, AtMost(8), Elements(64), &[128], MultipleOf(8), Sparse(2), "mxf8f6f4.block_scale"),
    family("SM100_MMA_F8F6F4_TS", 1, Plain, AtMost(8), Elements(32), ONE, ByM, Tensor, "f8f6f4"),
    family("SM100_MMA_F8F6F4_SS_SPARSE", 1, Plain, AtMost(8), Elements(64), ONE, ByM, Sparse(2), "f8f6f4"),
    family("SM100_MMA_F8F6F4_2x1SM_SS", 2, Plain, AtMost(8), Elements(32), TWO, ByMajor(16, 32), Shared, "f8f6f4"),
    family("SM100_MMA_F8F6F4_2x1SM_TS", 2, Plain, AtMost(8), Elements(32), TWO, MultipleOf(32), Tensor, "f8f6f4"),
    family("SM100_MMA_F8F6F4_2x1SM_SS_SPARSE", 2, Plain, AtMost(8), Elements(64), TWO, MultipleOf(32), Sparse(2), "f8f6f4"),
    family("SM100_MMA_MXF8F6F4_2x1SM_SS", 2, Scaled, AtMost(8), Elements(32), &[256], MultipleOf(16), Shared, "mxf8f6f4.block_scale"),
    family("SM100_MMA_MXF8F6F4_2x1SM_SS_SPARSE", 2, Scaled, AtMost(8), Elements(64), &[256], MultipleOf(16), Sparse(2), "mxf8f6f4.block_scale"),
    family("SM100_MMA_MXF4_SS", 1, VectorScaled(&[16, 32]), Exactly(4), Elements(64), &[128], MultipleOf(8), Shared, "mxf4.block_scale"),
    family("SM100_MMA_MXF4NVF4_SS_SPARSE", 1, VectorScaled(&[32, 64]), Exactly(4), Elements(128), &[128], MultipleOf(8), Sparse(4), "mxf4nvf4.block_scale"),
    family("SM100_MMA_MXF4_2x1SM_SS", 2, VectorScaled(&[16, 32]), Exactly(4), Elements(64), TWO, MultipleOf(16), Shared, "mxf4.block_scale"),
    family("SM100_MMA_MXF4NVF4_2x1SM_SS_SPARSE", 2, VectorScaled(&[32, 64]), Exactly(4), Elements(128), TWO, MultipleOf(16), Sparse(4), "mxf4nvf4.block_scale"),
    family("SM103::SM103_MXF4_ULTRA_SS_VS", 1, VectorScaled(&[16, 32]), Exactly(4), Elements(96), &[128], MultipleOf(16), Shared, "mxf4.block_scale"),
    family("SM103::SM103_MXF4_ULTRA_2x1SM_SS_VS", 2, VectorScaled(&[16, 32]), Exactly(4), Elements(96), TWO, MultipleOf(16), Shared, "mxf4.block_scale"),
    // Only the DSL has the operations of SM107, without names: these follow those of SM100.
    family("SM107_MMA_F8F6F4_SS", 1, Plain, Exactly(8), Elements(64), ONE, ByMajor(8, 16), Shared, "f8f6f4"),
    family("SM107_MMA_F8F6F4_2x1SM_SS", 2, Plain, Exactly(8), Elements(64), TWO, ByMajor(16, 32), Shared, "f8f6f4"),
    family("SM107_MMA_MXF8F6F4_SS", 1, Scaled, AtMost(8), Elements(64), &[128], MultipleOf(8), Shared, "mxf8f6f4.block_scale"),
    family("SM107_MMA_MXF8F6F4_2x1SM_SS", 2, Scaled, AtMost(8), Elements(64), &[256], MultipleOf(16), Shared, "mxf8f6f4.block_scale"),
    family("SM107_MMA_MXF4NVF4_SS", 1, VectorScaled(&[16, 32]), Exactly(4), Elements(128), &[128], MultipleOf(8), Shared, "mxf4nvf4.block_scale"),
    family("SM107_MMA_MXF4NVF4_2x1SM_SS", 2, VectorScaled(&[16, 32]), Exactly(4), Elements(128), TWO, MultipleOf(16), Shared, "mxf4nvf4.block_scale"),
];

#[expect(clippy::too_many_arguments, reason = "a row of the table above")]
const fn family(
    name: &'static str,
    sms: i64,
    parameters: Parameters,
    widths: Widths,
    k: InnerSize,
    m: &'static [i64],
    n: OuterSize,
    a: Source,
    ptx: &'static str,
) -> Family {
    Family { name, sms, parameters, widths, k, m, n, a, ptx }
}

/// The names of all families, without template arguments.
pub(super) fn names() -> impl Iterator<Item = String> {
    FAMILIES.iter().map(|family| family.name.to_owned())
}

/// The atom of this name and these template arguments, if it is the name of a tensor memory operation.
///
/// # Errors
/// [`ErrorKind::AtomArguments`] when arguments are missing or none that CuTe accepts.
pub(super) fn find(name: &Name) -> Option<Result<MmaAtom, Error>> {
    let family = FAMILIES.iter().find(|family| {
        family.name == name.base || family.name.strip_prefix("SM103::") == Some(name.base.as_str())
    })?;
    let atom = family.read(name).and_then(|operation| operation.atom().map_err(|error| error.to_string()));
    Some(
        atom.map_err(|reason| {
            Error::of_value(ErrorKind::AtomArguments { atom: family.name.to_owned(), reason })
        }),
    )
}

/// One operation: a family and its template arguments.
struct Operation<'a> {
    family: &'a Family,
    arguments: &'a [String],
    types: [String; 3],
    m: i64,
    n: i64,
    k: i64,
}

impl Family {
    /// Whether the operation scales C by a power of two.
    fn is_scaled(&self) -> bool {
        self.name.ends_with("_SCALED")
    }

    fn signature(&self) -> &'static str {
        match self.parameters {
            Plain if self.is_scaled() => "<a_type, b_type, c_type, M, N, a_major, b_major, ScaleC>",
            Plain => "<a_type, b_type, c_type, M, N, a_major, b_major>",
            Scaled => "<a_type, b_type, c_type, sf_type, M, N, a_major, b_major>",
            VectorScaled(_) => "<a_type, b_type, c_type, sf_type, M, N, VS, a_major, b_major>",
            Interleaved => "<M, N, a_major, b_major>",
        }
    }

    /// The index of M among the template arguments.
    fn m_index(&self) -> usize {
        match self.parameters {
            Plain => 3,
            Scaled | VectorScaled(_) => 4,
            Interleaved => 0,
        }
    }

    /// The index of the major of A.
    fn major_index(&self) -> usize {
        self.m_index() + if matches!(self.parameters, VectorScaled(_)) { 3 } else { 2 }
    }

    fn read<'a>(&'a self, name: &'a Name) -> Result<Operation<'a>, String> {
        let missing = || format!("its layouts depend on its template arguments {}", self.signature());
        let index = self.m_index();
        let (m, n) = name.integer(index).zip(name.integer(index + 1)).ok_or_else(missing)?;
        let (types, bits) = self.types(name)?;
        let major_b = name.is_k_major(self.major_index() + 1);
        if self.a == Tensor && name.is_k_major(self.major_index()) == Some(false) {
            return Err(
                "A comes from tensor memory, and CuTe wants it K-major there (UMMA::Major::K)".to_owned()
            );
        }
        if !self.m.contains(&m) {
            let known: Vec<String> = self.m.iter().map(i64::to_string).collect();
            return Err(format!("M is {m}; it can be {}", known.join(" or ")));
        }
        self.n.check(m, n, major_b)?;
        if self.is_scaled() && name.integer(self.major_index() + 2).is_none() {
            return Err(missing());
        }
        if let VectorScaled(sizes) = self.parameters {
            let size = name.integer(index + 2).ok_or_else(missing)?;
            if !sizes.contains(&size) {
                return Err(format!(
                    "the scale vector's size is {size}; it can be {} or {}",
                    sizes[0], sizes[1]
                ));
            }
        }
        let k = match self.k {
            Bits(all) => all / bits,
            Elements(count) => count,
        };
        Ok(Operation { family: self, arguments: &name.arguments, types, m, n, k })
    }

    /// The names of the element types of A, B and C, and the width of A's.
    fn types(&self, name: &Name) -> Result<([String; 3], i64), String> {
        if self.parameters == Interleaved {
            let complex = "complex<tfloat32_t>".to_owned();
            return Ok(([complex.clone(), complex, "float".to_owned()], 64));
        }
        let element = |index: usize| {
            name.element(index).ok_or_else(|| {
                let written = name.arguments.get(index).map_or("missing", String::as_str);
                format!("template argument {index} is {written}, not a known element type of CUTLASS")
            })
        };
        let (a, b, c) = (element(0)?, element(1)?, element(2)?);
        let accepts = |bits: i64| match self.widths {
            Exactly(width) => bits == width,
            SixteenOrComplex => bits == 16 || bits == 32 && a.name.starts_with("complex"),
            AtMost(width) => bits <= width,
        };
        match [a, b].into_iter().find(|element| !accepts(element.bits)) {
            Some(element) => {
                Err(format!("{} has {} bits; {}", element.name, element.bits, self.widths.text()))
            }
            None => Ok(([a, b, c].map(|element| element.name.to_owned()), a.bits)),
        }
    }
}

impl Widths {
    fn text(self) -> String {
        match self {
            Exactly(bits) => format!("the operation takes types of {bits} bits"),
            SixteenOrComplex => "the operation takes types of 16 bits and complex numbers of them".to_owned(),
            AtMost(bits) => format!("the operation takes types of at most {bits} bits"),
        }
    }
}

impl OuterSize {
    fn check(self, m: i64, n: i64, is_k_major: Option<bool>) -> Result<(), String> {
        let step = match self {
            MultipleOf(step) => step,
            ByM => {
                if m == 64 {
                    8
                } else {
                    16
                }
            }
            EightOrMultipleOf16 => {
                if n == 8 {
                    8
                } else {
                    16
                }
            }
            // Without the argument, the weaker condition.
            ByMajor(k_major, mn_major) => {
                if is_k_major == Some(false) {
                    mn_major
                } else {
                    k_major
                }
            }
        };
        match n % step == 0 && (step..=256).contains(&n) {
            true => Ok(()),
            false => Err(format!("N is {n}; for M {m} it is a multiple of {step} from {step} to 256")),
        }
    }
}

impl Operation<'_> {
    fn atom(&self) -> Result<MmaAtom, Error> {
        let Operation { family, arguments, types: [a, b, c], m, n, k } = self;
        let is_tensor = family.a == Tensor;
        let allocation = match (family.sms, is_tensor) {
            (1, true) => Allocation::NonInterleaved,
            (_, true) | (_, false) => Allocation::Interleaved,
        };
        let source_a = match (family.a, family.sms) {
            (Tensor, 1) => Operand::TensorMemory(Fragment::dense(a, 1, Allocation::NonInterleaved)),
            (Tensor, _) => Operand::TensorMemory(Fragment::dense(a, 2, Allocation::Duplicated)),
            (Shared | Sparse(_), _) => Operand::SharedMemory,
        };
        Ok(MmaAtom {
            majors: [None; 2],
            name: format!("{}<{}>", family.name, arguments.join(",")),
            shape_mnk: [*m, *n, *k],
            thr_id: if family.sms == 1 { "1:0" } else { "2:1" }.parse()?,
            layout_a: self.operand(*m, *k, family.sms)?,
            layout_b: self.operand(*n, *k, family.sms)?,
            // C is not split in N: each SM accumulates its half of M.
            layout_c: self.operand(*m, *n, family.sms)?,
            value_types: ValueTypes {
                d: c.clone(),
                a: match family.a {
                    Sparse(2) => format!("sparse_elem<2,{a}>"),
                    Sparse(ratio) => format!("sparse_elem<{ratio},uint8_t>"),
                    Shared | Tensor => a.clone(),
                },
                b: b.clone(),
                c: c.clone(),
            },
            operand_a: source_a,
            operand_b: Operand::SharedMemory,
            accumulator: Operand::TensorMemory(Fragment::accumulator(c, family.sms, allocation)),
            more_layouts: Vec::new(),
            header: if family.name.starts_with("SM107") {
                "nvgpu/tcgen05/mma.py"
            } else {
                "mma_traits_sm100.hpp"
            },
            ptx: self.ptx(),
        })
    }

    /// (SM, (rows of one SM, columns)) to the index of a (rows, columns) coordinate.
    fn operand(&self, rows: i64, columns: i64, sms: i64) -> Result<Layout, Error> {
        let part = rows / sms;
        let step = if sms == 1 { 0 } else { part };
        format!("({sms},({part},{columns})):({step},(1,{rows}))").parse()
    }

    fn ptx(&self) -> String {
        let Family { a, sms, ptx, .. } = self.family;
        let sparse = if matches!(a, Sparse(_)) { ".sp" } else { "" };
        format!("tcgen05.mma{sparse}.cta_group::{sms}.kind::{ptx}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, shape: [i64; 3], a: &str, b: &str, c: &str) {
        let atom = MmaAtom::find(name).unwrap();
        let layouts = [atom.layout_a(), atom.layout_b(), atom.layout_c()].map(Layout::to_string);
        assert_eq!((atom.shape_mnk(), layouts), (shape, [a, b, c].map(str::to_owned)));
    }

    /// What the headers of CUTLASS 4.5 print: families that those of 4.2, which the oracle compiles, do not have.
    #[test]
    fn families_after_cutlass_4_2_have_the_layouts_of_4_5() {
        check(
            "SM100_MMA_TF32_2x1SM_TS_SCALED<tfloat32_t,tfloat32_t,float,256,64,UMMA::Major::K,UMMA::Major::K,2>",
            [256, 64, 8],
            "(2,(128,8)):(128,(1,256))",
            "(2,(32,8)):(32,(1,64))",
            "(2,(128,64)):(128,(1,256))",
        );
        check(
            "SM100_MMA_TF32_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN<128,64,UMMA::Major::K,UMMA::Major::K>",
            [128, 64, 4],
            "(1,(128,4)):(0,(1,128))",
            "(1,(64,4)):(0,(1,64))",
            "(1,(128,64)):(0,(1,128))",
        );
        check(
            "SM100_MMA_F16BF16_SS_SCALED<cutlass::complex<half_t>,cutlass::complex<half_t>,float,128,64,\
             UMMA::Major::K,UMMA::Major::K,2>",
            [128, 64, 8],
            "(1,(128,8)):(0,(1,128))",
            "(1,(64,8)):(0,(1,64))",
            "(1,(128,64)):(0,(1,128))",
        );
    }

    #[test]
    fn an_operation_of_two_sms_halves_m_and_n_among_them() {
        check(
            "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,128,UMMA::Major::K,UMMA::Major::K>",
            [256, 128, 16],
            "(2,(128,16)):(128,(1,256))",
            "(2,(64,16)):(64,(1,128))",
            "(2,(128,128)):(128,(1,256))",
        );
    }
}
