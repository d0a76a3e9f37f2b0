//! `wgmma`: each warp of a warpgroup multiplies its 16 rows of a tile in shared memory.
//!
//! It is one multiplication of four warps: when one of them has waited for it, all have done it.

use super::{
    block::{Cluster, State, Warp},
    launch::Fault,
    matrix::factor,
    pending::{Descriptor, PendingMultiplication},
    race::Proxy,
};
use crate::emulator::{
    invariant::{count, invariant, of_lane, set_lane},
    program::{Operand, Register, WarpgroupAtom},
};

/// Warps of a warpgroup.
const WARPS: usize = 4;

/// Rows of a warp.
const ROWS: usize = 16;

/// Columns of the factors.
const K: usize = 16;

/// Elements of 16 bytes, which stay together in every layout.
const PIECE: usize = 8;

impl Warp {
    /// `wgmma.fence`: what threads did with registers is over.
    pub(super) fn fence_sums(&mut self) {
        self.sums.fenced.clear();
        self.sums.fenced.resize(self.registers.len(), true);
    }

    /// The multiplications so far are a group.
    pub(super) fn commit_multiplications(&mut self) {
        let group = std::mem::take(&mut self.multiplications);
        let mut sums: Vec<Register> = group.iter().flat_map(|pending| pending.sums.iter().copied()).collect();
        sums.sort_unstable();
        sums.dedup();
        self.sums.groups.push_back(sums);
        self.multiplication_groups.push_back(group);
    }

    /// A thread accesses sums itself.
    pub(super) fn touch_sums(&mut self, registers: &[Register]) -> Result<(), Fault> {
        if self.mask == 0 {
            return Ok(());
        }
        for register in registers {
            let is_open = self.multiplications.iter().any(|pending| pending.sums.contains(register));
            if is_open || self.sums.groups.iter().any(|group| group.binary_search(register).is_ok()) {
                return Err("it accesses a sum of a wgmma that it has not waited for".to_owned());
            }
            // Before the first fence there is none that this could end.
            let place = self.place(*register);
            if let Some(fenced) = self.sums.fenced.get_mut(place) {
                *fenced = false;
            }
        }
        Ok(())
    }

    /// Where a register stands among those of the warp.
    fn place(&self, register: Register) -> usize {
        let place = count(register);
        invariant!(place < self.registers.len(), "register {register} of {}", self.registers.len());
        place
    }
}

