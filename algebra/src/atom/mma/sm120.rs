//! The warp operations of SM120: templates of element types whose layouts do not depend on those
//! (`mma_traits_sm120.hpp`, `mma_traits_sm120_sparse.hpp`).

use super::fragment::{A_16X32_8B, A_16X64_4B, B_8X32_8B, B_8X64_4B, SM80_16X8_ROW, WARP};
use super::{MmaAtom, Name, Operand, ValueTypes};
use crate::{Error, ErrorKind, Layout};

/// A template of element types: A, B, C, and with scale factors their type and vector size.
struct Template {
    /// The name with its namespace.
    name: &'static str,
    shape: [i64; 3],
    /// `ALayout`, `BLayout`, `CLayout`.
    layouts: [&'static str; 3],
    /// The layouts of scale factors and metadata.
    more: &'static [(&'static str, &'static str)],
    /// `ValTypeA` and `ValTypeB`, which are not the types of the name; C and D are its third parameter.
    values: [&'static str; 2],
    parameters: usize,
    header: &'static str,
    ptx: &'static str,
}

const SM120: &str = "mma_traits_sm120.hpp";
const SPARSE: &str = "mma_traits_sm120_sparse.hpp";

const SFA_32: (&str, &str) = ("SFALayout", "((2,2,8),32):((8,0,1),16)");
const SFB_32: (&str, &str) = ("SFBLayout", "((4,8),32):((0,1),8)");
const SFA_64: (&str, &str) = ("SFALayout", "((2,2,8),64):((8,0,1),16)");
const SFB_64: (&str, &str) = ("SFBLayout", "((4,8),64):((0,1),8)");
const SFA_128: (&str, &str) = ("SFALayout", "((2,2,8),128):((8,0,1),16)");
const SFB_128: (&str, &str) = ("SFBLayout", "((4,8),128):((0,1),8)");
const E_64: (&str, &str) = ("ELayout", "((2,2,8),32):((8,512,1),16)");
const E_128: (&str, &str) = ("ELayout", "((2,2,8),(64)):((8,1024,1),(16))");

const TEMPLATES: &[Template] = &[
    Template {
        name: "SM120_16x8x32_TN",
        shape: [16, 8, 32],
        layouts: [A_16X32_8B, B_8X32_8B, SM80_16X8_ROW],
        more: &[],
        values: ["uint8_t", "uint8_t"],
        parameters: 3,
        header: SM120,
        ptx: "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col",
    },
    Template {
        name: "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS",
        shape: [16, 8, 64],
        layouts: [A_16X64_4B, B_8X64_4B, SM80_16X8_ROW],
        more: &[SFA_64, SFB_64],
        values: ["uint4b_t", "uint4b_t"],
        parameters: 5,
        header: SM120,
        ptx: "mma.sync.aligned.kind::mxf4nvf4.block_scale.m16n8k64.row.col",
    },
    Template {
        name: "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS",
        shape: [16, 8, 32],
        layouts: [A_16X32_8B, B_8X32_8B, SM80_16X8_ROW],
        more: &[SFA_32, SFB_32],
        values: ["uint8_t", "uint8_t"],
        parameters: 5,
        header: SM120,
        ptx: "mma.sync.aligned.kind::mxf8f6f4.block_scale.m16n8k32.row.col",
    },
    Template {
        name: "SM120::SPARSE::SM120_SPARSE_16x8x64_TN",
        shape: [16, 8, 64],
        layouts: [A_16X64_4B, SPARSE_B_8X64, SM80_16X8_ROW],
        more: &[E_64],
        values: ["sparse_elem<2,A>", "uint8_t"],
        parameters: 3,
        header: SPARSE,
        ptx: "mma.sync.aligned.kind::f8f6f4.sp::ordered_metadata.m16n8k64.row.col",
    },
    Template {
        name: "SM120::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x64_TN_VS",
        shape: [16, 8, 64],
        layouts: [A_16X64_4B, SPARSE_B_8X64, SM80_16X8_ROW],
        more: &[SFA_64, SFB_64, E_64],
        values: ["sparse_elem<2,A>", "uint8_t"],
        parameters: 5,
        header: SPARSE,
        ptx: "mma.sync.aligned.kind::mxf8f6f4.sp::ordered_metadata.block_scale.m16n8k64.row.col",
    },
    Template {
        name: "SM120::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x128_TN_VS",
        shape: [16, 8, 128],
        layouts: ["((4,8),(16,2,2)):((256,1),(16,8,1024))", "((4,8),(8,4)):((64,1),(8,256))", SM80_16X8_ROW],
        more: &[SFA_128, SFB_128, E_128],
        values: ["sparse_elem<4,uint8_t>", "uint4b_t"],
        parameters: 5,
        header: SPARSE,
        ptx: "mma.sync.aligned.kind::mxf4nvf4.sp::ordered_metadata.block_scale.m16n8k128.row.col",
    },
];

/// (T32,V16) to (N8,K64), 8-bit values beside a sparse A.
const SPARSE_B_8X64: &str = "((4,8),(4,4)):((32,1),(8,128))";

/// The element types that A and B may have.
const VALUES: [&str; 5] = ["float_e2m1_t", "float_e2m3_t", "float_e3m2_t", "float_e4m3_t", "float_e5m2_t"];

/// The names of all templates.
pub(super) fn names() -> impl Iterator<Item = String> {
    TEMPLATES.iter().map(|template| template.name.to_owned())
}

/// The atom of this name, with or without its template arguments.
///
/// # Errors
/// [`ErrorKind::AtomArguments`] for element types that no instruction has.
pub(super) fn find(name: &Name) -> Option<Result<MmaAtom, Error>> {
    let plain = |full: &'static str| full.rsplit("::").next() == Some(name.base.as_str());
    let template = TEMPLATES.iter().find(|template| template.name == name.base || plain(template.name))?;
    Some(template.atom(name))
}

impl Template {
    fn atom(&self, name: &Name) -> Result<MmaAtom, Error> {
        let refused =
            |reason: String| Error::of_value(ErrorKind::AtomArguments { atom: self.name.to_owned(), reason });
        let types = self.types(name).map_err(refused)?;
        let [a, b, c] = &types;
        let value = |text: &str, own: &str| text.replace('A', own);
        let arguments =
            if name.arguments.is_empty() { String::new() } else { format!("<{}>", name.arguments.join(",")) };
        Ok(MmaAtom {
            majors: [None; 2],
            name: format!("{}{arguments}", self.name),
            shape_mnk: self.shape,
            thr_id: WARP.parse()?,
            layout_a: self.layouts[0].parse()?,
            layout_b: self.layouts[1].parse()?,
            layout_c: self.layouts[2].parse()?,
            value_types: ValueTypes {
                d: c.clone(),
                a: value(self.values[0], a),
                b: value(self.values[1], b),
                c: c.clone(),
            },
            operand_a: Operand::Registers,
            operand_b: Operand::Registers,
            accumulator: Operand::Registers,
            more_layouts: self
                .more
                .iter()
                .map(|&(name, layout)| Ok((name, layout.parse::<Layout>()?)))
                .collect::<Result<_, Error>>()?,
            header: self.header,
            ptx: self.ptx.to_owned(),
        })
    }

    /// The types of A, B and C; without arguments the names of the parameters.
    fn types(&self, name: &Name) -> Result<[String; 3], String> {
        if name.arguments.is_empty() {
            return Ok(["a_type", "b_type", "c_type"].map(str::to_owned));
        }
        if name.arguments.len() != self.parameters {
            let found = name.arguments.len();
            return Err(format!("it has {} template parameters, not {found}", self.parameters));
        }
        let element = |index: usize, known: &[&str]| match name.element(index) {
            Some(element) if known.contains(&element.name) => Ok(element.name.to_owned()),
            _ => Err(format!(
                "template argument {index} is {}; it can be {}",
                name.arguments[index],
                known.join(", ")
            )),
        };
        let accumulators: &[&str] = if self.parameters == 3 { &["float", "half_t"] } else { &["float"] };
        Ok([element(0, &VALUES)?, element(1, &VALUES)?, element(2, accumulators)?])
    }
}
