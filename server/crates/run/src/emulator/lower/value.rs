//! Values and places while a kernel is lowered: numbers in registers or known, pointers, and what they point at.

use super::Lowering;
use crate::{
    RunError,
    emulator::{
        arithmetic,
        invariant::invariant,
        program::{Operand, Register, Step},
        source::{Member, Scalar, Type, unknown},
    },
};

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Nothing,
    Number(Operand, Scalar),
    /// A vector or a union, in pieces of so many bytes.
    Group(Vec<Operand>, usize),
    /// Into memory.
    Pointer(Operand, Type),
    /// Into registers.
    Local(Local, Type),
}

/// Registers of a variable or of a part of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Local {
    pub(super) base: Register,
    /// A register with what is added to `base`.
    pub(super) index: Option<Register>,
    /// Registers from `base` on that are the variable's.
    pub(super) limit: u32,
    /// Bytes of a register.
    pub(super) unit: usize,
}

/// Where a value is.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Registers(Local, Type),
    Memory(Operand, Type),
    /// It cannot be assigned to.
    Fixed(Value),
}

/// Bytes of a type.
pub(super) fn bytes(ty: &Type) -> usize {
    match ty {
        Type::Scalar(scalar) => scalar.bytes(),
        Type::Vector(scalar, count) => scalar.bytes() * count,
        Type::Array(element, count) => bytes(element) * count,
        Type::Union(members) => members.iter().map(|member| bytes(&member.ty)).max().unwrap_or(0),
        Type::Pointer(_) | Type::Reference(_) => 8,
        // Nothing is of these: a value that would be is unknown.
        Type::Void | Type::Auto | Type::Opaque => 0,
    }
}

/// Bytes of the pieces that a variable of this type is kept in.
pub(super) fn unit(ty: &Type) -> usize {
    match ty {
        Type::Scalar(scalar) | Type::Vector(scalar, _) => scalar.bytes(),
        Type::Array(element, _) => unit(element),
        Type::Union(members) => members.iter().map(|member| unit(&member.ty)).min().unwrap_or(1),
        Type::Pointer(_) | Type::Reference(_) => 8,
        // Of no bytes, in pieces of any size.
        Type::Void | Type::Auto | Type::Opaque => 8,
    }
}

/// Registers, as steps count them.
pub(super) fn count(number: usize) -> u32 {
    let count = u32::try_from(number).ok();
    invariant!(count.is_some(), "{number} registers");
    count.unwrap_or(u32::MAX)
}

/// Bytes of a piece, as steps count them.
pub(super) fn byte(number: usize) -> u8 {
    let bytes = u8::try_from(number).ok();
    invariant!(bytes.is_some(), "a piece of {number} bytes");
    bytes.unwrap_or(u8::MAX)
}

