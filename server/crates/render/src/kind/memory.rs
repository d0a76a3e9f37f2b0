//! Where elements lie in memory: banks of shared memory, sectors of global memory.

use std::collections::{BTreeMap, BTreeSet};

use layout_algebra::analysis::{
    Access, BANKS, BankConflicts, LINE_BYTES, OffsetFunction, Phase, SECTOR_BYTES, SectorRequest, Sectors,
    WORD_BYTES, bank_conflicts, sectors as count_sectors,
};
use layout_algebra::{ComposedLayout, IntTuple};

use super::{KindError, Offsets};
use crate::draw::{bank, function};
use crate::{Cell, ColourBy, Draw as _, Grid, Label, Limits, Marks, Panel, Picture, Scale};

/// The most lines of memory that are shown.
const MOST_LINES: usize = 64;
/// The most columns of grids that stand beside each other.
const MOST_BESIDE: usize = 32;
/// The most threads whose accesses are looked at.
pub const MOST_THREADS: i64 = 1 << 16;

/// The bank of each element as its number and its colour.
pub fn banks(offsets: &Offsets<'_>, element_bits: i64, limits: Limits) -> Picture {
    let colour = ColourBy::Bank { element_bits };
    let grid = function(&offsets.shape, limits, &colour, |index| {
        let number = bank(offsets.at(index)?, element_bits);
        Ok(IntTuple::Int(number.map_or(-1, i64::from)))
    });
    // The tones are those of the offsets, not of the numbers.
    let mut grid = grid;
    let tones: Vec<Option<u32>> = (0..grid.height())
        .flat_map(|row| (0..grid.width()).map(move |column| (row, column)))
        .map(|(row, column)| bank(offsets.at(grid.index_of(row, column)).ok()?, element_bits))
        .collect();
    let mut tones = tones.into_iter();
    grid.recolour(Scale::Banks, |_, _| (tones.next().flatten(), Marks::NONE));
    let legend = format!("the bank in which each {element_bits}-bit element begins, a hue for 16 bytes");
    Picture::of(grid).with_legend(Some(legend))
}

/// The layout without its swizzle and with it, in the colours of their banks.
pub fn swizzle(composed: &ComposedLayout, element_bits: i64, limits: Limits) -> Picture {
    let colour = ColourBy::Bank { element_bits };
    let before = composed.layout().coloured(limits, &colour);
    // Beside each other while both fit into a window.
    let place = if before.width() <= MOST_BESIDE { (0, 1) } else { (1, 0) };
    let panels = vec![
        Panel::new((0, 0), before).titled(format!("before: {}", composed.layout())),
        Panel::new(place, composed.coloured(limits, &colour))
            .titled(format!("after: {}", composed.swizzle())),
    ];
    Picture { panels, legend: colour.legend(), notes: Vec::new() }
}

/// Who accesses which word of memory: a row a line of 128 bytes, a column a word of 4.
struct Words {
    threads: BTreeMap<i64, BTreeSet<i64>>,
}

impl Words {
    fn of(access: Access, threads: &[(i64, i64)]) -> Option<Self> {
        let mut words: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
        for (thread, offset) in threads {
            let byte = offset.checked_mul(access.element_bits())?.div_euclid(8);
            let last = byte.checked_add(access.bytes() - 1)?;
            for word in byte.div_euclid(WORD_BYTES)..=last.div_euclid(WORD_BYTES) {
                words.entry(word).or_default().insert(*thread);
            }
        }
        Some(Self { threads: words })
    }

    /// The lines that are touched, in order.
    fn lines(&self) -> Vec<i64> {
        let lines: BTreeSet<i64> = self.threads.keys().map(|word| word.div_euclid(BANKS)).collect();
        lines.into_iter().collect()
    }

    /// The touched lines by words, in tiles of `tile` words.
    fn grid(
        &self,
        tile: i64,
        scale: Scale,
        cell: impl Fn(i64, Option<&BTreeSet<i64>>) -> (Option<u32>, Marks),
    ) -> Grid {
        let lines = self.lines();
        let shown: Vec<i64> = lines.iter().copied().take(MOST_LINES).collect();
        let height = i64::try_from(shown.len()).unwrap_or_default().max(1);
        let words = IntTuple::Tuple(vec![IntTuple::Int(tile), IntTuple::Int(BANKS / tile)]);
        let shape = IntTuple::Tuple(vec![IntTuple::Int(height), words]);
        let mut grid = Grid::new(&shape, Limits::of(usize::MAX, usize::MAX), scale, |index| {
            let line = usize::try_from(index % height)
                .ok()
                .and_then(|row| shown.get(row))
                .copied()
                .unwrap_or_default();
            let word = line.saturating_mul(BANKS).saturating_add(index / height);
            let threads = self.threads.get(&word);
            let (tone, marks) = cell(word, threads);
            Cell { label: threads.map_or(Label::Nothing, thread_label), tone, marks }
        });
        grid.row_names = shown.iter().map(|line| format!("+{}", line.saturating_mul(LINE_BYTES))).collect();
        if lines.len() > shown.len() {
            grid.notes.push(format!("showing {} of {} lines of 128 bytes", shown.len(), lines.len()));
        }
        grid
    }
}

