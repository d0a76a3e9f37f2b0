//! Accesses of plain kernels beside the fragments of the MMA instructions that the file spells in inline PTX: whether each lane is where
//! the atom of CuTe has its elements.

use std::collections::BTreeSet;

use layout_algebra::{
    Layout,
    atom::{element::ElementType, mma::MmaAtom},
};
use layoutlens_access::Access;

/// The most different instructions of a file that are looked at.
const MOST_INSTRUCTIONS: usize = 8;
/// So many lanes must be where a fragment has them before a later one is said to differ: two rows of the smallest.
const LEAST_ALIKE: usize = 8;
const LANES: usize = 32;
/// Accumulators of 32 bits that are written as numbers of 16.
const CONVERTED: &str = "C (as 16 bits)";

/// What an access has to do with a fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fragment {
    /// `A`, `B`, `C`: those of which it is one.
    pub(crate) operands: Vec<&'static str>,
    /// The atom's name in CuTe.
    pub(crate) atom: String,
    /// Bytes from one row, or column, of the matrix to the next.
    pub(crate) stride: i64,
    /// The first lane that is elsewhere.
    pub(crate) differs: Option<Elsewhere>,
}

/// A lane that is not where a fragment has it; bytes count from that of the first lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    pub(crate) lane: usize,
    pub(crate) is: i64,
    pub(crate) wanted: i64,
}

/// The fragments of the atoms of a text of which an access is one; where it is none, the one of which most lanes are.
pub(crate) fn fragments(text: &str, access: &Access) -> Vec<Fragment> {
    let (Some(offsets), Some(width)) = (access.offsets, access.width) else { return Vec::new() };
    let spelled = text.get(access.range.clone()).unwrap_or_default();
    // Of ldmatrix lanes give the rows of four matrices; what of it is transposed, or of fewer, is not looked at.
    let is_matrices = spelled.contains("ldmatrix");
    if is_matrices && (!spelled.contains(".x4") || spelled.contains(".trans")) {
        return Vec::new();
    }
    let mut found: Vec<Fragment> = Vec::new();
    for atom in atoms(text) {
        let mut of_atom: Vec<Fragment> = Vec::new();
        for operand in operands(&atom) {
            // What is written of a warpgroup's fragments are its accumulators; what is read is no accumulator of another type.
            let is_accumulator = operand.name.starts_with('C');
            let is_converted = operand.name == CONVERTED;
            if (is_of_warpgroup(&atom) && access.is_write && !is_accumulator)
                || (is_converted && !access.is_write)
            {
                continue;
            }
            let places = if is_matrices { operand.rows_of_matrices() } else { operand.vectors(8 * width) };
            let fits = places.into_iter().flat_map(|places| fits(&operand, &places, &offsets));
            for (stride, differs) in fits {
                let fragment =
                    Fragment { operands: vec![operand.name], atom: atom.name().to_owned(), stride, differs };
                let same = of_atom.iter_mut().find(|one| one.stride == stride && one.differs == differs);
                match same {
                    Some(one) if !one.operands.contains(&operand.name) => one.operands.push(operand.name),
                    Some(_) => {}
                    None => of_atom.push(fragment),
                }
            }
        }
        // Whether a warpgroup's A comes from registers or shared memory, its accumulators are the same.
        of_atom.retain(|one| {
            let is_known = |known: &Fragment| {
                known.operands == one.operands && known.stride == one.stride && known.differs == one.differs
            };
            !(is_of_warpgroup(&atom) && found.iter().any(is_known))
        });
        found.extend(of_atom);
    }
    if found.iter().any(|one| one.differs.is_none()) {
        found.retain(|one| one.differs.is_none());
    } else {
        found.sort_by_key(|one| std::cmp::Reverse(one.differs.map(|elsewhere| elsewhere.lane)));
        found.truncate(1);
    }
    found
}

fn is_of_warpgroup(atom: &MmaAtom) -> bool {
    atom.ptx().starts_with("wgmma")
}

/// The atoms of the instructions that a text spells.
fn atoms(text: &str) -> Vec<MmaAtom> {
    const INSTRUCTIONS: [&str; 2] = ["mma.sync.", "wgmma.mma_async."];
    let is_of_ptx = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | ':');
    let places = INSTRUCTIONS.into_iter().flat_map(|instruction| text.match_indices(instruction).take(64));
    let spelled = places.filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        rest.split(|letter| !is_of_ptx(letter)).next().map(|word| word.trim_end_matches('.'))
    });
    let spelled: BTreeSet<&str> = spelled.collect();
    if spelled.is_empty() {
        return Vec::new();
    }
    let known = MmaAtom::names().filter_map(|name| MmaAtom::find(&name).ok());
    known.filter(|atom| spelled.contains(atom.ptx())).take(MOST_INSTRUCTIONS).collect()
}

