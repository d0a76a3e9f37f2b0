//! The instructions that load tensor memory into registers and store it: one rule for all (`SM100_TMEM_LOAD_*` and
//! `SM100_TMEM_STORE_*` in CuTe's `copy_traits_sm100.hpp`; `tcgen05.ld` and `tcgen05.st` in PTX).

use std::fmt;

use super::LANE_STRIDE_BITS;
use crate::{Error, ErrorKind, Layout, composition, upcast};

/// The threads of the warp that one instruction is of.
const THREADS: i64 = 32;
/// The bits of a column.
const COLUMN_BITS: i64 = 32;

/// Whether an instruction loads or stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TmemDirection {
    /// From tensor memory to registers.
    Load,
    /// From registers to tensor memory.
    Store,
}

/// The lanes and columns that one instruction reads once, and how a warp's threads share them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Pattern {
    Lanes16Bits256,
    Lanes16Bits128,
    Lanes16Bits64,
    Lanes16Bits32,
    Lanes32Bits32,
}

use Pattern::{Lanes16Bits32, Lanes16Bits64, Lanes16Bits128, Lanes16Bits256, Lanes32Bits32};

/// Name in CuTe, name in PTX, how often at most.
const PATTERNS: [(Pattern, &str, &str, i64); 5] = [
    (Lanes16Bits256, "16dp256b", "16x256b", 32),
    (Lanes16Bits128, "16dp128b", "16x128b", 64),
    (Lanes16Bits64, "16dp64b", "16x64b", 128),
    (Lanes16Bits32, "16dp32b", "16x32bx2", 128),
    (Lanes32Bits32, "32dp32b", "32x32b", 128),
];

/// What an instruction does beside moving whole columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Whole,
    /// 16 of each 32 bits.
    Packed,
    /// It says the greatest of what it loads, too (`SM100_TMEM_LOAD_STAT_*`).
    WithMaximum,
}

/// How often the instructions are repeated that say the greatest of what they load.
const REPEATS_WITH_MAXIMUM: [i64; 2] = [32, 128];

/// An instruction that loads or stores tensor memory, as layouts of one warp.
///
/// ```
/// use layout_algebra::atom::tmem::TmemInstruction;
///
/// let load = TmemInstruction::find("SM100_TMEM_LOAD_32dp32b2x")?;
/// assert_eq!(load.val_id()?.to_string(), "(64,32):(1,2097152)");
/// assert_eq!(load.register_layout()?.to_string(), "(32,64):(64,1)");
/// assert_eq!(load.ptx(), "tcgen05.ld.sync.aligned.32x32b.x2.b32");
/// // What four warps access, in columns of 32 bits and lanes: Figure 9 of the paper.
/// assert_eq!(load.access_layout(16384)?.to_string(), "(2,(32,4)):(1,(16384,524288))");
/// // One that says the greatest of each lane, too.
/// let softmax = TmemInstruction::find("SM100_TMEM_LOAD_STAT_32dp32b32x")?;
/// assert_eq!(softmax.ptx(), "tcgen05.ld.red.sync.aligned.32x32b.x32.max.f32");
/// // And what each thread of one warp gets of the first.
/// let (owners, tile) = load.warp_layout()?;
/// assert_eq!((owners.to_string(), tile), ("(32,2):(1,32)".to_owned(), [32, 2]));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TmemInstruction {
    direction: TmemDirection,
    pattern: Pattern,
    repeats: i64,
    form: Form,
}

impl TmemInstruction {
    /// The instruction of a CuTe name: `SM100_TMEM_LOAD_16dp256b1x`, `SM100_TMEM_STORE_32dp32b128x_16b`.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownAtom`].
    pub fn find(name: &str) -> Result<Self, Error> {
        // Every name is printed to be compared, so only what may be one is.
        let may_be_one = name.starts_with("SM100_TMEM_");
        Self::all()
            .take_while(|_| may_be_one)
            .find(|instruction| instruction.name() == name)
            .ok_or_else(|| Error::of_value(ErrorKind::UnknownAtom { name: name.to_owned() }))
    }

    /// All instructions.
    pub fn all() -> impl Iterator<Item = Self> {
        let with_maximum = REPEATS_WITH_MAXIMUM.into_iter().map(|repeats| Self {
            direction: TmemDirection::Load,
            pattern: Lanes32Bits32,
            repeats,
            form: Form::WithMaximum,
        });
        let moving = [TmemDirection::Load, TmemDirection::Store].into_iter().flat_map(|direction| {
            PATTERNS.into_iter().flat_map(move |(pattern, .., most)| {
                let repeats = (0..8).map(|power| 1_i64 << power).take_while(move |repeats| *repeats <= most);
                repeats.flat_map(move |repeats| {
                    [Form::Whole, Form::Packed].map(|form| TmemInstruction {
                        direction,
                        pattern,
                        repeats,
                        form,
                    })
                })
            })
        });
        moving.chain(with_maximum)
    }