impl Cluster<'_> {
    pub(super) fn multiply_by_warpgroup(
        &mut self,
        warp: &mut Warp,
        shape: WarpgroupAtom,
        sums: &[Register],
        (a, b): (Operand, Operand),
        adds: Operand,
    ) -> Result<(), Fault> {
        warp.require_all("wgmma")?;
        // Before the first fence none is.
        let is_fenced =
            |register: &Register| warp.sums.fenced.get(warp.place(*register)).copied().unwrap_or(false);
        if !sums.iter().all(is_fenced) {
            return Err("a wgmma of sums that threads accessed, and no wgmma.fence since then".to_owned());
        }
        let descriptors = [Descriptor::of(warp.uniform(a)?)?, Descriptor::of(warp.uniform(b)?)?];
        let adds = warp.uniform(adds)? != 0;
        let pending = PendingMultiplication { shape, sums: sums.to_vec(), descriptors, adds };
        // It may read at once: what it reads must be there.
        if self.watch.is_some() {
            self.factors(warp, warp, &pending, false)?;
        }
        warp.multiplications.push(pending);
        Ok(())
    }

    pub(super) fn wait_for_multiplications(&mut self, warp: &mut Warp, most: usize) -> Result<(), Fault> {
        let groups = warp.multiplied + warp.multiplication_groups.len();
        let wanted = groups.saturating_sub(most);
        let first = warp.number / WARPS * WARPS;
        let others: Vec<usize> = (first..first + WARPS).filter(|number| *number != warp.number).collect();
        let behind = |other: &&Warp| other.multiplied + other.multiplication_groups.len() < wanted;
        if others.iter().filter_map(|number| self.warps.get(*number)).any(|other| behind(&other)) {
            // The others have not begun it: the step is tried again.
            warp.at -= 1;
            warp.state = State::Waiting;
            return Ok(());
        }
        let begins = warp.multiplied < wanted;
        for number in others {
            let Some(slot) = self.warps.get_mut(number) else {
                return Err("a wgmma in a block whose warps are no whole warpgroups".to_owned());
            };
            let mut other = std::mem::take(slot);
            let result = self.multiply_groups(&mut other, Some(warp), wanted);
            self.put_back(number, other);
            result?;
        }
        self.multiply_groups(warp, None, wanted)?;
        let waited = warp.sums.groups.len().saturating_sub(most);
        warp.sums.groups.drain(..waited);
        // Who finds it done knows what was read for it.
        let known = self.warpgroup_clocks.entry(first / WARPS).or_default();
        if let Some(clock) = self.clocks.get_mut(warp.number) {
            clock.join(known);
            if begins {
                known.join(clock);
                clock.tick(warp.number);
            }
        } else {
            invariant!(false, "warp {} has no clock", warp.number);
        }
        Ok(())
    }

    /// Does a warp's part of the first `wanted` groups, seen to read by another warp or by itself.
    fn multiply_groups(
        &mut self,
        warp: &mut Warp,
        reader: Option<&Warp>,
        wanted: usize,
    ) -> Result<(), Fault> {
        while warp.multiplied < wanted {
            let group = warp.multiplication_groups.pop_front();
            invariant!(group.is_some(), "warp {} has no group {}", warp.number, warp.multiplied);
            for pending in group.unwrap_or_default() {
                self.multiply_now(warp, reader, &pending)?;
            }
            warp.multiplied += 1;
        }
        Ok(())
    }

    /// The rows of A that are this warp's, and B, each column after column of k.
    fn factors(
        &mut self,
        warp: &Warp,
        reader: &Warp,
        pending: &PendingMultiplication,
        is_done: bool,
    ) -> Result<[Vec<f32>; 2], Fault> {
        let WarpgroupAtom { n, factor: ty, turned: [turned_a, turned_b] } = pending.shape;
        let [of_a, of_b] = pending.descriptors;
        let first = warp.number % WARPS * ROWS;
        // 16 bytes are 8 neighbours along k or, turned, along the rows.
        let mut read = |descriptor: Descriptor, row: usize, k: usize, turned: bool| {
            let at = descriptor.place(row, k, turned);
            let place = self.shared_place(warp.block, at as u64)?;
            let mut data = [0; 16];
            // Lanes of the tensor cores are no threads: the first stands for them.
            self.read_shared(reader, 0, place, &mut data, (is_done, Proxy::Async))?;
            let bits = |pair: &[u8]| pair.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
            let mut numbers = [0.0; PIECE];
            for (number, pair) in numbers.iter_mut().zip(data.chunks_exact(2)) {
                *number = factor(bits(pair), ty);
            }
            Ok::<_, Fault>(numbers)
        };
        let mut matrix = |descriptor: Descriptor, first: usize, rows: usize, turned: bool| {
            let mut matrix = vec![0.0; K * rows];
            let (along_rows, along_k) = if turned { (PIECE, 1) } else { (1, PIECE) };
            for row in (0..rows).step_by(along_rows) {
                for k in (0..K).step_by(along_k) {
                    for (number, value) in read(descriptor, first + row, k, turned)?.into_iter().enumerate() {
                        let (row, k) = if turned { (row + number, k) } else { (row, k + number) };
                        match matrix.get_mut(k * rows + row) {
                            Some(to) => *to = value,
                            None => invariant!(false, "a factor has no row {row} and column {k}"),
                        }
                    }
                }
            }
            Ok::<_, Fault>(matrix)
        };
        let a = matrix(of_a, first, ROWS, turned_a)?;
        let b = matrix(of_b, 0, n, turned_b)?;
        Ok([a, b])
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
    fn multiply_now(
        &mut self,
        warp: &mut Warp,
        reader: Option<&Warp>,
        pending: &PendingMultiplication,
    ) -> Result<(), Fault> {
        let n = pending.shape.n;
        let [a, b] = self.factors(warp, reader.unwrap_or(warp), pending, true)?;
        let mut sums = vec![0_f32; ROWS * n];
        // Lane and value of a row and a column.
        let held = |row: usize, column: usize| {
            let lane = row % 8 * 4 + column % 8 / 2;
            let value = column / 8 * 4 + row / 8 * 2 + column % 2;
            let register = pending.sums.get(value).copied();
            invariant!(register.is_some(), "sum {value} of {}", pending.sums.len());
            (lane, register.unwrap_or(Register::MAX))
        };
        for (row, sums) in sums.chunks_exact_mut(n).enumerate() {
            if pending.adds {
                for (column, sum) in sums.iter_mut().enumerate() {
                    let (lane, register) = held(row, column);
                    *sum = f32::from_bits(of_lane(&warp.register(register), lane) as u32);
                }
            }
            for (x, row) in a.iter().skip(row).step_by(ROWS).zip(b.chunks_exact(n)) {
                for (sum, y) in sums.iter_mut().zip(row) {
                    *sum += x * y;
                }
            }
        }
        for (row, sums) in sums.chunks_exact(n).enumerate() {
            for (column, sum) in sums.iter().enumerate() {
                let (lane, register) = held(row, column);
                match warp.registers.get_mut(count(register)) {
                    Some(lanes) => set_lane(lanes, lane, sum.to_bits().into()),
                    None => invariant!(false, "register {register}"),
                }
            }
        }
        Ok(())
    }
}
