//! `asm`: its operands, and what is done with the plain instructions among them.

use std::collections::HashMap;

use super::{
    Lowering,
    ptx::{Line, Part, lines},
    value::{Place, Value, byte},
};
use crate::{
    RunError,
    emulator::{
        program::{Operand, Register, Step, address, given},
        source::{Assembly, Binary, Scalar, unknown},
    },
};

/// The operands of an `asm` and the registers of its text.
pub(super) struct Operands {
    slots: Vec<Slot>,
    names: HashMap<String, Operand>,
}

struct Slot {
    value: Option<Operand>,
    place: Option<Place>,
}

impl Operands {
    /// What an operand says.
    pub(super) fn read(&self, part: Option<&Part>) -> Result<Operand, RunError> {
        let found = match part {
            Some(Part::Slot(slot)) => self.slots.get(*slot).and_then(|slot| slot.value),
            Some(Part::Number(number)) => Some(Operand::Constant(*number)),
            Some(Part::Name(name)) => self.names.get(name).copied(),
            Some(Part::Address(parts) | Part::Group(parts)) if parts.len() == 1 => {
                return self.read(parts.first());
            }
            _ => None,
        };
        found.ok_or_else(|| unknown(format!("the operand {part:?}")))
    }

    /// A number that is the same in every run.
    pub(super) fn constant(&self, part: Option<&Part>) -> Result<usize, RunError> {
        match self.read(part)? {
            Operand::Constant(number) => Ok(usize::try_from(number).unwrap_or(usize::MAX)),
            Operand::Register(_) => Err(unknown(format!("the operand {part:?}, which is no constant"))),
        }
    }

    /// The parts of a group, or the operand itself.
    pub(super) fn group(part: Option<&Part>) -> &[Part] {
        match part {
            Some(Part::Group(parts)) => parts,
            Some(part) => std::slice::from_ref(part),
            None => &[],
        }
    }

    pub(super) fn read_all(&self, part: Option<&Part>) -> Result<Vec<Operand>, RunError> {
        Self::group(part).iter().map(|part| self.read(Some(part))).collect()
    }

    /// The registers that an operand is written to.
    pub(super) fn written(&self, part: Option<&Part>) -> Result<Vec<Register>, RunError> {
        let register = |part: &Part| match part {
            Part::Slot(slot) => match self.slots.get(*slot).and_then(|slot| slot.place.as_ref()) {
                Some(Place::Registers(local, _)) if local.index.is_none() => Ok(local.base),
                _ => Err(unknown(format!("the result {part:?}"))),
            },
            other => Err(unknown(format!("the result {other:?}"))),
        };
        Self::group(part).iter().map(register).collect()
    }
}