impl Lowering<'_> {
    /// What a place holds.
    pub(super) fn read(&mut self, place: Place) -> Result<Value, RunError> {
        match place {
            Place::Fixed(value) => Ok(value),
            Place::Registers(local, Type::Array(element, _)) => Ok(Value::Local(local, *element)),
            Place::Memory(address, Type::Array(element, _)) => Ok(Value::Pointer(address, *element)),
            Place::Registers(local, ty) => {
                let registers = self.registers_of(local, bytes(&ty))?;
                self.value_of(registers, local.unit, ty)
            }
            Place::Memory(address, ty) => {
                let unit = unit(&ty);
                let to = self.load(address, &ty, unit)?;
                let registers = (0..count(bytes(&ty) / unit)).map(|number| Operand::Register(to + number));
                let registers = registers.collect();
                self.value_of(registers, unit, ty)
            }
        }
    }

    /// Loads from memory into pieces of `unit` bytes.
    fn load(&mut self, address: Operand, ty: &Type, unit: usize) -> Result<Register, RunError> {
        let units = bytes(ty) / unit;
        let to = self.allocate(count(units));
        self.emit(Step::Load { to, units: byte(units), unit: byte(unit), address })?;
        Ok(to)
    }

    /// The registers of a part of a variable, copied where which they are depends on the run.
    fn registers_of(&mut self, local: Local, bytes: usize) -> Result<Vec<Operand>, RunError> {
        let number = count(bytes.div_ceil(local.unit));
        if number > local.limit {
            return Err(unknown(format!("{bytes} bytes of a variable that ends before")));
        }
        let Some(index) = local.index else {
            return Ok((0..number).map(|at| Operand::Register(local.base + at)).collect());
        };
        let to = self.allocate(number);
        for at in 0..number {
            let (base, limit) = (local.base + at, local.limit - at);
            self.emit(Step::ReadIndexed { to: to + at, base, index, limit })?;
        }
        Ok((0..number).map(|at| Operand::Register(to + at)).collect())
    }

    /// Pieces as a value of this type.
    fn value_of(&mut self, pieces: Vec<Operand>, piece: usize, ty: Type) -> Result<Value, RunError> {
        match ty {
            Type::Scalar(scalar) => {
                let pieces = self.repacked(pieces, piece, scalar.bytes())?;
                pieces
                    .first()
                    .map(|number| Value::Number(*number, scalar))
                    .ok_or_else(|| unknown("an empty value"))
            }
            Type::Pointer(to) => match pieces.first() {
                Some(address) => Ok(Value::Pointer(*address, *to)),
                None => Err(unknown("an empty value")),
            },
            Type::Vector(..) | Type::Union(_) => Ok(Value::Group(pieces, piece)),
            other => Err(unknown(format!("a value of the type {other:?}"))),
        }
    }

    /// The same bytes in pieces of another size.
    pub(super) fn repacked(
        &mut self,
        pieces: Vec<Operand>,
        from_unit: usize,
        to_unit: usize,
    ) -> Result<Vec<Operand>, RunError> {
        if from_unit == to_unit {
            return Ok(pieces);
        }
        let total = pieces.len() * from_unit;
        let from = self.allocate(count(pieces.len()));
        for (to, piece) in (from..).zip(pieces) {
            self.emit(Step::Assign { to, from: piece })?;
        }
        let number = count(total / to_unit);
        let to = self.allocate(number);
        let (from_unit, to_unit) = (byte(from_unit), byte(to_unit));
        self.emit(Step::Repack { to, to_unit, from, from_unit, bytes: byte(total) })?;
        Ok((0..number).map(|at| Operand::Register(to + at)).collect())
    }

    /// Puts a value where it belongs.
    pub(super) fn assign(&mut self, place: &Place, value: Value) -> Result<(), RunError> {
        match place {
            Place::Registers(local, ty) => {
                let pieces = match (self.converted(value, ty)?, ty) {
                    (Value::Number(number, _), Type::Scalar(scalar)) => {
                        self.repacked(vec![number], scalar.bytes(), local.unit)?
                    }
                    (Value::Pointer(address, _), _) => vec![address],
                    (Value::Group(pieces, unit), _) => self.repacked(pieces, unit, local.unit)?,
                    (value, ty) => return Err(unknown(format!("{value:?} as {ty:?}"))),
                };
                if count(pieces.len()) > local.limit {
                    return Err(unknown(format!("{} pieces for a variable that ends before", pieces.len())));
                }
                for (at, from) in (0..).zip(pieces) {
                    let base = local.base + at;
                    let limit = local.limit - at;
                    let step = match (local.index, from) {
                        (None, Operand::Register(from)) if self.retarget(from, base) => continue,
                        (None, from) => Step::Assign { to: base, from },
                        (Some(index), from) => Step::WriteIndexed { base, index, limit, from },
                    };
                    self.emit(step)?;
                }
                Ok(())
            }
            Place::Memory(address, ty) => {
                let (from, unit) = match self.converted(value, ty)? {
                    Value::Number(number, scalar) => (vec![number], scalar.bytes()),
                    Value::Group(pieces, unit) => (pieces, unit),
                    value => return Err(unknown(format!("{value:?} in memory"))),
                };
                self.emit(Step::Store { from, unit: byte(unit), address: *address })?;
                Ok(())
            }
            Place::Fixed(value) => Err(unknown(format!("an assignment to {value:?}"))),
        }
    }

    /// Loads straight into a variable, where both are that simple; says whether it did.
    pub(super) fn assigned_from_memory(&mut self, place: &Place, from: &Place) -> Result<bool, RunError> {
        let (Place::Registers(local, to), Place::Memory(address, ty)) = (place, from) else {
            return Ok(false);
        };
        let is_same =
            bytes(to) == bytes(ty) && !matches!(to, Type::Scalar(_) | Type::Pointer(_) | Type::Auto);
        let is_plain = matches!(ty, Type::Vector(..)) && local.index.is_none();
        if !is_same || !is_plain {
            return Ok(false);
        }
        let units = byte(bytes(ty) / local.unit);
        if u32::from(units) > local.limit {
            return Err(unknown(format!("{units} pieces for a variable that ends before")));
        }
        self.emit(Step::Load { to: local.base, units, unit: byte(local.unit), address: *address })?;
        Ok(true)
    }

    /// A value of this type.
    pub(super) fn converted(&mut self, value: Value, ty: &Type) -> Result<Value, RunError> {
        match (value, ty) {
            (Value::Number(number, from), Type::Scalar(into)) => {
                Ok(Value::Number(self.number_as(number, from, *into)?, *into))
            }
            (Value::Number(Operand::Constant(0), _), Type::Pointer(to)) => {
                Ok(Value::Pointer(Operand::Constant(0), (**to).clone()))
            }
            (value, _) => Ok(value),
        }
    }

    /// A number of another type.
    pub(super) fn number_as(
        &mut self,
        number: Operand,
        from: Scalar,
        into: Scalar,
    ) -> Result<Operand, RunError> {
        use Scalar::{Bool, I32, I64, U8, U16, U32, U64};
        let is_same = match (from, into) {
            (I32 | U32, I32 | U32) | (I64 | U64, I64 | U64) => true,
            (Bool | U8 | U16 | U32, I32 | U32 | I64 | U64) => true,
            (Bool, U8 | U16) | (U8, U16) => true,
            _ => from == into,
        };
        if is_same {
            return Ok(number);
        }
        if let Operand::Constant(bits) = number {
            let mut to = [0; 32];
            arithmetic::convert(from, into, &[bits; 32], &mut to);
            return Ok(Operand::Constant(to[0]));
        }
        let to = self.allocate(1);
        self.emit(Step::Convert { from, into, to, a: number })?;
        Ok(Operand::Register(to))
    }

    /// A type whose extents are known.
    pub(super) fn resolved(&mut self, ty: &Type) -> Result<Type, RunError> {
        let Type::Union(members) = ty else { return Ok(ty.clone()) };
        let mut resolved = Vec::new();
        for Member { name, ty, extents } in members.iter() {
            let mut ty = ty.clone();
            for extent in extents.iter().rev() {
                ty = Type::Array(Box::new(ty), self.size(extent)?);
            }
            resolved.push(Member { name: name.clone(), ty, extents: Vec::new() });
        }
        Ok(Type::Union(resolved.into()))
    }
}
