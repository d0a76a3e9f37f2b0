//! The steps of a warp.

use super::{
    barrier::Clock,
    block::{Cluster, State, Warp},
    launch::Fault,
    pending::Frame,
};
use crate::emulator::{
    arithmetic::{self, Lanes},
    invariant::{count, invariant, of_lane, set_lane},
    program::{Instruction, Operand, Register, Step},
};

/// Why a step of control cannot be done.
const NO_FRAME: &str = "the end of a branch or a loop that it is not in";

impl Warp {
    /// A register. The program was checked to have no others than those that are there; poison stands for one that is
    /// not.
    pub(super) fn register(&self, register: Register) -> Lanes {
        let found = usize::try_from(register).ok().and_then(|register| self.registers.get(register));
        invariant!(found.is_some(), "register {register} of {}", self.registers.len());
        found.copied().unwrap_or([u64::MAX; 32])
    }

    pub(super) fn read(&self, operand: Operand) -> Lanes {
        match operand {
            Operand::Constant(number) => [number; 32],
            Operand::Register(register) => self.register(register),
        }
    }

    /// The lanes of an operand; a constant is spread over `spread`.
    fn lanes<'l>(&'l self, operand: Operand, spread: &'l mut Lanes) -> &'l Lanes {
        if let Operand::Register(register) = operand
            && let Some(found) = self.registers.get(register as usize)
        {
            return found;
        }
        *spread = self.read(operand);
        spread
    }

    /// Writes all lanes: of a register that only this statement reads.
    pub(super) fn set(&mut self, register: Register, lanes: Lanes) {
        let found = usize::try_from(register).ok().and_then(|at| self.registers.get_mut(at));
        match found {
            Some(found) => *found = lanes,
            None => invariant!(false, "register {register} of {}", self.registers.len()),
        }
    }

    /// Writes the active lanes.
    pub(super) fn assign(&mut self, register: Register, lanes: &Lanes) {
        let mask = self.mask;
        let Some(found) = usize::try_from(register).ok().and_then(|at| self.registers.get_mut(at)) else {
            invariant!(false, "register {register} of {}", self.registers.len());
            return;
        };
        if mask == u32::MAX {
            *found = *lanes;
            return;
        }
        for (lane, (to, from)) in found.iter_mut().zip(lanes).enumerate() {
            if mask >> lane & 1 == 1 {
                *to = *from;
            }
        }
    }

    /// The active lanes.
    pub(super) fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask;
        (0..32).filter(move |lane| mask >> lane & 1 == 1)
    }

    /// The one number that all active lanes have.
    pub(super) fn uniform(&self, operand: Operand) -> Result<u64, Fault> {
        let lanes = self.read(operand);
        let mut active = self.active().map(|lane| of_lane(&lanes, lane));
        let first = active.next().ok_or("an instruction that no lane of a warp comes to")?;
        match active.all(|number| number == first) {
            true => Ok(first),
            false => Err("lanes of a warp differ where they must agree".to_owned()),
        }
    }

    /// Whether all lanes that the warp has take part.
    pub(super) fn require_all(&self, what: &str) -> Result<(), Fault> {
        // The outermost frame is the kernel's: it has the lanes that have not ended.
        let Some(Frame::Function { before: all }) = self.frames.first().copied() else {
            return Err(NO_FRAME.to_owned());
        };
        match self.mask == all {
            true => Ok(()),
            false => Err(format!("not all lanes of a warp come to {what}")),
        }
    }

    fn jump(&mut self, to: u32) {
        self.at = count(to);
    }

    /// The active lanes wait until the frames above `stop` end.
    fn leave(&mut self, stop: impl Fn(&Frame) -> bool, continues: bool) {
        let lanes = self.mask;
        for frame in self.frames.iter_mut().rev() {
            let stops = stop(frame);
            match frame {
                Frame::Loop { continued, .. } if stops && continues => *continued |= lanes,
                _ if stops => {}
                Frame::If { before, rest } => {
                    *before &= !lanes;
                    *rest &= !lanes;
                }
                Frame::Loop { before, continued } => {
                    *before &= !lanes;
                    *continued &= !lanes;
                }
                Frame::Function { before } => *before &= !lanes,
            }
            if stops {
                break;
            }
        }
        self.mask = 0;
    }

    /// Lanes for which a condition holds.
    fn holds(&self, condition: Operand) -> u32 {
        let lanes = self.read(condition);
        lanes.iter().enumerate().fold(0, |mask, (lane, number)| mask | u32::from(*number != 0) << lane)
    }

    fn control(&mut self, step: &Step) -> Result<(), Fault> {
        match step {
            Step::If { condition, otherwise } => {
                let (before, holds) = (self.mask, self.holds(*condition));
                self.frames.push(Frame::If { before, rest: before & !holds });
                self.mask = before & holds;
                if self.mask == 0 {
                    self.jump(*otherwise);
                }
            }
            Step::Else { end } => {
                let Some(Frame::If { rest, .. }) = self.frames.last() else {
                    return Err(NO_FRAME.to_owned());
                };
                self.mask = *rest;
                if self.mask == 0 {
                    self.jump(*end);
                }
            }
            Step::LoopBegin => self.frames.push(Frame::Loop { before: self.mask, continued: 0 }),
            Step::LoopTest { condition, end } => {
                self.mask &= self.holds(*condition);
                if self.mask == 0 {
                    self.end_frame()?;
                    self.jump(*end);
                }
            }
            Step::LoopNext => {
                let Some(Frame::Loop { continued, .. }) = self.frames.last_mut() else {
                    return Err(NO_FRAME.to_owned());
                };
                self.mask |= std::mem::take(continued);
            }
            Step::LoopAgain { test } => self.jump(*test),
            Step::Break => self.leave(|frame| matches!(frame, Frame::Loop { .. }), false),
            Step::Continue => self.leave(|frame| matches!(frame, Frame::Loop { .. }), true),
            Step::FunctionBegin => self.frames.push(Frame::Function { before: self.mask }),
            Step::Return => {
                // The kernel's own frame loses the lanes: they have ended.
                let kernel =
                    self.frames.iter().filter(|frame| matches!(frame, Frame::Function { .. })).count() == 1;
                if let (true, Some(Frame::Function { before })) = (kernel, self.frames.first_mut()) {
                    *before &= !self.mask;
                }
                self.leave(|frame| matches!(frame, Frame::Function { .. }), false);
            }
            Step::EndIf | Step::LoopEnd | Step::FunctionEnd => self.end_frame()?,
            other => return Err(format!("a step that is none of control: {other:?}")),
        }
        Ok(())
    }

    fn end_frame(&mut self) -> Result<(), Fault> {
        match self.frames.pop() {
            Some(Frame::If { before, .. } | Frame::Loop { before, .. } | Frame::Function { before }) => {
                self.mask = before;
                Ok(())
            }
            None => Err(NO_FRAME.to_owned()),
        }
    }
}

