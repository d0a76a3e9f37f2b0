//! `asm`: its operands, and what is done with the plain instructions among them.

use std::collections::HashMap;

use super::{
    Lowering,
    ptx::{Item, Line, Part, PtxError, items},
    table::{Form, Kind, Meaning, forms},
    value::{Place, Value, byte, count},
};
use crate::{
    RunError,
    emulator::{
        invariant::invariant,
        program::{Operand, Register, Step, address, given},
        source::{Assembly, Binary, Scalar, unknown},
    },
};

/// The operands of an `asm` and the registers of its text.
pub(super) struct Operands {
    slots: Vec<Slot>,
    names: HashMap<String, Named>,
}

struct Slot {
    /// `r`, `l` and so on: what kind of register it is in.
    constraint: char,
    value: Option<Operand>,
    place: Option<Place>,
}

/// A register that the text declares, or one of the machine's.
struct Named {
    /// Bits of it; a predicate has 1.
    bits: u8,
    value: Option<Operand>,
}

impl Operands {
    /// The form that an instruction has with these operands.
    fn form(&self, line: &Line, forms: &[Form]) -> Result<Form, PtxError> {
        let of_count: Vec<&Form> =
            forms.iter().filter(|form| form.operands.len() == line.operands.len()).collect();
        let Some(last) = of_count.last() else {
            let takes: Vec<String> = forms.iter().map(|form| form.operands.len().to_string()).collect();
            let (name, found) = (line.name.clone(), line.operands.len());
            return Err(PtxError::Count { name, found, takes: takes.join(" or ") });
        };
        let wrong = |form: &Form| {
            form.operands.iter().zip(&line.operands).position(|(kind, part)| !self.is_of(part, *kind))
        };
        if let Some(form) = of_count.iter().find(|form| wrong(form).is_none()) {
            return Ok(**form);
        }
        let number = wrong(last);
        invariant!(number.is_some(), "`{}` has a form of these operands", line.name);
        let number = number.unwrap_or(0);
        let (part, kind) = (line.operands.get(number), last.operands.get(number));
        Err(PtxError::Operand {
            name: line.name.clone(),
            number: number + 1,
            found: part.map(|part| self.described(part)).unwrap_or_default(),
            must: kind.map(Kind::to_string).unwrap_or_default(),
        })
    }

    /// Whether an operand is of this kind.
    fn is_of(&self, part: &Part, kind: Kind) -> bool {
        match (kind, part) {
            (Kind::Read(_), Part::Number(_)) | (Kind::Constant, Part::Number(_)) => true,
            (Kind::Read(bits), part) => self.bits(part) == Some(bits) || self.is_constant(part),
            (Kind::Written(bits), Part::Slot(slot)) => {
                let is_written = self.slots.get(*slot).is_some_and(|slot| slot.place.is_some());
                is_written && self.bits(part) == Some(bits)
            }
            (Kind::Written(bits), Part::Name(_)) => self.bits(part) == Some(bits),
            (Kind::Predicate, Part::Name(_)) => self.bits(part) == Some(1),
            (Kind::Constant, part) => self.is_constant(part),
            (Kind::Sink, Part::Name(name)) => name == "_",
            (Kind::Address(kinds), Part::Address(parts)) => {
                kinds.len() == parts.len()
                    && kinds.iter().zip(parts).all(|(kind, part)| self.is_of(part, *kind))
            }
            (Kind::Group(kind, count), Part::Group(parts)) => {
                parts.len() == count && parts.iter().all(|part| self.is_of(part, *kind))
            }
            (Kind::Many(kind), Part::Group(parts)) => parts.iter().all(|part| self.is_of(part, *kind)),
            _ => false,
        }
    }

    fn is_constant(&self, part: &Part) -> bool {
        matches!(part, Part::Slot(slot) if self.slots.get(*slot).is_some_and(|slot| slot.constraint == 'n'))
    }

    /// Bits of a register.
    fn bits(&self, part: &Part) -> Option<u8> {
        match part {
            Part::Slot(slot) => match self.slots.get(*slot)?.constraint {
                'h' => Some(16),
                'r' | 'f' => Some(32),
                'l' | 'd' => Some(64),
                _ => None,
            },
            Part::Name(name) => self.names.get(name).map(|named| named.bits),
            _ => None,
        }
    }

    fn described(&self, part: &Part) -> String {
        match (part, self.bits(part)) {
            (Part::Name(name), None) => format!("`{name}`, which nothing declares"),
            (Part::Slot(slot), None) if !self.is_constant(part) => format!("`%{slot}`, which is no operand"),
            (_, Some(1)) => "a predicate".to_owned(),
            (_, Some(bits)) => format!("a register of {bits} bits"),
            (Part::Address(_), _) => "an address".to_owned(),
            (Part::Group(parts), _) => format!("a group of {}", parts.len()),
            _ => "a number".to_owned(),
        }
    }

    /// Declares a register of the text.
    fn declare(&mut self, name: String, ty: &str) -> Result<(), PtxError> {
        let bits = match ty {
            "pred" => Some(1),
            ty => ty.strip_prefix(['b', 'u', 's', 'f']).and_then(|bits| bits.parse().ok()),
        };
        let bits = bits.filter(|bits| [1, 16, 32, 64].contains(bits));
        let bits =
            bits.ok_or_else(|| PtxError::Text { text: ty.to_owned(), problem: "is no register's type" })?;
        let text = name.clone();
        match self.names.insert(name, Named { bits, value: None }) {
            Some(_) => Err(PtxError::Text { text, problem: "is declared twice" }),
            None => Ok(()),
        }
    }

