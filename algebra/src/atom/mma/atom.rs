//! What is known of an MMA instruction.

use std::fmt;

use super::knowledge;
use crate::atom::tmem::Fragment;
use crate::smem::Major;
use crate::{Error, ErrorKind, Layout};

/// An MMA instruction as layouts.
///
/// The layouts map (thread, value) to the index of a coordinate, M (or N) fastest: 17 in the A of a 16x8x16 atom is the
/// coordinate (1,1).
///
/// ```
/// use layout_algebra::atom::mma::MmaAtom;
///
/// let atom = MmaAtom::find("SM80_16x8x16_F32F16F16F32_TN")?;
/// assert_eq!(atom.shape_mnk(), [16, 8, 16]);
/// assert_eq!(atom.thr_id().to_string(), "32:1");
/// assert_eq!(atom.layout_a().to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
/// assert_eq!(atom.layout_b().to_string(), "((4,8),(2,2)):((16,1),(8,64))");
/// assert_eq!(atom.layout_c().to_string(), "((4,8),(2,2)):((32,1),(16,8))");
/// assert_eq!(atom.value_types().a, "half_t");
/// assert_eq!(atom.ptx(), "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
///
/// let atom = MmaAtom::find("SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>")?;
/// assert_eq!(atom.layout_a().to_string(), "(1,(128,16)):(0,(1,128))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MmaAtom {
    pub(super) name: String,
    pub(super) shape_mnk: [i64; 3],
    pub(super) thr_id: Layout,
    pub(super) layout_a: Layout,
    pub(super) layout_b: Layout,
    pub(super) layout_c: Layout,
    pub(super) value_types: ValueTypes,
    pub(super) operand_a: Operand,
    pub(super) operand_b: Operand,
    pub(super) accumulator: Operand,
    pub(super) more_layouts: Vec<(&'static str, Layout)>,
    pub(super) header: &'static str,
    pub(super) ptx: String,
    pub(super) majors: [Option<Major>; 2],
}

/// The element types of an MMA by their names in CUTLASS (`ValTypeD`, `ValTypeA`, `ValTypeB`, `ValTypeC`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueTypes {
    /// The result.
    pub d: String,
    /// The left factor.
    pub a: String,
    /// The right factor.
    pub b: String,
    /// What is added.
    pub c: String,
}

/// Where an instruction finds an operand (`FrgTypeA`, `FrgTypeB`, `FrgTypeC`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// In registers: each thread holds its values.
    Registers,
    /// In shared memory, through a descriptor.
    SharedMemory,
    /// In tensor memory, allocated so.
    TensorMemory(Fragment),
}

fn refused(name: &str, reason: String) -> Error {
    Error::of_value(ErrorKind::AtomArguments { atom: name.to_owned(), reason })
}

/// What a program says of an instruction of its own: a specialisation of `MMA_Traits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredTraits {
    /// M, N and K (`Shape_MNK`).
    pub shape_mnk: [i64; 3],
    /// Logical thread id to thread index (`ThrID`).
    pub thr_id: Layout,
    /// `ALayout`, `BLayout` and `CLayout`.
    pub layouts: [Layout; 3],
    /// `ValTypeD`, `ValTypeA`, `ValTypeB` and `ValTypeC`.
    pub value_types: ValueTypes,
    /// `FrgTypeA`, `FrgTypeB` and `FrgTypeC`.
    pub operands: [Operand; 3],
}