    /// The same, repeated as often as CuTe has it and so that it divides this many bits of each lane (`TMEM::op_repeater`);
    /// `None` where it does so not even once.
    ///
    /// ```
    /// use layout_algebra::atom::tmem::TmemInstruction;
    ///
    /// let load = TmemInstruction::find("SM100_TMEM_LOAD_32dp32b1x")?;
    /// assert_eq!(load.widest(96 * 32).map(|widest| widest.name()).as_deref(), Some("SM100_TMEM_LOAD_32dp32b32x"));
    /// assert_eq!(load.widest(48), None);
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn widest(&self, bits: i64) -> Option<Self> {
        let (_, once) = Self { repeats: 1, ..self.clone() }.extent();
        if self.form == Form::WithMaximum {
            return None;
        }
        let most = PATTERNS.iter().find(|(pattern, ..)| *pattern == self.pattern).map(|(.., most)| *most)?;
        let mut repeats = (0..8).rev().map(|power| 1_i64 << power).filter(|repeats| *repeats <= most);
        let repeats = repeats.find(|repeats| bits % (once * repeats) == 0)?;
        Some(Self { repeats, ..self.clone() })
    }

    /// The instruction that stores what this one loads (`TMEM::tmem_load_to_store`); none where it does more than to load.
    pub fn to_store(&self) -> Option<Self> {
        (self.form != Form::WithMaximum).then(|| Self { direction: TmemDirection::Store, ..self.clone() })
    }

    /// How often it is repeated.
    pub fn repeats(&self) -> i64 {
        self.repeats
    }

    fn names(&self) -> (&'static str, &'static str) {
        PATTERNS
            .iter()
            .find(|(pattern, ..)| *pattern == self.pattern)
            .map_or(("", ""), |(_, cute, ptx, _)| (cute, ptx))
    }

    /// The name in CuTe.
    pub fn name(&self) -> String {
        let verb = match self.direction {
            TmemDirection::Load => "LOAD",
            TmemDirection::Store => "STORE",
        };
        let (maximum, packed) = match self.form {
            Form::Whole => ("", ""),
            Form::Packed => ("", "_16b"),
            Form::WithMaximum => ("STAT_", ""),
        };
        format!("SM100_TMEM_{verb}_{maximum}{}{}x{packed}", self.names().0, self.repeats)
    }

    /// The PTX instruction.
    pub fn ptx(&self) -> String {
        let (verb, packing) = match self.direction {
            TmemDirection::Load => ("ld", ".pack::16b"),
            TmemDirection::Store => ("st", ".unpack::16b"),
        };
        let (reduced, end) = match self.form {
            Form::Whole => ("", ".b32".to_owned()),
            Form::Packed => ("", format!("{packing}.b32")),
            Form::WithMaximum => (".red", ".max.f32".to_owned()),
        };
        format!("tcgen05.{verb}{reduced}.sync.aligned.{}.x{}{end}", self.names().1, self.repeats)
    }

    /// Whether this loads or stores.
    pub fn direction(&self) -> TmemDirection {
        self.direction
    }

    /// Lanes, and bits of each, that a warp accesses.
    fn extent(&self) -> (i64, i64) {
        match self.pattern {
            Lanes16Bits256 => (16, 256 * self.repeats),
            Lanes16Bits128 => (16, 128 * self.repeats),
            // 16x32bx2 reads two runs of columns.
            Lanes16Bits64 | Lanes16Bits32 => (16, 64 * self.repeats),
            Lanes32Bits32 => (32, 32 * self.repeats),
        }
    }

    /// A warp's bits, numbered lane by lane, to bit addresses of tensor memory (`ValID`).
    ///
    /// A packed instruction takes 16 of each 32 bits.
    ///
    /// # Errors
    /// None for an instruction that exists.
    pub fn val_id(&self) -> Result<Layout, Error> {
        let (lanes, bits) = self.extent();
        match self.form == Form::Packed {
            true => format!("((16,{}),{lanes}):((1,32),{LANE_STRIDE_BITS})", bits / 16).parse(),
            false => format!("({bits},{lanes}):(1,{LANE_STRIDE_BITS})").parse(),
        }
    }