impl Cluster<'_> {
    /// Runs a warp until it waits or ends; gives the number of steps.
    pub(super) fn advance(&mut self, warp: &mut Warp) -> Result<u64, Fault> {
        let launch = self.launch;
        warp.state = State::Ready;
        let mut steps = 0;
        loop {
            let step = launch.program.steps.get(warp.at).ok_or("it runs beyond the end of the kernel")?;
            if let Some(Some(sums)) = launch.program.touched.get(warp.at) {
                warp.touch_sums(sums)?;
            }
            warp.at += 1;
            steps += 1;
            match step {
                Step::Nothing => {}
                Step::Binary { operator, ty, to, a, b } => {
                    let (mut result, mut left, mut right) = ([0; 32], [0; 32], [0; 32]);
                    let (a, b) = (warp.lanes(*a, &mut left), warp.lanes(*b, &mut right));
                    arithmetic::binary(*operator, *ty, a, b, &mut result);
                    warp.assign(*to, &result);
                }
                Step::MultiplyAdd { to, a, b, c } => {
                    let (mut result, mut spread) = ([0; 32], [[0; 32]; 3]);
                    let [of_a, of_b, of_c] = &mut spread;
                    let (a, b, c) = (warp.lanes(*a, of_a), warp.lanes(*b, of_b), warp.lanes(*c, of_c));
                    arithmetic::multiply_add(a, b, c, &mut result);
                    warp.assign(*to, &result);
                }
                Step::Convert { from, into, to, a } => {
                    let mut result = [0; 32];
                    arithmetic::convert(*from, *into, &warp.read(*a), &mut result);
                    warp.assign(*to, &result);
                }
                Step::Select { to, condition, a, b } => {
                    let (condition, a, b) = (warp.read(*condition), warp.read(*a), warp.read(*b));
                    let mut result = [0; 32];
                    for (((to, condition), a), b) in result.iter_mut().zip(&condition).zip(&a).zip(&b) {
                        *to = if *condition != 0 { *a } else { *b };
                    }
                    warp.assign(*to, &result);
                }
                Step::Assign { to, from } => {
                    let lanes = warp.read(*from);
                    warp.assign(*to, &lanes);
                }
                Step::ReadIndexed { to, base, index, limit } => {
                    let mut result = [0; 32];
                    for (register, lane) in warp.indexed(*base, *index, *limit)? {
                        set_lane(&mut result, lane, of_lane(&warp.register(register), lane));
                    }
                    warp.set(*to, result);
                }
                Step::WriteIndexed { base, index, limit, from } => {
                    let from = warp.read(*from);
                    for (register, lane) in warp.indexed(*base, *index, *limit)? {
                        let mut lanes = warp.register(register);
                        set_lane(&mut lanes, lane, of_lane(&from, lane));
                        warp.set(register, lanes);
                    }
                }
                Step::Load { to, units, unit, address } => self.load(warp, *to, *units, *unit, *address)?,
                Step::Store { from, unit, address } => self.store(warp, from, *unit, *address)?,
                Step::Repack { to, to_unit, from, from_unit, bytes } => {
                    warp.repack((*to, *to_unit), (*from, *from_unit), *bytes);
                }
                Step::SyncThreads => {
                    warp.require_all("__syncthreads")?;
                    warp.state = State::AtBlockBarrier;
                    return Ok(steps);
                }
                Step::SyncWarp => {
                    warp.require_all("__syncwarp")?;
                    self.with_clock(warp.number, |clock| clock.order_lanes(warp.number));
                }
                Step::Instruction(instruction) if warp.mask != 0 => {
                    self.instruct(warp, instruction)?;
                    if warp.state != State::Ready {
                        return Ok(steps);
                    }
                }
                Step::Instruction(_) => {}
                Step::End => break,
                control => warp.control(control)?,
            }
        }
        warp.state = State::Done;
        Ok(steps)
    }

    /// What the warp has done so far can be known to others.
    pub(super) fn tick(&mut self, warp: &Warp) {
        self.with_clock(warp.number, |clock| clock.tick(warp.number));
    }

    /// What a warp knows of the others.
    pub(super) fn clock(&self, warp: usize) -> Clock {
        let found = self.clocks.get(warp);
        invariant!(found.is_some(), "warp {warp} has no clock");
        found.cloned().unwrap_or_default()
    }

    /// Changes what a warp knows of the others.
    pub(super) fn with_clock(&mut self, warp: usize, change: impl FnOnce(&mut Clock)) {
        match self.clocks.get_mut(warp) {
            Some(clock) => change(clock),
            None => invariant!(false, "warp {warp} has no clock"),
        }
    }

    fn instruct(&mut self, warp: &mut Warp, instruction: &Instruction) -> Result<(), Fault> {
        match instruction {
            Instruction::CopyAsync { to, from, bytes, given } => {
                self.copy_async(warp, *to, *from, *bytes, *given)
            }
            Instruction::CommitCopies => {
                let group = std::mem::take(&mut warp.copies);
                warp.copy_groups.push_back(group);
                Ok(())
            }
            Instruction::WaitCopies(most) => self.wait_for_copies(warp, *most),
            Instruction::WaitAllCopies => {
                let group = std::mem::take(&mut warp.copies);
                warp.copy_groups.push_back(group);
                self.wait_for_copies(warp, 0)
            }
            Instruction::LoadMatrices { to, transposed, address } => {
                self.load_matrices(warp, to, *transposed, *address)
            }
            Instruction::StoreMatrices { from, transposed, address } => {
                self.store_matrices(warp, from, *transposed, *address)
            }
            Instruction::Multiply { atom, d, a, b, c } => {
                warp.require_all("mma.sync")?;
                warp.multiply(atom, d, a, b, c);
                Ok(())
            }
            Instruction::MultiplyByWarpgroup { shape, d, a, b, adds } => {
                self.multiply_by_warpgroup(warp, *shape, d, (*a, *b), *adds)
            }
            Instruction::FenceMultiplications => {
                warp.require_all("wgmma.fence")?;
                warp.fence_sums();
                Ok(())
            }
            Instruction::CommitMultiplications => {
                warp.require_all("wgmma.commit_group")?;
                warp.commit_multiplications();
                Ok(())
            }
            Instruction::WaitMultiplications(most) => self.wait_for_multiplications(warp, *most),
            Instruction::BarrierInit { barrier, count } => self.init_barrier(warp, *barrier, *count),
            Instruction::BarrierArrive { barrier, expected } => self.arrive(warp, *barrier, *expected),
            Instruction::BarrierWait { barrier, parity } => self.wait_at(warp, *barrier, *parity),
            Instruction::Fetch { to, map, x, y, barrier, blocks } => {
                self.fetch(warp, [*to, *map, *x, *y, *barrier], *blocks)
            }
            Instruction::FenceBarriers => {
                self.publish_barriers(warp);
                Ok(())
            }
            Instruction::FenceProxies => {
                self.fence_proxies(warp);
                Ok(())
            }
            Instruction::ClusterArrive { releases } => self.arrive_at_cluster(warp, *releases),
            Instruction::ClusterWait => self.wait_at_cluster(warp),
            Instruction::NamedBarrier { barrier, threads } => {
                warp.require_all("bar.sync")?;
                warp.state = State::AtNamedBarrier(warp.uniform(*barrier)?, warp.uniform(*threads)?);
                Ok(())
            }
        }
    }
}

impl Warp {
    /// The register that each active lane means.
    fn indexed(&self, base: Register, index: Register, limit: u32) -> Result<Vec<(Register, usize)>, Fault> {
        let index = self.register(index);
        let register = |lane: usize| {
            let index = index.get(lane).and_then(|index| u32::try_from(*index).ok());
            let index = index.filter(|index| *index < limit);
            index.map(|index| (base + index, lane)).ok_or_else(|| "an index outside of an array".to_owned())
        };
        self.active().map(register).collect()
    }
}
