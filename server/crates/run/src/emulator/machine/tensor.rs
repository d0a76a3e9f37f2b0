//! TMA, and the barriers that it arrives at.

use super::{
    barrier::Barrier,
    block::{Cluster, State, Warp},
    launch::Fault,
    pending::swizzled,
    race::{Actor, Proxy},
};
use crate::{
    TensorMap,
    emulator::{
        invariant::{count, invariant, of_lane},
        program::{Operand, address},
    },
};

/// Elements of a box along the dimension with stride 1: 128 bytes.
const INNER: i64 = 64;

/// Arrivals that a barrier can count are fewer.
const MAX_ARRIVALS: u64 = 1 << 20;

/// Bytes of an element.
const BYTES: i64 = 2;

impl Cluster<'_> {
    /// The barrier at an address of this or another block of the cluster, for a lane that uses it.
    fn barrier(&mut self, warp: &Warp, lane: usize, at: u64) -> Result<&mut Barrier, Fault> {
        let place @ (block, offset) = self.shared_place(warp.block, at)?;
        self.watched_barrier(warp, lane, place, false);
        self.reach(warp, block);
        let barriers = self.blocks.get_mut(block).map(|block| &mut block.barriers);
        let barrier = barriers
            .and_then(|barriers| barriers.get_mut(&(offset as u64)))
            .ok_or_else(|| format!("no barrier was made at {at:#x} of shared memory"))?;
        if barrier.is_public || barrier.maker == (Actor { warp: warp.number, lane }) {
            return Ok(barrier);
        }
        Err(format!(
            "the barrier at {at:#x} of shared memory, which another thread made, without \
             fence.mbarrier_init.release.cluster after its mbarrier.init"
        ))
    }

    /// A thread accesses the shared memory of a block, which must not have ended when it is another one.
    fn reach(&mut self, warp: &Warp, block: usize) {
        if block == warp.block {
            return;
        }
        let time = self.clock(warp.number).of(warp.number);
        match self.blocks.get_mut(block) {
            Some(block) => drop(block.reached.insert(warp.number, time)),
            None => invariant!(false, "there is no block {block}: its place was found before"),
        }
    }

    /// `fence.mbarrier_init`: others may use the barriers that these lanes made.
    pub(super) fn publish_barriers(&mut self, warp: &Warp) {
        for barrier in self.made_barriers(warp) {
            barrier.is_public = true;
        }
        self.tick(warp);
    }

    /// `fence.proxy.async`: TMA and `wgmma` see what these lanes wrote to shared memory, and their barriers.
    pub(super) fn fence_proxies(&mut self, warp: &Warp) {
        for barrier in self.made_barriers(warp) {
            barrier.is_for_tma = true;
        }
        let clock = self.clock(warp.number);
        if let Some(watch) = &mut self.watch {
            watch.fence(warp.number, warp.mask, &clock);
        }
        self.tick(warp);
    }

    /// The barriers of a block that a warp's active lanes made.
    fn made_barriers(&mut self, warp: &Warp) -> impl Iterator<Item = &mut Barrier> {
        let (number, mask) = (warp.number, warp.mask);
        invariant!(warp.block < self.blocks.len(), "there is no block {}", warp.block);
        let barriers =
            self.blocks.get_mut(warp.block).into_iter().flat_map(|block| block.barriers.values_mut());
        barriers.filter(move |barrier| barrier.maker.warp == number && mask >> barrier.maker.lane & 1 == 1)
    }

    pub(super) fn init_barrier(
        &mut self,
        warp: &Warp,
        barrier: Operand,
        count: Operand,
    ) -> Result<(), Fault> {
        let (addresses, counts) = (warp.read(barrier), warp.read(count));
        for lane in warp.active() {
            let (at, count) = (of_lane(&addresses, lane), of_lane(&counts, lane));
            let place @ (block, offset) = self.shared_place(warp.block, at)?;
            if at % 8 != 0 || !(1..MAX_ARRIVALS).contains(&count) {
                return Err(format!("a barrier at {at:#x} of shared memory that counts {count} arrivals"));
            }
            self.watched_barrier(warp, lane, place, true);
            let made = Barrier::new(count, Actor { warp: warp.number, lane });
            let block = self.blocks.get_mut(block).filter(|_| block == warp.block);
            let block = block.ok_or("a barrier that is made in another block")?;
            if block.barriers.insert(offset as u64, made).is_some() {
                return Err(format!(
                    "a barrier that is made at {at:#x} of shared memory, where there is one"
                ));
            }
        }
        Ok(())
    }

    pub(super) fn arrive(
        &mut self,
        warp: &Warp,
        barrier: Operand,
        expected: Option<Operand>,
    ) -> Result<(), Fault> {
        let addresses = warp.read(barrier);
        let expected = expected.map(|expected| warp.read(expected));
        let clock = self.clock(warp.number);
        for lane in warp.active() {
            // An arrival alone expects no bytes.
            let bytes = expected.map_or(0, |lanes| of_lane(&lanes, lane));
            let barrier = self.barrier(warp, lane, of_lane(&addresses, lane))?;
            barrier.clock.join(&clock);
            barrier.arrive(bytes)?;
        }
        self.tick(warp);
        Ok(())
    }

    pub(super) fn wait_at(
        &mut self,
        warp: &mut Warp,
        barrier: Operand,
        parity: Operand,
    ) -> Result<(), Fault> {
        let (at, parity) = (warp.uniform(barrier)?, warp.uniform(parity)?);
        for lane in warp.active() {
            self.barrier(warp, lane, at)?;
        }
        let barrier = self.barrier(warp, warp.mask.trailing_zeros() as usize, at)?;
        if barrier.is_over(parity) {
            let known = barrier.clock.clone();
            self.with_clock(warp.number, |clock| clock.join(&known));
        } else {
            // The step is tried again.
            warp.at -= 1;
            warp.state = State::Waiting;
        }
        Ok(())
    }

    /// Brings a box, swizzled by `Sw<3,4,3>` in bytes; what lies outside of the tensor is 0.
    pub(super) fn fetch(
        &mut self,
        warp: &Warp,
        operands: [Operand; 5],
        blocks: Option<Operand>,
    ) -> Result<(), Fault> {
        let lanes = operands.map(|operand| warp.read(operand));
        let masks = blocks.map(|blocks| warp.read(blocks));
        for lane in warp.active() {
            let [to, map, x, y, barrier] = lanes.map(|lanes| of_lane(&lanes, lane));
            // Without a multicast it is for this block.
            let mask = masks.map_or(1 << warp.block, |lanes| of_lane(&lanes, lane));
            if mask == 0 || mask >> self.blocks.len() != 0 {
                return Err(format!(
                    "a multicast to the blocks {mask:#b} of a cluster of {}",
                    self.blocks.len()
                ));
            }
            let targets = (0..self.blocks.len()).filter(|block| mask >> block & 1 == 1).collect::<Vec<_>>();
            self.fetch_box(warp, lane, (to, map), (coordinate(x), coordinate(y)), barrier, &targets)?;
        }
        self.tick(warp);
        Ok(())
    }

    fn fetch_box(
        &mut self,
        warp: &Warp,
        lane: usize,
        (to, map): (u64, u64),
        (x, y): (i64, i64),
        barrier: u64,
        targets: &[usize],
    ) -> Result<(), Fault> {
        let number = (map >> address::MEMORY_SHIFT).checked_sub(address::FIRST_BUFFER);
        let number = count(number.ok_or("a fetch by no map")?);
        let map = self.launch.maps.as_ref().and_then(|maps| maps.get(number)).copied();
        let TensorMap { inner, outer, pitch, box_outer } = map.ok_or("a fetch by no map")?;
        if to % 128 != 0 {
            return Err("a fetch to an address that is no multiple of 128".to_owned());
        }
        if x < 0 || y < 0 {
            return Err(format!("a fetch from ({x},{y}), before the beginning of a tensor"));
        }
        for row in 0..box_outer {
            let there = if y + row < outer { (inner - x).clamp(0, INNER) } else { 0 };
            let from = ((y + row) * pitch + x) * BYTES;
            let mut data = [0; (INNER * BYTES) as usize];
            let read = data.get_mut(..count(there * BYTES)).ok_or("a fetch of a row that is too long")?;
            if there > 0 {
                self.read_buffer(number, from, read)?;
                if let Some(watch) = &mut self.watch {
                    let sectors = (from + there * BYTES - 1) / 32 - from / 32 + 1;
                    watch.sectors(sectors.unsigned_abs(), false);
                }
            }
            for (piece, data) in data.chunks_exact(16).enumerate() {
                let linear = count(to) + count(row) * 128 + piece * 16;
                let (block, at) = self.shared_place(warp.block, swizzled(linear) as u64)?;
                if block != warp.block {
                    return Err("a fetch to an address of another block".to_owned());
                }
                for block in targets {
                    self.write_shared(warp, lane, (*block, at), data, Proxy::Async)?;
                }
            }
        }
        let clock = self.clock(warp.number);
        for block in targets {
            let at = (*block as u64 + 1) << address::RANK_SHIFT | barrier & ((1 << address::RANK_SHIFT) - 1);
            let barrier = self.barrier(warp, lane, at)?;
            if !barrier.is_for_tma {
                return Err(
                    "TMA arrives at a barrier without fence.proxy.async after its mbarrier.init".to_owned()
                );
            }
            barrier.clock.join(&clock);
            barrier.receive((box_outer * INNER * BYTES).unsigned_abs())?;
        }
        Ok(())
    }
}

/// A coordinate, which is a signed 32-bit number.
#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
fn coordinate(bits: u64) -> i64 {
    i64::from((bits as u32).cast_signed())
}
