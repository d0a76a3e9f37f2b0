//! Expressions.

use super::{
    Binding, Lowering,
    value::{Local, Place, Value, bytes, count, unit},
};
use crate::{
    RunError,
    emulator::{
        arithmetic, invariant,
        program::{Operand, Step, given},
        source::{Binary, Expression, Scalar, Type, unknown},
    },
};

impl Lowering<'_> {
    /// An expression whose value is not used.
    pub(super) fn effect(&mut self, expression: &Expression) -> Result<(), RunError> {
        match expression {
            // A step after its operand is written as one with a value.
            Expression::Binary(_, stepped, _) if matches!(**stepped, Expression::Stepped(..)) => {
                self.value(stepped).map(drop)
            }
            other => self.value(other).map(drop),
        }
    }

    /// A number, with its type.
    pub(super) fn number(&mut self, expression: &Expression) -> Result<(Operand, Scalar), RunError> {
        match self.value(expression)? {
            Value::Number(number, ty) => Ok((number, ty)),
            Value::Pointer(address, _) => Ok((address, Scalar::U64)),
            other => Err(unknown(format!("{other:?} as a number"))),
        }
    }

    /// 0 or 1.
    pub(super) fn condition(&mut self, expression: &Expression) -> Result<Operand, RunError> {
        let (number, ty) = self.number(expression)?;
        self.number_as(number, ty, Scalar::Bool)
    }

    /// A number that must be known here.
    pub(super) fn size(&mut self, expression: &Expression) -> Result<usize, RunError> {
        match self.number(expression)? {
            (Operand::Constant(size), _) if size <= 1 << 30 => Ok(invariant::count(size)),
            _ => Err(unknown("an extent that is no constant")),
        }
    }

    pub(super) fn value(&mut self, expression: &Expression) -> Result<Value, RunError> {
        match expression {
            Expression::Integer(bits, ty) => Ok(Value::Number(Operand::Constant(*bits), *ty)),
            Expression::Float(value, ty) => {
                let bits = self.number_as(Operand::Constant(value.to_bits()), Scalar::F64, *ty)?;
                Ok(Value::Number(bits, *ty))
            }
            Expression::Negated(operand) => {
                let (number, ty) = self.number(operand)?;
                let zero = match ty {
                    Scalar::F32 => (u64::from((-0.0_f32).to_bits()), Scalar::F32),
                    Scalar::F64 => ((-0.0_f64).to_bits(), Scalar::F64),
                    // Half precision is not calculated with: it is the integer of its bits, as C++ sees it here.
                    Scalar::Bool
                    | Scalar::U8
                    | Scalar::U16
                    | Scalar::I32
                    | Scalar::U32
                    | Scalar::I64
                    | Scalar::U64
                    | Scalar::F16
                    | Scalar::BF16 => (0, Scalar::I32),
                };
                self.binary_value(Binary::Subtract, (Operand::Constant(zero.0), zero.1), (number, ty))
            }
            Expression::Not(operand) => {
                let condition = self.condition(operand)?;
                let zero = (Operand::Constant(0), Scalar::Bool);
                let (not, _) = self.binary(Binary::Equal, (condition, Scalar::Bool), zero)?;
                Ok(Value::Number(not, Scalar::Bool))
            }
            Expression::Complement(operand) => {
                let (number, ty) = self.number(operand)?;
                let ones = if ty.bytes() == 8 { u64::MAX } else { u32::MAX.into() };
                self.binary_value(Binary::Xor, (number, ty), (Operand::Constant(ones), ty))
            }
            Expression::AddressOf(operand) => match self.place(operand)? {
                Place::Registers(local, ty) => Ok(Value::Local(local, ty)),
                Place::Memory(address, ty) => Ok(Value::Pointer(address, ty)),
                Place::Fixed(value) => Err(unknown(format!("the address of {value:?}"))),
            },
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.combined(*operator, left, right)
            }
            Expression::Logical(or, left, right) => self.logical(*or, left, right),
            Expression::Assigned(operator, target, value) => self.assigned(*operator, target, value),
            Expression::Stepped(operator, target) => {
                let one = Expression::Integer(1, Scalar::I32);
                self.assigned(Some(*operator), target, &one)
            }
            Expression::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise)
            }
            Expression::Cast(ty, operand) => {
                let value = self.value(operand)?;
                self.cast(value, ty)
            }
            Expression::Call(name, template, arguments) => self.call(name, template, arguments),
            Expression::Member(object, _) if matches!(&**object, Expression::Name(_)) => {
                match self.launch_index(expression) {
                    Some(value) => Ok(value),
                    None => {
                        let place = self.place(expression)?;
                        self.read(place)
                    }
                }
            }
            Expression::List(_) => Err(unknown("a list of values")),
            Expression::Name(_)
            | Expression::Dereferenced(_)
            | Expression::Index(..)
            | Expression::Member(..) => {
                let place = self.place(expression)?;
                self.read(place)
            }
        }
    }

    /// `threadIdx.x` and its like: launches have one dimension.
    fn launch_index(&self, expression: &Expression) -> Option<Value> {
        let Expression::Member(object, member) = expression else { return None };
        let Expression::Name(object) = &**object else { return None };
        let first = member == "x";
        let value = match (object.as_str(), first) {
            ("threadIdx", true) => Operand::Register(given::THREAD),
            ("blockIdx", true) => Operand::Register(given::BLOCK),
            ("blockDim", true) => Operand::Constant(self.threads),
            ("gridDim", true) => Operand::Constant(self.blocks),
            // Threads and blocks lie along x only.
            ("threadIdx" | "blockIdx", false) => Operand::Constant(0),
            ("blockDim" | "gridDim", false) => Operand::Constant(1),
            _ => return None,
        };
        Some(Value::Number(value, Scalar::U32))
    }

    pub(super) fn place(&mut self, expression: &Expression) -> Result<Place, RunError> {
        match expression {
            Expression::Name(name) => match self.look_up(name) {
                Some(Binding::Place(place)) => Ok(place.clone()),
                _ => Err(unknown(format!("the name {name}"))),
            },
            Expression::Dereferenced(pointer) => match self.value(pointer)? {
                Value::Pointer(address, to) => Ok(Place::Memory(address, to)),
                Value::Local(local, to) => Ok(Place::Registers(local, to)),
                other => Err(unknown(format!("what {other:?} points at"))),
            },
            Expression::Index(array, index) => {
                let array = self.value(array)?;
                let index = self.value(index)?;
                match self.combined(Binary::Add, array, index)? {
                    Value::Pointer(address, to) => Ok(Place::Memory(address, to)),
                    Value::Local(local, to) => Ok(Place::Registers(local, to)),
                    other => Err(unknown(format!("an element of {other:?}"))),
                }
            }
            Expression::Member(object, member) => match self.place(object)? {
                Place::Registers(local, Type::Union(members)) => members
                    .iter()
                    .find(|found| found.name == *member)
                    .map(|found| Place::Registers(local, found.ty.clone()))
                    .ok_or_else(|| unknown(format!("the member {member}"))),
                Place::Registers(local, Type::Vector(scalar, parts)) if local.unit == scalar.bytes() => {
                    let number = ["x", "y", "z", "w"].iter().take(parts).position(|name| name == member);
                    let number = number.ok_or_else(|| unknown(format!("the member {member}")))?;
                    let (base, limit) = (local.base + count(number), local.limit - count(number));
                    Ok(Place::Registers(Local { base, limit, ..local }, Type::Scalar(scalar)))
                }
                place => Err(unknown(format!("the member {member} of {place:?}"))),
            },
            Expression::Cast(..) | Expression::Call(..) | Expression::Conditional(..) => {
                self.value(expression).map(Place::Fixed)
            }
            other => Err(unknown(format!("the place of {other:?}"))),
        }
    }

    /// Two values and an operator; pointers move by elements.
    pub(super) fn combined(
        &mut self,
        operator: Binary,
        left: Value,
        right: Value,
    ) -> Result<Value, RunError> {
        match (operator, left, right) {
            (_, Value::Number(a, from), Value::Number(b, other)) => {
                self.binary_value(operator, (a, from), (b, other))
            }
            (Binary::Add, Value::Number(a, from), pointer @ (Value::Pointer(..) | Value::Local(..))) => {
                self.combined(operator, pointer, Value::Number(a, from))
            }
            (Binary::Add | Binary::Subtract, Value::Pointer(address, to), Value::Number(index, ty)) => {
                let index = self.number_as(index, ty, Scalar::I64)?;
                let size = (Operand::Constant(bytes(&to) as u64), Scalar::I64);
                let step = self.binary(Binary::Multiply, (index, Scalar::I64), size)?;
                let (address, _) = self.binary(operator, (address, Scalar::I64), step)?;
                Ok(Value::Pointer(address, to))
            }
            (Binary::Add, Value::Local(local, to), Value::Number(index, ty)) => {
                let step = count(bytes(&to) / local.unit);
                Ok(Value::Local(self.moved(local, (index, ty), step)?, to))
            }
            (_, Value::Pointer(a, _), Value::Pointer(b, _)) if operator != Binary::Add => {
                self.binary_value(operator, (a, Scalar::U64), (b, Scalar::U64))
            }
            (_, left, right) => Err(unknown(format!("{operator:?} of {left:?} and {right:?}"))),
        }
    }

    /// The registers `index` times `step` further on.
    fn moved(&mut self, local: Local, (index, ty): (Operand, Scalar), step: u32) -> Result<Local, RunError> {
        if let Operand::Constant(index) = index {
            let by = u32::try_from(index).ok().and_then(|index| index.checked_mul(step));
            let by = by.filter(|by| *by < local.limit || *by == 0);
            let by = by.ok_or_else(|| unknown(format!("element {index} of an array that ends before")))?;
            return Ok(Local { base: local.base + by, limit: local.limit - by, ..local });
        }
        let step = (Operand::Constant(step.into()), Scalar::U32);
        let mut offset = self.binary(Binary::Multiply, (index, ty), step)?;
        if let Some(before) = local.index {
            offset = self.binary(Binary::Add, offset, (Operand::Register(before), Scalar::U32))?;
        }
        let index = match offset.0 {
            Operand::Register(index) => index,
            constant @ Operand::Constant(_) => {
                let to = self.allocate(1);
                self.emit(Step::Assign { to, from: constant })?;
                to
            }
        };
        Ok(Local { index: Some(index), ..local })
    }

    pub(super) fn binary_value(
        &mut self,
        operator: Binary,
        left: (Operand, Scalar),
        right: (Operand, Scalar),
    ) -> Result<Value, RunError> {
        let (number, ty) = self.binary(operator, left, right)?;
        Ok(Value::Number(number, ty))
    }

    /// Two numbers and an operator, in the type that C++ calculates in.
    pub(super) fn binary(
        &mut self,
        operator: Binary,
        (left, of_left): (Operand, Scalar),
        (right, of_right): (Operand, Scalar),
    ) -> Result<(Operand, Scalar), RunError> {
        use Binary::{
            Divide, Equal, Less, LessOrEqual, Multiply, NotEqual, Remainder, ShiftLeft, ShiftRight,
        };
        let shifts = matches!(operator, ShiftLeft | ShiftRight);
        let common = if shifts { promoted(of_left) } else { common(of_left, of_right) };
        let a = self.number_as(left, of_left, common)?;
        let b = if shifts { right } else { self.number_as(right, of_right, common)? };
        let compares = matches!(operator, Less | LessOrEqual | Equal | NotEqual);
        let ty = if compares { Scalar::Bool } else { common };
        let is_whole = !matches!(common, Scalar::F32 | Scalar::F64);
        let folded = match (operator, a, b) {
            (_, Operand::Constant(a), Operand::Constant(b)) => {
                let mut to = [0; 32];
                arithmetic::binary(operator, common, &[a; 32], &[b; 32], &mut to);
                Some(Operand::Constant(to[0]))
            }
            (Multiply | Divide, a, Operand::Constant(1)) if is_whole => Some(a),
            (Multiply, Operand::Constant(1), b) if is_whole => Some(b),
            (Multiply, Operand::Constant(0), _) | (Multiply, _, Operand::Constant(0)) if is_whole => {
                Some(Operand::Constant(0))
            }
            (Remainder, _, Operand::Constant(1)) if is_whole => Some(Operand::Constant(0)),
            (Binary::Add | Binary::Subtract | Binary::Xor | Binary::Or, a, Operand::Constant(0))
                if is_whole =>
            {
                Some(a)
            }
            (Binary::Add | Binary::Xor | Binary::Or, Operand::Constant(0), b) if is_whole => Some(b),
            _ => None,
        };
        if let Some(folded) = folded {
            return Ok((folded, ty));
        }
        let to = self.allocate(1);
        self.emit(Step::Binary { operator, ty: common, to, a, b })?;
        Ok((Operand::Register(to), ty))
    }

    fn assigned(
        &mut self,
        operator: Option<Binary>,
        target: &Expression,
        value: &Expression,
    ) -> Result<Value, RunError> {
        let place = self.place(target)?;
        if operator.is_none() && matches!(value, Expression::Dereferenced(_) | Expression::Index(..)) {
            let from = self.place(value)?;
            if self.assigned_from_memory(&place, &from)? {
                return Ok(Value::Nothing);
            }
            let value = self.read(from)?;
            self.assign(&place, value)?;
            return Ok(Value::Nothing);
        }
        let right = self.value(value)?;
        let value = match operator {
            None => right,
            Some(operator) => {
                let before = self.read(place.clone())?;
                self.combined(operator, before, right)?
            }
        };
        self.assign(&place, value)?;
        match &place {
            Place::Registers(..) => self.read(place),
            _ => Ok(Value::Nothing),
        }
    }

    pub(super) fn cast(&mut self, value: Value, ty: &Type) -> Result<Value, RunError> {
        match (value, ty) {
            (Value::Number(number, from), Type::Scalar(into)) => {
                Ok(Value::Number(self.number_as(number, from, *into)?, *into))
            }
            (Value::Pointer(address, _), Type::Pointer(to)) => Ok(Value::Pointer(address, (**to).clone())),
            (Value::Local(local, _), Type::Pointer(to)) => {
                let fits = bytes(to).is_multiple_of(local.unit) && local.unit == unit(to);
                match fits {
                    true => Ok(Value::Local(local, (**to).clone())),
                    false => Err(unknown(format!("registers as {to:?}"))),
                }
            }
            (Value::Pointer(address, _), Type::Scalar(into)) => {
                Ok(Value::Number(self.number_as(address, Scalar::U64, *into)?, *into))
            }
            (Value::Number(number, from), Type::Pointer(to)) => {
                Ok(Value::Pointer(self.number_as(number, from, Scalar::U64)?, (**to).clone()))
            }
            (value, ty) => Err(unknown(format!("{value:?} as {ty:?}"))),
        }
    }
}

/// A narrow type as the one that C++ calculates in.
fn promoted(ty: Scalar) -> Scalar {
    match ty {
        Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::F16 | Scalar::BF16 => Scalar::I32,
        other => other,
    }
}

/// The type in which C++ combines two numbers.
pub(super) fn common(a: Scalar, b: Scalar) -> Scalar {
    let (a, b) = (promoted(a), promoted(b));
    [Scalar::F64, Scalar::F32, Scalar::U64, Scalar::I64, Scalar::U32]
        .into_iter()
        .find(|ty| a == *ty || b == *ty)
        // Both are, or were promoted to it.
        .unwrap_or(Scalar::I32)
}
