//! Bank conflicts as this GPU has them: accesses to shared memory timed beside accesses without conflicts.

use super::{
    Driver, Gpu,
    support::{
        Argument::{Integer, Pointer},
        Part, Support,
    },
};
use crate::{
    Device, ErrorCode, Pattern, RunError,
    kernel::{SharedAccesses, by_lane},
};

/// The shared memory of this machine's GPU.
///
/// It opens the GPU in this process, as a worker does: for programs of their own, never for a server.
pub struct SharedMemory {
    pub(super) gpu: Gpu,
}

impl SharedMemory {
    /// Finds the GPU.
    ///
    /// # Errors
    /// [`crate::ErrorCode::NoDriver`] and the others of a machine that has no GPU to run on.
    pub fn open() -> Result<Self, RunError> {
        Ok(SharedMemory { gpu: Gpu::open()? })
    }

    /// The GPU as reports show it.
    pub fn device(&self) -> Device {
        self.gpu.device()
    }

    /// Wavefronts of a read and of a write, by their times beside those of accesses without conflicts.
    ///
    /// # Errors
    /// What keeps a kernel from running.
    pub fn wavefronts(&mut self, pattern: &Pattern) -> Result<[f64; 2], RunError> {
        let bytes = pattern.bytes().cast_signed();
        let accesses = SharedAccesses { bytes, warps: vec![pattern.addresses()?] };
        let support = self.gpu.support(Part::Shared(bytes))?;
        let driver = self.gpu.context.driver()?;
        let measured = |writes| wavefronts(driver, &support, &accesses, writes);
        Ok([measured(false)?, measured(true)?])
    }
}

/// Accesses of a warp that are timed together.
const ACCESSES: usize = 8;

/// Rounds of them.
const ROUNDS: i64 = 256;

/// Wavefronts of an access on average: its time over that of an access without conflicts, which takes the least.
pub(super) fn wavefronts(
    driver: &Driver,
    support: &Support,
    accesses: &SharedAccesses,
    writes: bool,
) -> Result<f64, RunError> {
    let lanes = by_lane(|lane| accesses.bytes * lane);
    let free = SharedAccesses { bytes: accesses.bytes, warps: vec![lanes] };
    let (mut theirs, mut least) = (u64::MAX, u64::MAX);
    // The least of several: an interruption only adds cycles.
    for _ in 0..3 {
        theirs = theirs.min(cycles(driver, support, accesses, writes)?);
        least = least.min(cycles(driver, support, &free, writes)?);
    }
    Ok(accesses.least() * crate::report::float(theirs) / crate::report::float(least.max(1)))
}

/// Cycles of a block that makes the first accesses again and again.
fn cycles(
    driver: &Driver,
    support: &Support,
    accesses: &SharedAccesses,
    writes: bool,
) -> Result<u64, RunError> {
    let step = (accesses.warps.len() / ACCESSES).max(1);
    let chosen: Vec<&[i64; 32]> = accesses.warps.iter().step_by(step).cycle().take(ACCESSES).collect();
    let offsets = chosen.iter().flat_map(|warp| warp.iter());
    let offsets: Option<Vec<u32>> = offsets.map(|offset| u32::try_from(*offset).ok()).collect();
    // The kernel reads all of them: of a warp that is not there, or an offset that is none, it would read others.
    let offsets = offsets.filter(|offsets| offsets.len() == ACCESSES * 32);
    let none = || RunError::new(ErrorCode::Internal, "accesses that are none of shared memory");
    let offsets = offsets.ok_or_else(none)?;
    let highest = offsets.iter().copied().max().ok_or_else(none)?;
    let bytes: Vec<u8> = offsets.iter().flat_map(|offset| offset.to_ne_bytes()).collect();
    let mut addresses = driver.allocate(bytes.len() as u64)?;
    addresses.write(&bytes)?;
    let answer = driver.allocate(8)?;
    let arguments =
        [Pointer(addresses.address(0)), Integer(writes.into()), Integer(ROUNDS), Pointer(answer.address(0))];
    let name = format!("time_shared_{}", accesses.bytes);
    // SAFETY: time_shared_W(addresses, writes, rounds, cycles) reads 8 x 32 offsets, touches W bytes of shared memory at
    // each and writes one number.
    unsafe { support.launch_block(driver, &name, (highest + 16).max(128), &arguments)? };
    let mut cycles = [0; 8];
    answer.read(0, &mut cycles)?;
    Ok(u64::from_ne_bytes(cycles))
}