impl MmaAtom {
    /// The instruction that a program declares under this name.
    ///
    /// # Errors
    /// When a layout has other threads than `ThrID`, or other coordinates than the shape.
    ///
    /// ```
    /// use layout_algebra::atom::mma::{DeclaredTraits, MmaAtom, Operand};
    ///
    /// let own = MmaAtom::find("SM80_16x8x16_F32F16F16F32_TN")?;
    /// let layouts = [own.layout_a(), own.layout_b(), own.layout_c()].map(Clone::clone);
    /// let traits = DeclaredTraits {
    ///     shape_mnk: own.shape_mnk(),
    ///     thr_id: own.thr_id().clone(),
    ///     layouts,
    ///     value_types: own.value_types().clone(),
    ///     operands: [Operand::Registers, Operand::Registers, Operand::Registers],
    /// };
    /// assert_eq!(MmaAtom::declared("MINE", traits.clone())?.shape_mnk(), [16, 8, 16]);
    /// let wrong = DeclaredTraits { shape_mnk: [16, 8, 8], ..traits };
    /// assert!(MmaAtom::declared("MINE", wrong).unwrap_err().to_string().contains("ALayout"));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn declared(name: &str, traits: DeclaredTraits) -> Result<Self, Error> {
        let DeclaredTraits { shape_mnk, thr_id, layouts, value_types, operands } = traits;
        let [m, n, k] = shape_mnk;
        let threads = thr_id.size();
        let of_operands = [("ALayout", m, k), ("BLayout", n, k), ("CLayout", m, n)];
        for (layout, (what, rows, columns)) in layouts.iter().zip(of_operands) {
            let of_threads = match layout.rank() {
                2 => layout.mode(0)?.size(),
                rank => {
                    return Err(refused(
                        name,
                        format!("{what} has {rank} modes, not one of threads and one of values"),
                    ));
                }
            };
            let coordinates = rows.checked_mul(columns);
            if of_threads != threads {
                return Err(refused(name, format!("{what} has {of_threads} threads, ThrID has {threads}")));
            }
            if coordinates.is_none_or(|coordinates| layout.cosize().is_ok_and(|cosize| cosize > coordinates))
            {
                return Err(refused(name, format!("{what} reaches past its {rows} x {columns} coordinates")));
            }
        }
        let [layout_a, layout_b, layout_c] = layouts;
        let [operand_a, operand_b, accumulator] = operands;
        Ok(Self {
            name: name.to_owned(),
            shape_mnk,
            thr_id,
            layout_a,
            layout_b,
            layout_c,
            value_types,
            operand_a,
            operand_b,
            accumulator,
            more_layouts: Vec::new(),
            header: "the program's own",
            ptx: String::new(),
            majors: [None; 2],
        })
    }

    /// The name in CuTe, with the template arguments that were given where layouts depend on them.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which modes of A and B are contiguous in shared memory, where its template arguments say so.
    pub fn majors(&self) -> [Option<Major>; 2] {
        self.majors
    }

    /// M, N and K of one instruction (`Shape_MNK`).
    pub fn shape_mnk(&self) -> [i64; 3] {
        self.shape_mnk
    }

    /// Logical thread id to thread index (`ThrID`).
    pub fn thr_id(&self) -> &Layout {
        &self.thr_id
    }

    /// (thread, value) to the index of an (M,K) coordinate (`ALayout`).
    pub fn layout_a(&self) -> &Layout {
        &self.layout_a
    }

    /// (thread, value) to the index of an (N,K) coordinate (`BLayout`).
    pub fn layout_b(&self) -> &Layout {
        &self.layout_b
    }

    /// (thread, value) to the index of an (M,N) coordinate (`CLayout`).
    pub fn layout_c(&self) -> &Layout {
        &self.layout_c
    }

    /// The layouts of scale factors (`SFALayout`, `SFBLayout`) and of sparse metadata (`ELayout`), by name.
    pub fn more_layouts(&self) -> &[(&'static str, Layout)] {
        &self.more_layouts
    }

    /// The element types.
    pub fn value_types(&self) -> &ValueTypes {
        &self.value_types
    }

    /// Where A comes from.
    pub fn operand_a(&self) -> &Operand {
        &self.operand_a
    }

    /// Where B comes from.
    pub fn operand_b(&self) -> &Operand {
        &self.operand_b
    }

    /// Where C is and D goes.
    pub fn accumulator(&self) -> &Operand {
        &self.accumulator
    }

    /// The header of CUTLASS, under `include/cute/atom`, that defines the traits.
    pub fn header(&self) -> &'static str {
        self.header
    }

    /// The PTX instruction, without modifiers that no layout depends on.
    pub fn ptx(&self) -> &str {
        &self.ptx
    }

    /// What is known to be wrong or surprising about this atom's layouts, with its source.
    ///
    /// ```
    /// use layout_algebra::atom::mma::MmaAtom;
    ///
    /// let remark = MmaAtom::find("SM90_64x8x16_F32F16F16_SS")?.knowledge().unwrap();
    /// assert!(remark.contains("issue 3254"));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn knowledge(&self) -> Option<&'static str> {
        knowledge::knowledge(&self.name)
    }
}

impl fmt::Display for MmaAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
