//! Statements.

use super::{
    Binding, Lowering,
    value::{Local, Place, Value, bytes, count, unit},
};
use crate::{
    RunError,
    emulator::{
        invariant::invariant,
        program::{Operand, Step, address},
        source::{Declarator, Expression, Statement, Storage, Type, unknown},
    },
};

impl Lowering<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) -> Result<(), RunError> {
        match statement {
            Statement::Block(statements) => self.in_scope(|lowering| lowering.statements(statements)),
            Statement::Declaration(storage, declarators) => {
                for declarator in declarators {
                    self.declaration(*storage, declarator)?;
                }
                Ok(())
            }
            Statement::Lambda(function) => {
                let depth = self.scopes.len();
                self.bind(&function.name, Binding::Lambda(function.clone(), depth));
                Ok(())
            }
            Statement::If(condition, then, otherwise) => self.branch(condition, then, otherwise.as_deref()),
            Statement::For { first, condition, step, body, unrolled } => {
                let (condition, step) = (condition.as_ref(), step.as_ref());
                self.in_scope(|lowering| match first.as_deref() {
                    Some(first) if *unrolled => lowering.unrolled_loop(first, condition, step, body),
                    first => lowering.running_loop(first, condition, step, body),
                })
            }
            Statement::Return(value) => self.return_with(value.as_ref()),
            Statement::Break => self.emit(Step::Break).map(drop),
            Statement::Continue => self.emit(Step::Continue).map(drop),
            Statement::Expression(expression) => {
                let top = self.top;
                self.effect(expression)?;
                self.top = top;
                Ok(())
            }
            Statement::Assembly(assembly) => {
                let top = self.top;
                self.assembly(assembly)?;
                self.top = top;
                Ok(())
            }
        }
    }

    fn declaration(&mut self, storage: Storage, declarator: &Declarator) -> Result<(), RunError> {
        let Declarator { name, ty, extents, value } = declarator;
        let mut ty = self.resolved(ty)?;
        if storage == Storage::Shared {
            return self.shared(name, ty, extents);
        }
        for extent in extents.iter().rev() {
            let extent = extent.as_ref().ok_or_else(|| unknown("an array without an extent"))?;
            ty = Type::Array(Box::new(ty), self.size(extent)?);
        }
        let top = self.top;
        if ty == Type::Auto {
            let value = value.as_ref().ok_or_else(|| unknown("`auto` without a value"))?;
            // What it names keeps its registers.
            let value = self.value(value)?;
            self.keep(&value);
            self.bind(name, Binding::Place(Place::Fixed(value)));
            return Ok(());
        }
        let unit = unit(&ty);
        let limit = count(bytes(&ty) / unit.max(1)).max(1);
        let local = Local { base: self.allocate(limit), index: None, limit, unit };
        let above = self.top;
        let place = Place::Registers(local, ty.clone());
        match value {
            Some(Expression::List(values)) => {
                let first = match values.as_slice() {
                    [] => Operand::Constant(0),
                    [only] if limit == 1 => self.number(only)?.0,
                    _ => return Err(unknown("an array with given elements")),
                };
                for to in local.base..local.base + limit {
                    self.emit(Step::Assign { to, from: first })?;
                }
            }
            Some(value) => {
                let value = self.value(value)?;
                let value = self.converted(value, &ty)?;
                // A constant that is known, and a pointer to registers, need no register.
                let is_known = match value {
                    Value::Number(Operand::Constant(_), _) => storage == Storage::Constant,
                    Value::Local(..) => true,
                    _ => false,
                };
                if is_known {
                    self.top = top;
                    self.bind(name, Binding::Place(Place::Fixed(value)));
                    return Ok(());
                }
                self.assign(&place, value)?;
            }
            None => {}
        }
        self.top = above;
        self.name(local.base, limit, true);
        self.bind(name, Binding::Place(place));
        Ok(())
    }

    /// A variable that the threads of a block share; without an extent it is what the launch adds.
    fn shared(&mut self, name: &str, mut ty: Type, extents: &[Option<Expression>]) -> Result<(), RunError> {
        for extent in extents.iter().rev() {
            let extent = match extent {
                Some(extent) => self.size(extent)?,
                None => 0,
            };
            ty = Type::Array(Box::new(ty), extent);
        }
        self.shared_bytes = self.shared_bytes.next_multiple_of(128);
        let at = Operand::Constant(address::of_shared(self.shared_bytes));
        self.shared_bytes += bytes(&ty) as u64;
        self.bind(name, Binding::Place(Place::Memory(at, ty)));
        Ok(())
    }

    fn branch(
        &mut self,
        condition: &Expression,
        then: &Statement,
        otherwise: Option<&Statement>,
    ) -> Result<(), RunError> {
        let top = self.top;
        let condition = self.condition(condition)?;
        if let Operand::Constant(known) = condition {
            self.top = top;
            let taken = if known != 0 { Some(then) } else { otherwise };
            return taken.map_or(Ok(()), |taken| self.in_scope(|lowering| lowering.statement(taken)));
        }
        let branch = self.emit(Step::If { condition, otherwise: 0 })?;
        self.top = top;
        self.deeper(|lowering| lowering.in_scope(|lowering| lowering.statement(then)))?;
        let mut other = self.here();
        if let Some(otherwise) = otherwise {
            self.emit(Step::Else { end: 0 })?;
            self.deeper(|lowering| lowering.in_scope(|lowering| lowering.statement(otherwise)))?;
            let end = self.here();
            self.replace(other, Step::Else { end });
        } else {
            other = self.here();
        }
        self.replace(branch, Step::If { condition, otherwise: other });
        self.emit(Step::EndIf).map(drop)
    }

    pub(super) fn replace(&mut self, at: u32, step: Step) {
        match usize::try_from(at).ok().and_then(|at| self.steps.get_mut(at)) {
            Some(old) => *old = step,
            None => invariant!(false, "step {at} was not made, and another one is put in its place"),
        }
    }

    fn running_loop(
        &mut self,
        first: Option<&Statement>,
        condition: Option<&Expression>,
        step: Option<&Expression>,
        body: &Statement,
    ) -> Result<(), RunError> {
        if let Some(first) = first {
            self.statement(first)?;
        }
        self.emit(Step::LoopBegin)?;
        let test = self.here();
        let top = self.top;
        let condition = match condition {
            Some(condition) => self.condition(condition)?,
            None => Operand::Constant(1),
        };
        let tested = self.emit(Step::LoopTest { condition, end: 0 })?;
        self.top = top;
        self.deeper(|lowering| lowering.in_scope(|lowering| lowering.statement(body)))?;
        self.emit(Step::LoopNext)?;
        if let Some(step) = step {
            self.effect(step)?;
            self.top = top;
        }
        self.emit(Step::LoopAgain { test })?;
        let end = self.here();
        self.replace(tested, Step::LoopTest { condition, end });
        Ok(())
    }

    /// A loop whose counter is known; one where it is not is run instead.
    fn unrolled_loop(
        &mut self,
        first: &Statement,
        condition: Option<&Expression>,
        step: Option<&Expression>,
        body: &Statement,
    ) -> Result<(), RunError> {
        let steps = self.steps.len();
        let top = self.top;
        let (Some((name, ty, start)), Some(condition), Some(step)) = (self.counter(first)?, condition, step)
        else {
            self.steps.truncate(steps);
            self.top = top;
            return self.running_loop(Some(first), condition, step, body);
        };
        let leaves = leaves_early(body);
        let mut counter = start;
        let begin = self.steps.len();
        if leaves {
            self.emit(Step::LoopBegin)?;
        }
        loop {
            let known = Value::Number(Operand::Constant(counter), ty);
            self.bind(&name, Binding::Place(Place::Fixed(known)));
            match self.condition(condition)? {
                Operand::Constant(0) => break,
                Operand::Constant(_) => {}
                Operand::Register(_) => {
                    self.steps.truncate(begin);
                    self.top = top;
                    return self.running_loop(Some(first), Some(condition), Some(step), body);
                }
            }
            let lower = |lowering: &mut Self| lowering.in_scope(|lowering| lowering.statement(body));
            if leaves {
                self.deeper(lower)?;
                self.emit(Step::LoopNext)?;
            } else {
                lower(self)?;
            }
            if self.frames.last().is_some_and(|frame| frame.finished) {
                break;
            }
            counter = self.stepped_counter(&name, step)?;
        }
        if leaves {
            self.emit(Step::LoopEnd)?;
        }
        self.top = top;
        Ok(())
    }

    /// `int i = 0`.
    fn counter(
        &mut self,
        first: &Statement,
    ) -> Result<Option<(String, crate::emulator::source::Scalar, u64)>, RunError> {
        let Statement::Declaration(Storage::Thread, declarators) = first else { return Ok(None) };
        let [Declarator { name, ty: Type::Scalar(ty), extents, value: Some(value) }] = declarators.as_slice()
        else {
            return Ok(None);
        };
        if !extents.is_empty() {
            return Ok(None);
        }
        let (number, from) = self.number(value)?;
        match self.number_as(number, from, *ty)? {
            Operand::Constant(start) => Ok(Some((name.clone(), *ty, start))),
            Operand::Register(_) => Ok(None),
        }
    }

    /// The counter of an unrolled loop after its step.
    fn stepped_counter(&mut self, name: &str, step: &Expression) -> Result<u64, RunError> {
        let is_counter = |target: &Expression| matches!(target, Expression::Name(found) if found == name);
        let one = Expression::Integer(1, crate::emulator::source::Scalar::I32);
        let (operator, by) = match step {
            Expression::Stepped(operator, target) if is_counter(target) => (*operator, &one),
            Expression::Binary(_, stepped, _) => match &**stepped {
                Expression::Stepped(operator, target) if is_counter(target) => (*operator, &one),
                _ => return Err(unknown("the step of an unrolled loop")),
            },
            Expression::Assigned(Some(operator), target, by) if is_counter(target) => (*operator, &**by),
            _ => return Err(unknown("the step of an unrolled loop")),
        };
        let (left, right) = (self.number(&Expression::Name(name.to_owned()))?, self.number(by)?);
        let (stepped, from) = self.binary(operator, left, right)?;
        match self.number_as(stepped, from, left.1)? {
            Operand::Constant(counter) => Ok(counter),
            Operand::Register(_) => Err(unknown("the step of an unrolled loop")),
        }
    }
}

/// Whether lanes can leave a loop with this body before its end, and stay in its function. A `return` leaves the function's
/// frame; a loop inside has its own.
fn leaves_early(body: &Statement) -> bool {
    match body {
        Statement::Break | Statement::Continue => true,
        Statement::Block(statements) => statements.iter().any(leaves_early),
        Statement::If(_, then, otherwise) => {
            leaves_early(then) || otherwise.as_deref().is_some_and(leaves_early)
        }
        Statement::For { .. }
        | Statement::Return(_)
        | Statement::Declaration(..)
        | Statement::Lambda(_)
        | Statement::Expression(_)
        | Statement::Assembly(_) => false,
    }
}
