//! Loads, stores and asynchronous copies.

use super::{
    block::{Cluster, Warp},
    count::LaneAddresses,
    launch::Fault,
    pending::PendingCopy,
    race::{Actor, Proxy, Use},
};
use crate::emulator::{
    invariant::{count, invariant, of_lane, set_lane},
    program::{Operand, Register, address},
};

/// The widest access of a lane in bytes.
const WIDEST: usize = 32;

/// Where an address leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    Shared { block: usize, at: usize },
    Buffer { number: usize, at: i64 },
}

/// A number of so many bytes.
fn number(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => {
            invariant!(bytes.len() <= 8, "{} bytes in a register of 8", bytes.len());
            bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
        }
    }
}

impl Warp {
    /// The same bytes in registers of another width.
    pub(super) fn repack(
        &mut self,
        (to, to_unit): (Register, u8),
        (from, from_unit): (Register, u8),
        bytes: u8,
    ) {
        let (to_unit, from_unit) = (usize::from(to_unit).max(1), usize::from(from_unit).max(1));
        let bytes = usize::from(bytes);
        invariant!(bytes <= WIDEST, "{bytes} bytes are repacked, and {WIDEST} are the most");
        let bytes = bytes.min(WIDEST);
        let pieces: Vec<_> =
            (from..).take(bytes / from_unit).map(|register| self.register(register)).collect();
        for (number_of, to) in (0..bytes / to_unit).zip(to..) {
            let mut lanes = [0; 32];
            for (lane, result) in lanes.iter_mut().enumerate() {
                let mut data = [0; WIDEST];
                for (chunk, piece) in data.chunks_mut(from_unit).zip(&pieces) {
                    let piece = of_lane(piece, lane).to_le_bytes();
                    chunk.iter_mut().zip(piece).for_each(|(to, from)| *to = from);
                }
                let piece = data.chunks(to_unit).nth(number_of);
                invariant!(piece.is_some(), "{bytes} bytes have no piece {number_of} of {to_unit}");
                *result = number(piece.unwrap_or_default());
            }
            self.set(to, lanes);
        }
    }
}