    /// (thread, bit of its registers) to the number of a bit of the warp: `DstLayout` of a load, `SrcLayout` of a store.
    ///
    /// # Errors
    /// None for an instruction that exists.
    pub fn register_layout(&self) -> Result<Layout, Error> {
        let n = self.repeats;
        match (self.pattern, n) {
            (Lanes16Bits256, 1) => "((4,8),(64,2)):((64,256),(1,2048))".to_owned(),
            (Lanes16Bits256, _) => format!("((4,8),(64,2,{n})):((64,{}),(1,{},256))", 256 * n, 2048 * n),
            (Lanes16Bits128, 1) => "((4,8),(32,2)):((32,128),(1,1024))".to_owned(),
            (Lanes16Bits128, _) => format!("((4,8),(32,2,{n})):((32,{}),(1,{},128))", 128 * n, 1024 * n),
            (Lanes16Bits64, 1) => "((2,2,8),32):((512,32,64),1)".to_owned(),
            (Lanes16Bits64, _) => format!("((2,2,8),(32,{n})):(({},32,{}),(1,64))", 512 * n, 64 * n),
            (Lanes16Bits32, _) => format!("((16,2),{}):(({},{}),1)", 32 * n, 64 * n, 32 * n),
            (Lanes32Bits32, _) => format!("(32,{}):({},1)", 32 * n, 32 * n),
        }
        .parse()
    }

    /// (thread, bit) to the number of a bit on the side of tensor memory: all threads see all bits (`SrcLayout` of a
    /// load, `DstLayout` of a store, `RefLayout` of both).
    ///
    /// # Errors
    /// None for an instruction that exists.
    pub fn memory_layout(&self) -> Result<Layout, Error> {
        let (lanes, bits) = self.extent();
        format!("(32,{}):(0,1)", lanes * bits).parse()
    }

    /// What the four warps of the instruction access: (column, (lane, warp)) to an address in units of 32 bits, with this
    /// distance between lanes (`(InstrCOL,InstrLANE) -> TMEM Offset` of section 3.4.4).
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`]; [`ErrorKind::UnsupportedStride`] for a packed instruction, which takes halves of
    /// columns.
    pub fn access_layout(&self, lane_stride: i64) -> Result<Layout, Error> {
        let (lanes, bits) = self.extent();
        if self.form == Form::Packed {
            let reason = "a packed instruction accesses halves of 32-bit columns";
            let kind = ErrorKind::UnsupportedStride { stride: self.name(), reason };
            return Err(Error::new("access_layout", kind));
        }
        let warp_stride = lane_stride.checked_mul(32).ok_or_else(|| Error::overflow("access_layout"))?;
        format!("({},({lanes},4)):(1,({lane_stride},{warp_stride}))", bits / 32).parse()
    }

    /// Who holds what of the lanes and columns that one warp accesses: (thread, value) to an element of the tile of lanes and
    /// columns of 32 bits, lanes counted fastest; and the tile. A value is a register, or a half of one where the instruction
    /// is packed (Figure 9 of the paper).
    ///
    /// # Errors
    /// None for an instruction that exists.
    pub fn warp_layout(&self) -> Result<(Layout, [i64; 2]), Error> {
        let (lanes, bits) = self.extent();
        let (value, columns) = if self.form == Form::Packed { (16, bits / 16) } else { (32, bits / 32) };
        let values = lanes * bits / (THREADS * value);
        let begins: Layout = format!("({THREADS},{values}):(1,{})", THREADS * value).parse()?;
        let addresses = composition(&self.val_id()?, &composition(&self.register_layout()?, &begins)?)?;
        let stride = addresses.stride().map(|stride| match *stride {
            lane @ LANE_STRIDE_BITS.. => lane / LANE_STRIDE_BITS,
            bit => bit / COLUMN_BITS * lanes,
        });
        Ok((Layout::new(addresses.shape(), stride)?, [lanes, columns]))
    }

    /// What the four warps of the instruction access, in elements of this many bits: (value, warp) to addresses as
    /// [`Fragment::layout`](super::Fragment::layout) gives them.
    ///
    /// # Errors
    /// Those of [`upcast`](crate::upcast).
    pub fn access_in_elements(&self, bits: i64) -> Result<Layout, Error> {
        let values = upcast(&self.val_id()?, bits)?;
        let warps = Layout::new(4.into(), (32 * LANE_STRIDE_BITS / bits).into())?;
        Layout::from_modes([values, warps])
    }
}

impl fmt::Display for TmemInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