    /// What an operand says.
    pub(super) fn read(&self, part: Option<&Part>) -> Result<Operand, RunError> {
        let found = match part {
            Some(Part::Slot(slot)) => self.slots.get(*slot).and_then(|slot| slot.value),
            Some(Part::Number(number)) => Some(Operand::Constant(*number)),
            Some(Part::Name(name)) => self.names.get(name).and_then(|named| named.value),
            Some(Part::Address(parts) | Part::Group(parts)) if parts.len() == 1 => {
                return self.read(parts.first());
            }
            _ => None,
        };
        found.ok_or_else(|| unknown(format!("the operand {part:?}, which nothing has written")))
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

/// Every instruction of a text is one that there is.
///
/// # Errors
/// As [`items`] and [`forms`].
pub(super) fn check(assembly: &Assembly) -> Result<(), PtxError> {
    for item in items(&assembly.text)? {
        if let Item::Instruction(line) = item {
            forms(&line.name)?;
        }
    }
    Ok(())
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
            let constraint = constraint.chars().last().unwrap_or_default();
            slots.push(Slot { constraint, value, place });
        }
        let mut operands = Operands { slots, names: HashMap::new() };
        let rank = Named { bits: 32, value: Some(Operand::Register(given::RANK)) };
        operands.names.insert("%%cluster_ctarank".to_owned(), rank);
        for item in items(&assembly.text).map_err(unknown)? {
            let line = match item {
                Item::Register { name, ty } => {
                    operands.declare(name, &ty).map_err(unknown)?;
                    continue;
                }
                Item::Instruction(line) => line,
            };
            if !self.forms.contains_key(&line.name) {
                self.forms.insert(line.name.clone(), forms(&line.name).map_err(unknown)?);
            }
            let forms = self.forms.get(&line.name).map(Vec::as_slice).unwrap_or_default();
            let meaning = operands.form(&line, forms).map_err(unknown)?.meaning;
            if line.is_retried != (meaning == Meaning::BarrierWait) {
                let problem = match line.is_retried {
                    true => "is tried again, which only `mbarrier.try_wait` may be",
                    false => "may give up, and nothing tries it again",
                };
                return Err(unknown(PtxError::Text { text: line.name, problem }));
            }
            if !self.plain(meaning, &line, &mut operands)? {
                self.instruction(meaning, &line, &operands)?;
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
                let named = operands.names.get_mut(name);
                named.ok_or_else(|| unknown(format!("the register {name}")))?.value = Some(value);
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
    fn plain(&mut self, meaning: Meaning, line: &Line, operands: &mut Operands) -> Result<bool, RunError> {
        let at = |number: usize| line.operands.get(number);
        let words = line.words();
        let unsigned = |operand| (operand, Scalar::U32);
        match (meaning, words.as_slice()) {
            (Meaning::Move, _) => {
                let value = operands.read(at(1))?;
                self.result(at(0), value, operands)?;
            }
            (Meaning::ToShared, _) => {
                let generic = (operands.read(at(1))?, Scalar::U64);
                let offset = (Operand::Constant(u32::MAX.into()), Scalar::U64);
                let (offset, _) = self.binary(Binary::And, generic, offset)?;
                self.result(at(0), offset, operands)?;
            }
            (Meaning::Narrow, [.., into, _]) => {
                let half = if *into == "f16x2" { Scalar::F16 } else { Scalar::BF16 };
                let (high, low) = (operands.read(at(1))?, operands.read(at(2))?);
                let high = self.number_as(high, Scalar::F32, half)?;
                let low = self.number_as(low, Scalar::F32, half)?;
                let (high, _) =
                    self.binary(Binary::ShiftLeft, unsigned(high), unsigned(Operand::Constant(16)))?;
                let (pair, _) = self.binary(Binary::Or, unsigned(high), unsigned(low))?;
                self.result(at(0), pair, operands)?;
            }
            (Meaning::Convert, [.., into, from]) => {
                let (into, from) = (scalar(into), scalar(from));
                let (into, from) =
                    into.zip(from).ok_or_else(|| unknown(format!("the instruction {}", line.name)))?;
                let value = operands.read(at(1))?;
                let value = self.number_as(value, from, into)?;
                self.result(at(0), value, operands)?;
            }
            (Meaning::Differs, _) => {
                let (a, b) = (operands.read(at(1))?, operands.read(at(2))?);
                let (differs, _) = self.binary(Binary::NotEqual, unsigned(a), unsigned(b))?;
                self.result(at(0), differs, operands)?;
            }
            (Meaning::InBlock, _) => {
                let (local, rank) = (operands.read(at(1))?, operands.read(at(2))?);
                let (rank, _) = self.binary(Binary::Add, unsigned(rank), unsigned(Operand::Constant(1)))?;
                let shift = Operand::Constant(address::RANK_SHIFT.into());
                let (rank, _) = self.binary(Binary::ShiftLeft, unsigned(rank), unsigned(shift))?;
                let (remote, _) = self.binary(Binary::Or, unsigned(local), unsigned(rank))?;
                self.result(at(0), remote, operands)?;
            }
            (Meaning::Load, [_, space, .., ty]) => {
                let from = self.memory_operand(space, operands.read(at(1))?)?;
                let (to, unit) = (operands.written(at(0))?, width(ty)?);
                let loaded = self.allocate(count(to.len()));
                let units = byte(to.len());
                self.emit(Step::Load { to: loaded, units, unit, address: from })?;
                for (to, from) in to.into_iter().zip(loaded..) {
                    self.emit(Step::Assign { to, from: Operand::Register(from) })?;
                }
            }
            (Meaning::Store, [_, space, .., ty]) => {
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