fn thread_label(threads: &BTreeSet<i64>) -> Label {
    let text = match (threads.first(), threads.last()) {
        (Some(first), Some(last)) if first == last => format!("T{first}"),
        (Some(first), Some(last)) if i64::try_from(threads.len() - 1) == Ok(last - first) => {
            format!("T{first}-{}", last)
        }
        (Some(first), _) => format!("T{first}+{}", threads.len() - 1),
        _ => String::new(),
    };
    Label::Text(text.into())
}

/// What the threads of a phase access, by banks: words of one bank that wait for each other are marked. Of `None` the phase
/// that takes longest.
///
/// # Errors
/// Those of [`bank_conflicts`].
pub fn conflicts<F: OffsetFunction + ?Sized>(
    threads: &F,
    access: Access,
    phase: Option<usize>,
) -> Result<Picture, KindError> {
    let conflicts: BankConflicts = bank_conflicts(threads, access)?;
    let offsets = threads.offset_table(MOST_THREADS)?;
    let asked = phase.and_then(|phase| conflicts.phases().nth(phase));
    let Some(phase) = asked.or(conflicts.worst_phase()) else { return Ok(Picture::of(empty())) };
    let of_phase: Vec<(i64, i64)> =
        (0..).zip(offsets).filter(|(thread, _)| phase.threads.contains(thread)).collect();
    let waiting: BTreeSet<i64> =
        phase.conflicts.iter().flat_map(|conflict| &conflict.words).map(|access| access.word).collect();
    let words = Words::of(access, &of_phase).unwrap_or(Words { threads: BTreeMap::new() });
    let grid = words.grid(4, Scale::Banks, |word, threads| {
        let tone = threads.and_then(|_| u32::try_from(word.rem_euclid(BANKS)).ok());
        (tone, if waiting.contains(&word) { Marks::CONFLICT } else { Marks::NONE })
    });
    let told = told(&conflicts, phase);
    let panel = Panel::new((0, 0), grid).titled("words of shared memory: a column a bank, a row 128 bytes");
    Ok(Picture { panels: vec![panel], legend: Some(told), notes: Vec::new() })
}

fn empty() -> Grid {
    Grid::new(&IntTuple::Int(1), Limits::TEXT, Scale::Cycle, |_| Cell {
        label: Label::Nothing,
        tone: None,
        marks: Marks::NONE,
    })
}

fn told(conflicts: &BankConflicts, phase: &Phase) -> String {
    let (first, last) = (phase.threads.start, phase.threads.end - 1);
    let (wavefronts, ideal) = (conflicts.wavefronts(), conflicts.ideal_wavefronts());
    match phase.ways {
        1 => format!("threads {first}-{last}: no conflict; {wavefronts} wavefronts in all"),
        ways => format!(
            "threads {first}-{last}: {ways} words of one bank (marked) wait for each other; {wavefronts} wavefronts in all, \
             {ideal} would do"
        ),
    }
}

/// What the first warp moves of global memory: the words that its threads use, and those that come with their sectors.
///
/// # Errors
/// Those of [`count_sectors`].
pub fn sectors<F: OffsetFunction + ?Sized>(threads: &F, access: Access) -> Result<Picture, KindError> {
    let sectors: Sectors = count_sectors(threads, access)?;
    let offsets = threads.offset_table(MOST_THREADS)?;
    let Some(request) = sectors.requests.first() else { return Ok(Picture::of(empty())) };
    let of_warp: Vec<(i64, i64)> =
        (0..).zip(offsets).filter(|(thread, _)| request.threads.contains(thread)).collect();
    let words = Words::of(access, &of_warp).unwrap_or(Words { threads: BTreeMap::new() });
    let words_a_sector = SECTOR_BYTES / WORD_BYTES;
    let moved: BTreeSet<i64> = words.threads.keys().map(|word| word.div_euclid(words_a_sector)).collect();
    let grid =
        words.grid(words_a_sector, Scale::Threads, |word, threads| match threads.and_then(BTreeSet::first) {
            Some(thread) => (u32::try_from(*thread).ok(), Marks::NONE),
            // Moved and not used.
            None if moved.contains(&word.div_euclid(words_a_sector)) => (None, Marks::UNUSED),
            None => (None, Marks::NONE),
        });
    let SectorRequest { sectors: count, ideal, lines, .. } = request;
    let legend = Some(format!(
        "threads {}-{}: {count} sectors of 32 bytes in {lines} lines, {ideal} would do; dashed words are moved and not used",
        request.threads.start,
        request.threads.end - 1
    ));
    let panel = Panel::new((0, 0), grid).titled("words of global memory: 8 a sector, a row 128 bytes");
    Ok(Picture { panels: vec![panel], legend, notes: Vec::new() })
}
