//! Calls: functions and lambdas are inlined, what the compiler provides is a step.

use std::{collections::HashMap, rc::Rc};

use super::{
    Binding, Frame, Lowering,
    value::{Local, Place, Value, bytes, count, unit},
};
use crate::{
    RunError,
    emulator::{
        invariant::invariant,
        program::{Operand, Step},
        source::{Binary, Expression, Function, Scalar, Statement, Type, unknown},
    },
};

/// Functions that are inlined into each other at most.
const MAX_DEPTH: usize = 32;

impl Lowering<'_> {
    pub(super) fn call(
        &mut self,
        name: &str,
        template: &[Expression],
        arguments: &[Expression],
    ) -> Result<Value, RunError> {
        if let Some(Binding::Lambda(function, depth)) = self.look_up(name).cloned() {
            let bound = self.bound(&function, &[], arguments)?;
            let outside = self.scopes.split_off(depth);
            let value = self.inlined(&function, bound);
            self.scopes.extend(outside);
            return value;
        }
        if let Some(function) = self.unit.functions.get(name).cloned() {
            let bound = self.bound(&function, template, arguments)?;
            let outside = self.scopes.split_off(1);
            let value = self.inlined(&function, bound);
            self.scopes.extend(outside);
            return value;
        }
        self.built_in(name, arguments)
    }

    /// The names that a function's body sees besides those around it.
    fn bound(
        &mut self,
        function: &Rc<Function>,
        template: &[Expression],
        arguments: &[Expression],
    ) -> Result<HashMap<String, Binding>, RunError> {
        let Function { name, template: names, parameters, .. } = &**function;
        if self.frames.len() > MAX_DEPTH
            || names.len() != template.len()
            || parameters.len() != arguments.len()
        {
            return Err(unknown(format!("a call of {name} with {} arguments", arguments.len())));
        }
        let mut scope = HashMap::new();
        for (name, argument) in names.iter().zip(template) {
            let known @ (Operand::Constant(_), _) = self.number(argument)? else {
                return Err(unknown(format!("a template argument {name} that is no constant")));
            };
            scope.insert(name.clone(), Binding::Place(Place::Fixed(Value::Number(known.0, known.1))));
        }
        for ((name, ty), argument) in parameters.iter().zip(arguments) {
            let place = match ty {
                Type::Reference(_) => self.place(argument)?,
                ty => {
                    let value = self.value(argument)?;
                    let value = self.converted(value, ty)?;
                    self.keep(&value);
                    Place::Fixed(value)
                }
            };
            scope.insert(name.clone(), Binding::Place(place));
        }
        Ok(scope)
    }

    fn inlined(&mut self, function: &Function, scope: HashMap<String, Binding>) -> Result<Value, RunError> {
        self.scopes.push(scope);
        let value = match function.body.as_slice() {
            [Statement::Return(Some(value))] => {
                // What it computes stays until the caller's statement ends.
                let value = self.value(value)?;
                self.converted(value, &function.returns)
            }
            body => self.inlined_body(function, body),
        };
        self.scopes.pop();
        value
    }

    fn inlined_body(&mut self, function: &Function, body: &[Statement]) -> Result<Value, RunError> {
        let result = match &function.returns {
            Type::Void | Type::Auto => None,
            ty => {
                let unit = unit(ty);
                let limit = count(bytes(ty) / unit).max(1);
                let local = Local { base: self.allocate(limit), index: None, limit, unit };
                Some(Place::Registers(local, ty.clone()))
            }
        };
        let top = self.top;
        let begin = self.emit(Step::FunctionBegin)?;
        self.frames.push(Frame { result: result.clone(), depth: 0, leaves: false, finished: false });
        let lowered = self.statements(body);
        let frame = self.frames.pop();
        lowered?;
        self.top = top;
        invariant!(frame.is_some(), "{} is inlined and has no frame", function.name);
        if frame.is_some_and(|frame| frame.leaves) {
            self.emit(Step::FunctionEnd)?;
        } else {
            self.replace(begin, Step::Nothing);
        }
        match result {
            Some(place) => self.read(place),
            None => Ok(Value::Nothing),
        }
    }

    pub(super) fn return_with(&mut self, value: Option<&Expression>) -> Result<(), RunError> {
        let top = self.top;
        if let Some(value) = value {
            let value = self.value(value)?;
            let result = self.frames.last().and_then(|frame| frame.result.clone());
            let result = result.ok_or_else(|| unknown("a value that a function without one returns"))?;
            self.assign(&result, value)?;
        }
        self.top = top;
        let is_kernel = self.frames.len() == 1;
        let frame = self.frames.last_mut().ok_or_else(|| unknown("a `return` of no function"))?;
        if frame.depth == 0 && !is_kernel {
            frame.finished = true;
            return Ok(());
        }
        frame.leaves = true;
        self.emit(Step::Return).map(drop)
    }

    fn built_in(&mut self, name: &str, arguments: &[Expression]) -> Result<Value, RunError> {
        let vector = |scalar, count| (scalar, count);
        match (name, arguments) {
            ("__syncthreads", []) => self.emit(Step::SyncThreads).map(|_| Value::Nothing),
            ("__syncwarp", []) => self.emit(Step::SyncWarp).map(|_| Value::Nothing),
            ("min" | "max", [left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                let operator = if name == "min" { Binary::Least } else { Binary::Greatest };
                self.binary_value(operator, left, right)
            }
            ("fmaf" | "fma", [a, b, c]) => {
                let (a, b, c) = (self.number(a)?, self.number(b)?, self.number(c)?);
                if [a.1, b.1, c.1] == [Scalar::F32; 3] {
                    let to = self.allocate(1);
                    self.emit(Step::MultiplyAdd { to, a: a.0, b: b.0, c: c.0 })?;
                    return Ok(Value::Number(Operand::Register(to), Scalar::F32));
                }
                let product = self.binary(Binary::Multiply, a, b)?;
                self.binary_value(Binary::Add, product, c)
            }
            ("__float_as_uint" | "__float_as_int", [a]) => Ok(Value::Number(self.number(a)?.0, Scalar::U32)),
            ("__uint_as_float" | "__int_as_float", [a]) => Ok(Value::Number(self.number(a)?.0, Scalar::F32)),
            ("__ldg", [pointer]) => self.value(&Expression::Dereferenced(Box::new(pointer.clone()))),
            ("__cvta_generic_to_shared", [pointer]) => {
                let (address, _) = self.number(pointer)?;
                let offset = (Operand::Constant(u32::MAX.into()), Scalar::U64);
                self.binary_value(Binary::And, (address, Scalar::U64), offset)
            }
            ("make_float2" | "make_float4" | "make_uint2" | "make_uint4" | "make_double2", parts) => {
                let (scalar, count) = match name {
                    "make_float2" => vector(Scalar::F32, 2),
                    "make_float4" => vector(Scalar::F32, 4),
                    "make_uint2" => vector(Scalar::U32, 2),
                    "make_uint4" => vector(Scalar::U32, 4),
                    "make_double2" => vector(Scalar::F64, 2),
                    _ => return Err(unknown(format!("the function {name}"))),
                };
                if parts.len() != count {
                    return Err(unknown(format!("{name} of {} numbers", parts.len())));
                }
                let mut pieces = Vec::new();
                for part in parts {
                    let (number, from) = self.number(part)?;
                    pieces.push(self.number_as(number, from, scalar)?);
                }
                Ok(Value::Group(pieces, scalar.bytes()))
            }
            _ => Err(unknown(format!("the function {name}"))),
        }
    }
}