impl Cluster<'_> {
    fn memory(&self, own: usize, at: u64, bytes: usize) -> Result<Memory, Fault> {
        if !at.is_multiple_of(bytes.next_power_of_two() as u64) {
            return Err(format!("an access of {bytes} bytes at an address that is no multiple of it"));
        }
        match at >> address::MEMORY_SHIFT {
            address::SHARED => {
                let (block, at) = self.shared_place(own, at)?;
                Ok(Memory::Shared { block, at })
            }
            number => {
                let offset = (at & ((1 << address::MEMORY_SHIFT) - 1)).cast_signed();
                let number = number.checked_sub(address::FIRST_BUFFER).ok_or("an access of no memory")?;
                let number = count(number);
                Ok(Memory::Buffer { number, at: offset - address::MIDDLE.cast_signed() })
            }
        }
    }

    fn read_bytes(&self, memory: Memory, to: &mut [u8]) -> Result<(), Fault> {
        match memory {
            Memory::Shared { block, at } => {
                let shared = self.blocks.get(block).and_then(|block| block.shared.get(at..at + to.len()));
                to.copy_from_slice(shared.ok_or("an access of shared memory beyond its end")?);
                Ok(())
            }
            Memory::Buffer { number, at } => {
                let buffer = self.launch.buffers.get(number).ok_or("an access of no buffer")?;
                buffer.read(at, to)
            }
        }
    }

    pub(super) fn load(
        &mut self,
        warp: &mut Warp,
        to: Register,
        units: u8,
        unit: u8,
        at: Operand,
    ) -> Result<(), Fault> {
        let (units, unit) = (usize::from(units), usize::from(unit));
        let bytes = units * unit;
        let addresses = warp.read(at);
        let mut lanes: LaneAddresses = [None; 32];
        let mut is_shared = false;
        let first = count(to);
        for lane in warp.active() {
            let memory = self.memory(warp.block, of_lane(&addresses, lane), bytes)?;
            let mut data = [0; WIDEST];
            let data = data.get_mut(..bytes).ok_or("an access that is too wide")?;
            self.read_bytes(memory, data)?;
            let registers = warp.registers.get_mut(first..first + units).ok_or("a load into no register")?;
            for (register, piece) in registers.iter_mut().zip(data.chunks_exact(unit)) {
                set_lane(register, lane, number(piece));
            }
            if self.watch.is_some() {
                is_shared |= self.watched(warp, lane, memory, bytes, Use::Read, Proxy::Generic);
                set_lane(&mut lanes, lane, Some(place(memory)));
            }
        }
        self.counted(&lanes, bytes, is_shared, false);
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        warp: &mut Warp,
        from: &[Operand],
        unit: u8,
        at: Operand,
    ) -> Result<(), Fault> {
        let unit = usize::from(unit);
        let bytes = from.len() * unit;
        let addresses = warp.read(at);
        let pieces: Vec<_> = from.iter().map(|piece| warp.read(*piece)).collect();
        let mut lanes: LaneAddresses = [None; 32];
        let mut is_shared = false;
        for lane in warp.active() {
            let memory = self.memory(warp.block, of_lane(&addresses, lane), bytes)?;
            let mut data = [0; WIDEST];
            let data = data.get_mut(..bytes).ok_or("an access that is too wide")?;
            for (chunk, piece) in data.chunks_exact_mut(unit).zip(&pieces) {
                let piece = of_lane(piece, lane).to_le_bytes();
                chunk.iter_mut().zip(piece).for_each(|(to, from)| *to = from);
            }
            if self.watch.is_some() {
                is_shared |= self.watched_write(warp, lane, memory, data, Proxy::Generic)?;
                set_lane(&mut lanes, lane, Some(place(memory)));
            }
            self.write_bytes(memory, data)?;
        }
        self.counted(&lanes, bytes, is_shared, true);
        Ok(())
    }

    fn write_bytes(&mut self, memory: Memory, data: &[u8]) -> Result<(), Fault> {
        match memory {
            Memory::Shared { block, at } => {
                let shared =
                    self.blocks.get_mut(block).and_then(|block| block.shared.get_mut(at..at + data.len()));
                shared.ok_or("an access of shared memory beyond its end")?.copy_from_slice(data);
                Ok(())
            }
            Memory::Buffer { number, at } => {
                let buffer = self.launch.buffers.get(number).ok_or("an access of no buffer")?;
                buffer.write(at, data)
            }
        }
    }

    /// Writes shared memory in the name of a lane.
    pub(super) fn write_shared(
        &mut self,
        warp: &Warp,
        lane: usize,
        (block, at): (usize, usize),
        data: &[u8],
        proxy: Proxy,
    ) -> Result<(), Fault> {
        let memory = Memory::Shared { block, at };
        if self.watch.is_some() {
            self.watched_write(warp, lane, memory, data, proxy)?;
        }
        self.write_bytes(memory, data)
    }

    /// Reads shared memory in the name of a lane. What is not done yet only must be there.
    pub(super) fn read_shared(
        &mut self,
        warp: &Warp,
        lane: usize,
        (block, at): (usize, usize),
        to: &mut [u8],
        (is_done, proxy): (bool, Proxy),
    ) -> Result<(), Fault> {
        let memory = Memory::Shared { block, at };
        self.read_bytes(memory, to)?;
        self.watched(warp, lane, memory, to.len(), if is_done { Use::Read } else { Use::Look }, proxy);
        Ok(())
    }

    /// A lane makes a barrier of 8 bytes, or uses one: the making must be over for who uses it.
    pub(super) fn watched_barrier(
        &mut self,
        warp: &Warp,
        lane: usize,
        (block, at): (usize, usize),
        makes: bool,
    ) {
        let done = if makes { Use::Write { changes: true } } else { Use::Look };
        self.watched(warp, lane, Memory::Shared { block, at }, 8, done, Proxy::Generic);
    }

    /// Reads elements of a buffer.
    pub(super) fn read_buffer(&self, number: usize, at: i64, to: &mut [u8]) -> Result<(), Fault> {
        self.read_bytes(Memory::Buffer { number, at }, to)
    }

    fn watched_write(
        &mut self,
        warp: &Warp,
        lane: usize,
        memory: Memory,
        data: &[u8],
        proxy: Proxy,
    ) -> Result<bool, Fault> {
        let mut before = [0; WIDEST];
        let before = before.get_mut(..data.len()).ok_or("an access that is too wide")?;
        match memory {
            Memory::Shared { .. } => self.read_bytes(memory, before)?,
            Memory::Buffer { number, at } => {
                let buffer = self.launch.buffers.get(number).ok_or("an access of no buffer")?;
                buffer.before(at, before)?;
            }
        }
        let changes = before != data;
        Ok(self.watched(warp, lane, memory, data.len(), Use::Write { changes }, proxy))
    }

    /// Looks for races; says whether it is shared memory.
    fn watched(
        &mut self,
        warp: &Warp,
        lane: usize,
        memory: Memory,
        bytes: usize,
        done: Use,
        proxy: Proxy,
    ) -> bool {
        let is_shared = matches!(memory, Memory::Shared { .. });
        let clock = self.clocks.get(warp.number);
        invariant!(clock.is_some(), "warp {} has no clock", warp.number);
        let (Some(watch), Some(clock)) = (&mut self.watch, clock) else {
            return is_shared;
        };
        let by = Actor { warp: warp.number, lane };
        match memory {
            Memory::Shared { block, at } => {
                watch.shared_by((block, at, bytes), by, clock, (done, proxy), self.first_block);
            }
            Memory::Buffer { number, at } => {
                // A buffer that is written is read by nobody, and one that is read is written by nobody.
                if let Use::Write { changes } = done {
                    watch.global_write((number, at, signed(bytes)), by, clock, changes, self.first_block);
                }
            }
        }
        is_shared
    }

    fn counted(&mut self, lanes: &LaneAddresses, bytes: usize, shared: bool, writes: bool) {
        let Some(watch) = &mut self.watch else { return };
        if lanes.iter().all(Option::is_none) {
            return;
        }
        let bytes = signed(bytes);
        match shared {
            true => watch.shared(lanes, bytes, writes),
            false => watch.global(lanes, bytes, writes),
        }
    }

    /// Counts a warp's access of shared memory.
    pub(super) fn counted_shared(&mut self, lanes: &LaneAddresses, bytes: usize, writes: bool) {
        self.counted(lanes, bytes, true, writes);
    }

    /// The data is read at once, for nothing changes it, and there when it is waited for.
    pub(super) fn copy_async(
        &mut self,
        warp: &mut Warp,
        to: Operand,
        from: Operand,
        bytes: u8,
        given: Operand,
    ) -> Result<(), Fault> {
        let (to, from, given) = (warp.read(to), warp.read(from), warp.read(given));
        let bytes = usize::from(bytes);
        let (mut read, mut written): (LaneAddresses, LaneAddresses) = ([None; 32], [None; 32]);
        for lane in warp.active() {
            let lane_of = |lanes: &[u64; 32]| of_lane(lanes, lane);
            let shared = lane_of(&to) | address::SHARED << address::MEMORY_SHIFT;
            let target = self.memory(warp.block, shared, bytes)?;
            let Memory::Shared { block, at } = target else {
                return Err("a cp.async to another memory than shared memory".to_owned());
            };
            let mut data = [0; 16];
            if lane_of(&given) != 0 {
                let source = self.memory(warp.block, lane_of(&from), bytes)?;
                let given = count(lane_of(&given)).min(bytes);
                let data = data.get_mut(..given).ok_or("an access that is too wide")?;
                self.read_bytes(source, data)?;
                set_lane(&mut read, lane, Some(place(source)));
            }
            set_lane(&mut written, lane, Some(place(target)));
            // It may be there at once: who still reads what was there before must have done so.
            self.watched(warp, lane, target, bytes, Use::Begin, Proxy::Generic);
            warp.copies.push(PendingCopy { block, at, lane, bytes, data });
        }
        self.counted(&read, bytes, false, false);
        self.counted(&written, bytes, true, true);
        Ok(())
    }

    pub(super) fn wait_for_copies(&mut self, warp: &mut Warp, most: usize) -> Result<(), Fault> {
        while warp.copy_groups.len() > most {
            let group = warp.copy_groups.pop_front();
            invariant!(group.is_some(), "more than {most} groups of copies, and none");
            for copy in group.unwrap_or_default() {
                let PendingCopy { block, at, lane, bytes, data } = copy;
                self.write_shared(
                    warp,
                    lane,
                    (block, at),
                    data.get(..bytes).ok_or("a cp.async that is too wide")?,
                    Proxy::Generic,
                )?;
            }
        }
        Ok(())
    }
}

/// A number of bytes, which memory holds.
pub(super) fn signed(bytes: usize) -> i64 {
    let found = i64::try_from(bytes).ok();
    invariant!(found.is_some(), "{bytes} bytes");
    found.unwrap_or(i64::MAX)
}

/// The byte in its memory.
fn place(memory: Memory) -> i64 {
    match memory {
        Memory::Shared { at, .. } => signed(at),
        Memory::Buffer { at, .. } => at,
    }
}