impl Lowering<'_> {
    pub(super) fn assembly(&mut self, assembly: &Assembly) -> Result<(), RunError> {
        let mut slots = Vec::new();
        for (constraint, expression) in &assembly.operands {
            let place = match constraint.starts_with(['=', '+']) {
                true => Some(self.place(expression)?),
                false => None,
            };
            let value = match (&place, constraint.starts_with('=')) {
                (_, true) => None,
                (Some(place), _) => Some(self.read(place.clone())?),
                (None, _) => Some(self.value(expression)?),
            };
            let value = match value {
                Some(Value::Number(number, ty)) if constraint.ends_with('r') => {
                    Some(self.number_as(number, ty, Scalar::U32)?)
                }
                Some(Value::Number(number, _) | Value::Pointer(number, _)) => Some(number),
                Some(other) => return Err(unknown(format!("{other:?} as an operand"))),
                None => None,
            };
            slots.push(Slot { value, place });
        }
        let mut operands = Operands { slots, names: HashMap::new() };
        operands.names.insert("cluster_ctarank".to_owned(), Operand::Register(given::RANK));
        for line in lines(&assembly.text)? {
            if !self.instruction(&line, &operands)? && !self.plain(&line, &mut operands)? {
                return Err(unknown(format!("the instruction {}", line.name)));
            }
        }
        Ok(())
    }

    /// Writes a result, or names it.
    fn result(
        &mut self,
        part: Option<&Part>,
        value: Operand,
        operands: &mut Operands,
    ) -> Result<(), RunError> {
        match part {
            Some(Part::Name(name)) => {
                operands.names.insert(name.clone(), value);
                Ok(())
            }
            part => {
                for to in operands.written(part)? {
                    self.emit(Step::Assign { to, from: value })?;
                }
                Ok(())
            }
        }
    }

    /// An instruction that is a step as C++ has them; says whether it is one.
    fn plain(&mut self, line: &Line, operands: &mut Operands) -> Result<bool, RunError> {
        const SILENT: [&str; 9] = [
            "fence",
            "setmaxnreg",
            "prefetch",
            "membar",
            "griddepcontrol",
            "discard",
            "applypriority",
            "nanosleep",
            "wgmma.fence",
        ];
        if SILENT.iter().any(|name| line.is(name)) {
            return Ok(true);
        }
        let at = |number: usize| line.operands.get(number);
        let words = line.words();
        let unsigned = |operand| (operand, Scalar::U32);
        match words.as_slice() {
            ["mov", ..] => {
                let value = operands.read(at(1))?;
                self.result(at(0), value, operands)?;
            }
            ["cvta", "to", "shared", ..] => {
                let generic = (operands.read(at(1))?, Scalar::U64);
                let offset = (Operand::Constant(u32::MAX.into()), Scalar::U64);
                let (offset, _) = self.binary(Binary::And, generic, offset)?;
                self.result(at(0), offset, operands)?;
            }
            ["cvt", .., into @ ("f16x2" | "bf16x2"), "f32"] => {
                let half = if *into == "f16x2" { Scalar::F16 } else { Scalar::BF16 };
                let (high, low) = (operands.read(at(1))?, operands.read(at(2))?);
                let high = self.number_as(high, Scalar::F32, half)?;
                let low = self.number_as(low, Scalar::F32, half)?;
                let (high, _) =
                    self.binary(Binary::ShiftLeft, unsigned(high), unsigned(Operand::Constant(16)))?;
                let (pair, _) = self.binary(Binary::Or, unsigned(high), unsigned(low))?;
                self.result(at(0), pair, operands)?;
            }
            ["cvt", .., into, from] => {
                let (into, from) = (scalar(into), scalar(from));
                let (into, from) =
                    into.zip(from).ok_or_else(|| unknown(format!("the instruction {}", line.name)))?;
                let value = operands.read(at(1))?;
                let value = self.number_as(value, from, into)?;
                self.result(at(0), value, operands)?;
            }
            ["setp", "ne", _] => {
                let (a, b) = (operands.read(at(1))?, operands.read(at(2))?);
                let (differs, _) = self.binary(Binary::NotEqual, unsigned(a), unsigned(b))?;
                self.result(at(0), differs, operands)?;
            }
            ["mapa", ..] => {
                let (local, rank) = (operands.read(at(1))?, operands.read(at(2))?);
                let (rank, _) = self.binary(Binary::Add, unsigned(rank), unsigned(Operand::Constant(1)))?;
                let shift = Operand::Constant(address::RANK_SHIFT.into());
                let (rank, _) = self.binary(Binary::ShiftLeft, unsigned(rank), unsigned(shift))?;
                let (remote, _) = self.binary(Binary::Or, unsigned(local), unsigned(rank))?;
                self.result(at(0), remote, operands)?;
            }
            ["ld", space, .., ty] => {
                let from = self.memory_operand(space, operands.read(at(1))?)?;
                let (to, unit) = (operands.written(at(0))?, width(ty)?);
                let loaded = self.allocate(u32::try_from(to.len()).unwrap_or(u32::MAX));
                let units = byte(to.len());
                self.emit(Step::Load { to: loaded, units, unit, address: from })?;
                for (to, from) in to.into_iter().zip(loaded..) {
                    self.emit(Step::Assign { to, from: Operand::Register(from) })?;
                }
            }
            ["st", space, .., ty] => {
                let address = self.memory_operand(space, operands.read(at(0))?)?;
                let from = operands.read_all(at(1))?;
                self.emit(Step::Store { from, unit: width(ty)?, address })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A generic address.
    pub(super) fn memory_operand(&mut self, space: &str, at: Operand) -> Result<Operand, RunError> {
        if !space.starts_with("shared") {
            return Ok(at);
        }
        let shared = Operand::Constant(address::SHARED << address::MEMORY_SHIFT);
        Ok(self.binary(Binary::Or, (at, Scalar::U64), (shared, Scalar::U64))?.0)
    }
}

/// A type of PTX.
pub(super) fn scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "f16" => Scalar::F16,
        "bf16" => Scalar::BF16,
        "f32" => Scalar::F32,
        "f64" => Scalar::F64,
        "u16" | "b16" => Scalar::U16,
        "u32" | "b32" => Scalar::U32,
        "s32" => Scalar::I32,
        "u64" | "b64" => Scalar::U64,
        "s64" => Scalar::I64,
        _ => return None,
    })
}

/// Bytes of a type of PTX.
fn width(name: &str) -> Result<u8, RunError> {
    let bits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<u8>().ok();
    bits.filter(|bits| [8, 16, 32, 64].contains(bits))
        .map(|bits| bits / 8)
        .ok_or_else(|| unknown(format!("the type {name}")))
}
