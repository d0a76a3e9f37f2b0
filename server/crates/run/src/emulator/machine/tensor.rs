//! TMA, and the barriers that it arrives at.

use super::{
    Fault,
    barrier::Barrier,
    block::{Cluster, State, Warp},
    warpgroup::swizzled,
};
use crate::{
    TensorMap,
    emulator::program::{Operand, address},
};

/// Elements of a box along the dimension with stride 1: 128 bytes.
const INNER: i64 = 64;

/// Bytes of an element.
const BYTES: i64 = 2;

impl Cluster<'_> {
    /// The barrier at an address of this or another block of the cluster.
    fn barrier(&mut self, own: usize, at: u64) -> Result<&mut Barrier, Fault> {
        let (block, offset) = self.shared_place(own, at)?;
        let barriers = self.blocks.get_mut(block).map(|block| &mut block.barriers);
        barriers
            .and_then(|barriers| barriers.get_mut(&(offset as u64)))
            .ok_or_else(|| format!("no barrier was made at {at:#x} of shared memory"))
    }

    pub(super) fn init_barrier(
        &mut self,
        warp: &Warp,
        barrier: Operand,
        count: Operand,
    ) -> Result<(), Fault> {
        let (addresses, counts) = (warp.read(barrier), warp.read(count));
        for lane in warp.active() {
            if let (Some(at), Some(count)) = (addresses.get(lane), counts.get(lane)) {
                let (block, offset) = self.shared_place(warp.block, *at)?;
                if let Some(block) = self.blocks.get_mut(block) {
                    block.barriers.insert(offset as u64, Barrier::new(*count));
                }
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
        let clock = self.clocks.get(warp.number).cloned().unwrap_or_default();
        for lane in warp.active() {
            let bytes = expected.and_then(|lanes| lanes.get(lane).copied()).unwrap_or(0);
            let barrier = self.barrier(warp.block, addresses.get(lane).copied().unwrap_or(0))?;
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
        let barrier = self.barrier(warp.block, at)?;
        if barrier.is_over(parity) {
            let known = barrier.clock.clone();
            if let Some(clock) = self.clocks.get_mut(warp.number) {
                clock.join(&known);
            }
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
            let [to, map, x, y, barrier] = lanes.map(|lanes| lanes.get(lane).copied().unwrap_or(0));
            let mask = match masks.and_then(|lanes| lanes.get(lane).copied()) {
                Some(mask) => mask,
                None => 1 << warp.block,
            };
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
        let number = number.and_then(|number| usize::try_from(number).ok()).unwrap_or(usize::MAX);
        let map = self.launch.maps.as_ref().and_then(|maps| maps.get(number)).copied();
        let TensorMap { inner, outer, pitch, box_outer } = map.ok_or("a fetch by no map")?;
        if to % 128 != 0 {
            return Err("a fetch to an address that is no multiple of 128".to_owned());
        }
        for row in 0..box_outer {
            let there = if y + row < outer { (inner - x).clamp(0, INNER) } else { 0 };
            let from = ((y + row) * pitch + x) * BYTES;
            let mut data = [0; (INNER * BYTES) as usize];
            let read = data.get_mut(..usize::try_from(there * BYTES).unwrap_or(0)).unwrap_or_default();
            if there > 0 {
                self.read_buffer(number, from, read)?;
                if let Some(watch) = &mut self.watch {
                    let sectors = (from + there * BYTES - 1) / 32 - from / 32 + 1;
                    watch.sectors(sectors.unsigned_abs(), false);
                }
            }
            for (piece, data) in data.chunks_exact(16).enumerate() {
                let linear =
                    usize::try_from(to).unwrap_or(0) + usize::try_from(row).unwrap_or(0) * 128 + piece * 16;
                let (_, at) = self.shared_place(warp.block, swizzled(linear) as u64)?;
                for block in targets {
                    self.write_shared(warp, lane, (*block, at), data)?;
                }
            }
        }
        let clock = self.clocks.get(warp.number).cloned().unwrap_or_default();
        for block in targets {
            let barrier = self.barrier(*block, barrier)?;
            barrier.clock.join(&clock);
            barrier.receive((box_outer * INNER * BYTES).unsigned_abs());
        }
        Ok(())
    }
}

/// A coordinate, which is a signed 32-bit number.
#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
fn coordinate(bits: u64) -> i64 {
    i64::from((bits as u32).cast_signed())
}
