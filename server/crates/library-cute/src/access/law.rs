//! The wavefronts of a copy are those of each byte of each lane, counted one by one as PTX's rules say, from where a program
//! would compute its addresses without any algebra of layouts.

use std::collections::{BTreeMap, BTreeSet};

use layout_algebra::{
    ComposedLayout, Cut, Layout, Swizzle, TiledCopy,
    analysis::Wavefronts,
    symbolic::{Expression, Integer},
};
use layoutlens_host_value::{block::Block, lanes::Lanes};
use layoutlens_operation::Value;
use proptest::prelude::*;

use super::{
    cost::{Accesses, Cost},
    instruction::{Kind, Side, of_atom},
};

/// A copy of a tile in shared memory whose rows are shared out among threads, row by row.
#[derive(Debug, Clone)]
struct Copying {
    /// Bytes of an element, and elements of an access.
    bytes: i64,
    values: i64,
    /// Threads along rows and columns.
    threads: (i64, i64),
    /// How often each of them comes again along rows and columns.
    times: (i64, i64),
    /// Elements between rows beyond those of a row.
    padding: i64,
    swizzle: (i64, i64, i64),
    /// Threads of the block along x and y.
    block: (i64, i64),
}

impl Copying {
    fn rows(&self) -> i64 {
        self.threads.0 * self.times.0
    }

    fn columns(&self) -> i64 {
        self.threads.1 * self.values * self.times.1
    }

    fn leading(&self) -> i64 {
        self.columns() + self.padding * self.values
    }

    fn swizzle(&self) -> Swizzle {
        let (bits, base, shift) = self.swizzle;
        Swizzle::new(bits, base + i64::from(self.values.ilog2()), shift.max(bits)).unwrap()
    }

    /// Wavefronts of all warps, and the least: one a phase.
    fn counted(&self) -> (i64, i64) {
        let width = self.bytes * self.values;
        // PTX serves a warp at once, or each half or quarter of it where an access has 8 or 16 bytes.
        let together = usize::try_from(if width <= 4 { 32 } else { 128 / width }).unwrap();
        let threads: Vec<i64> = (0..self.block.0 * self.block.1).collect();
        let (mut taken, mut least) = (0, 0);
        for warp in threads.chunks(32) {
            for (row_times, column_times) in
                (0..self.times.0).flat_map(|row| (0..self.times.1).map(move |column| (row, column)))
            {
                for phase in warp.chunks(together) {
                    let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
                    for thread in phase {
                        let (row, column) = (thread / self.threads.1, thread % self.threads.1);
                        let row = row + self.threads.0 * row_times;
                        let column = self.values * (column + self.threads.1 * column_times);
                        for value in 0..self.values {
                            let element = self.swizzled(row * self.leading() + column + value);
                            for byte in element * self.bytes..(element + 1) * self.bytes {
                                banks.entry(byte / 4 % 32).or_default().insert(byte / 4);
                            }
                        }
                    }
                    taken += banks.values().map(|words| i64::try_from(words.len()).unwrap()).max().unwrap();
                    least += 1;
                }
            }
        }
        (taken, least)
    }

    /// `x ^ ((x & mask) >> shift)`.
    fn swizzled(&self, element: i64) -> i64 {
        let (bits, base, shift) = self.swizzle;
        let (base, shift) = (base + i64::from(self.values.ilog2()), shift.max(bits));
        let mask = ((1 << bits) - 1) << (base + shift);
        element ^ ((element & mask) >> shift)
    }

    /// The same by what the code says.
    fn told(&self) -> (i64, i64) {
        let element = format!("uint{}_t", self.bytes * 8);
        let access = format!("uint{}_t", self.bytes * self.values * 8);
        let (rows, columns) = self.threads;
        let copy: TiledCopy = format!(
            "copy UniversalCopy<{access}>,{element};thr=({rows},{columns}):({columns},1);val=(1,{})",
            self.values
        )
        .parse()
        .unwrap();
        let plain: Layout =
            format!("({},{}):({},1)", self.rows(), self.columns(), self.leading()).parse().unwrap();
        let whole = match self.swizzle.0 {
            0 => Value::from(plain),
            _ => Value::from(ComposedLayout::new(self.swizzle(), 0, plain)),
        };
        let index: Expression = format!("x+{}*y", self.block.0).parse().unwrap();
        let index = index.substitute(&|name| Some(Expression::name(&format!("threadIdx.{}", name.text))));
        let index = Integer::Dynamic(index.unwrap());
        let atom = copy.atom().clone();
        let lanes = Lanes::new(whole, Cut::Destination(Box::new(copy)), index, Value::int(0), true);
        let block = Block::new([self.block.0, self.block.1, 1]);
        let offsets = lanes.offsets(block, 64).unwrap();
        assert_eq!(offsets.suppositions, Vec::<&str>::new());
        let bits = self.bytes * 8;
        let Kind::Lanes(instruction) = of_atom(&atom, Side::Destination, bits) else { panic!("{atom}") };
        let accesses = Accesses { offsets: &offsets, of_pointer: None, bits, is_recast: false };
        let cost: Cost<Wavefronts> = accesses.cost(&instruction).unwrap();
        assert!(cost.is_everywhere);
        (cost.total.taken, cost.total.least)
    }
}

fn copying() -> impl Strategy<Value = Copying> {
    let widths = prop::sample::select(vec![
        (1_i64, 1_i64),
        (1, 16),
        (2, 1),
        (2, 2),
        (2, 4),
        (2, 8),
        (4, 1),
        (4, 2),
        (4, 4),
        (8, 1),
        (8, 2),
    ]);
    let threads =
        prop::sample::select(vec![(32_i64, 1_i64), (16, 2), (8, 4), (4, 8), (1, 32), (16, 8), (8, 16)]);
    let swizzles = prop_oneof![Just((0_i64, 0_i64, 3_i64)), (1_i64..=3, 0_i64..=2, 1_i64..=5)];
    (widths, threads, (1_i64..=3, 1_i64..=3), 0_i64..=5, swizzles, prop::sample::select(vec![1_i64, 2, 4, 8]))
        .prop_map(|((bytes, values), threads, times, padding, swizzle, rows)| {
            let all = threads.0 * threads.1;
            Copying { bytes, values, threads, times, padding, swizzle, block: (all / rows, rows) }
        })
}

proptest! {
    #[test]
    fn wavefronts_are_those_of_all_bytes_counted_one_by_one(copying in copying()) {
        prop_assert_eq!(copying.told(), copying.counted());
    }
}

/// What a GPU counted: `docs/bank-conflicts.md`.
#[test]
fn a_column_of_rows_of_64_halves_takes_what_a_gpu_measured() {
    let column = |swizzle, padding| Copying {
        bytes: 2,
        values: 8,
        threads: (32, 1),
        times: (1, 8),
        padding,
        swizzle,
        block: (32, 1),
    };
    assert_eq!(column((0, 0, 3), 0).told(), (8 * 32, 8 * 4));
    assert_eq!(column((3, 0, 3), 0).told(), (8 * 4, 8 * 4));
    assert_eq!(column((0, 0, 3), 1).told(), (8 * 4, 8 * 4));
}