/// An operand of an atom.
struct Operand<'a> {
    name: &'static str,
    /// (thread, value) to the index of a coordinate.
    layout: &'a Layout,
    /// How many rows: the first mode of its coordinates.
    rows: i64,
    columns: i64,
    bits: i64,
}

fn operands(atom: &MmaAtom) -> Vec<Operand<'_>> {
    let [m, n, k] = atom.shape_mnk();
    let types = atom.value_types();
    let all = [
        ("A", atom.layout_a(), m, k, &types.a),
        ("B", atom.layout_b(), n, k, &types.b),
        ("C", atom.layout_c(), m, n, &types.c),
    ];
    let operand = |(name, layout, rows, columns, of): (_, _, _, _, &String)| {
        Some(Operand { name, layout, rows, columns, bits: ElementType::of_cutlass(of)?.bits })
    };
    let mut all: Vec<Operand<'_>> = all.into_iter().filter_map(operand).collect();
    // Accumulators are often written as numbers of half as many bits.
    let halves = all.iter().find(|one| one.name == "C" && one.bits == 32);
    let halves = halves.map(|one| Operand { name: CONVERTED, bits: 16, ..*one });
    all.extend(halves);
    all
}

/// Row and column of the first element of each lane, and whether a lane's elements go along a row.
struct Places {
    lanes: [(i64, i64); LANES],
    is_along_row: bool,
}

impl Operand<'_> {
    fn place(&self, thread: i64, value: i64) -> Option<(i64, i64)> {
        let threads = self.layout.mode(0).ok()?.size();
        let index = self.layout.at(thread + threads * value).ok()?;
        Some((index % self.rows, index / self.rows))
    }

    fn values(&self) -> i64 {
        self.layout.mode(1).map_or(0, |values| values.size())
    }

    /// Where the lanes of accesses of so many bits are, which are whole vectors of values that lie side by side.
    fn vectors(&self, bits: i64) -> Vec<Places> {
        let count = bits / self.bits.max(1);
        if count < 1 || count * self.bits != bits || count > self.values() {
            return Vec::new();
        }
        let along = |is_along_row: bool| -> Option<Places> {
            let mut lanes = [(0, 0); LANES];
            for (lane, place) in (0..).zip(lanes.iter_mut()) {
                *place = self.place(lane, 0)?;
                for value in 1..count {
                    let (row, column) = self.place(lane, value)?;
                    let next =
                        if is_along_row { (place.0, place.1 + value) } else { (place.0 + value, place.1) };
                    if (row, column) != next {
                        return None;
                    }
                }
            }
            Some(Places { lanes, is_along_row })
        };
        [true, false].into_iter().filter_map(along).collect()
    }

    /// Where the rows are that lanes give to `ldmatrix.x4`: matrix r is the r-th register of all lanes, two values of 16 bits each.
    fn rows_of_matrices(&self) -> Vec<Places> {
        const REGISTERS: i64 = 4;
        if self.bits != 16 || self.values() != 2 * REGISTERS {
            return Vec::new();
        }
        let all = || -> Option<[(i64, i64); LANES]> {
            let mut lanes = [(0, 0); LANES];
            for (lane, place) in (0..).zip(lanes.iter_mut()) {
                *place = self.place(4 * (lane % 8), 2 * (lane / 8))?;
            }
            Some(lanes)
        };
        all().map(|lanes| Places { lanes, is_along_row: true }).into_iter().collect()
    }
}

/// The stride between rows with which lanes are where they should be, and the first that is not.
fn fits(operand: &Operand<'_>, places: &Places, offsets: &[i64; LANES]) -> Option<(i64, Option<Elsewhere>)> {
    let bytes = |elements: i64| (elements * operand.bits) / 8;
    let parts: Vec<(i64, i64)> = places
        .lanes
        .iter()
        .map(|(row, column)| {
            let (row, column) = (row - places.lanes[0].0, column - places.lanes[0].1);
            if places.is_along_row { (row, bytes(column)) } else { (column, bytes(row)) }
        })
        .collect();
    let (far, (lines, within)) = parts.iter().copied().enumerate().find(|(_, (lines, _))| *lines != 0)?;
    let distance = offsets[far] - within;
    // A line holds all elements of the operand along it: else lines would lie over each other.
    let line = bytes(if places.is_along_row { operand.columns } else { operand.rows });
    if distance % lines != 0 || (distance / lines).abs() < line {
        return None;
    }
    let stride = distance / lines;
    let wanted = |(lines, within): (i64, i64)| lines * stride + within;
    let first = (0..LANES).find(|lane| offsets[*lane] != wanted(parts[*lane]));
    match first {
        None => Some((stride, None)),
        Some(lane) if lane >= LEAST_ALIKE => {
            let (is, wanted) = (offsets[lane], wanted(parts[lane]));
            Some((stride, Some(Elsewhere { lane, is, wanted })))
        }
        Some(_) => None,
    }
}
