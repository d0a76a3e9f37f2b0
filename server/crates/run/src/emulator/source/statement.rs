//! Declarations and statements.

use std::rc::Rc;

use super::{
    parse::Parser,
    syntax::{Assembly, Declarator, Expression, Function, Statement, Storage, Type},
    token::Token,
    unknown,
};
use crate::RunError;

impl Parser {
    pub(super) fn declaration(&mut self) -> Result<Statement, RunError> {
        let mut storage = Storage::Thread;
        loop {
            if self.takes_name("constexpr") {
                storage = Storage::Constant;
            } else if self.takes_name("__shared__") {
                storage = Storage::Shared;
            } else if self.takes_name("const") {
                if storage == Storage::Thread {
                    storage = Storage::Constant;
                }
            } else if self.takes_name("extern") || self.takes_name("static") {
            } else if matches!(self.peek(), Token::Name(name) if name == "__align__") {
                self.alignment()?;
            } else {
                break;
            }
        }
        let base = self.base_type()?;
        let mut declarators = Vec::new();
        loop {
            let ty = self.stars(base.clone());
            // What a pointer points at is constant, not the pointer.
            let is_pointer = matches!(ty, Type::Pointer(_));
            let name = self.name()?;
            if self.takes_mark("=") && self.is_mark("[") {
                return self.lambda(name);
            }
            let mut extents = Vec::new();
            while self.takes_mark("[") {
                let open = self.is_mark("]");
                extents.push(if open { None } else { Some(self.expression()?) });
                self.expect("]")?;
            }
            let is_assigned = matches!(self.tokens.get(self.at.wrapping_sub(1)), Some(Token::Mark("=")));
            let value = match is_assigned || self.takes_mark("=") {
                true => Some(self.initial_value()?),
                false => None,
            };
            if is_pointer && storage == Storage::Constant {
                storage = Storage::Thread;
            }
            declarators.push(Declarator { name, ty, extents, value });
            if !self.takes_mark(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(Statement::Declaration(storage, declarators))
    }

    fn initial_value(&mut self) -> Result<Expression, RunError> {
        match self.takes_mark("{") {
            true => Ok(Expression::List(self.arguments("}")?)),
            false => self.assignment(),
        }
    }

    /// `[&](..) {..};`
    fn lambda(&mut self, name: String) -> Result<Statement, RunError> {
        self.expect("[")?;
        self.expect("&")?;
        self.expect("]")?;
        let parameters = self.parameters()?;
        let body = self.block()?;
        self.expect(";")?;
        let function = Function { name, template: Vec::new(), parameters, returns: Type::Auto, body };
        Ok(Statement::Lambda(Rc::new(function)))
    }

    pub(super) fn block(&mut self) -> Result<Vec<Statement>, RunError> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.takes_mark("}") {
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    fn statement(&mut self) -> Result<Statement, RunError> {
        if let Token::Unroll(factor) = *self.peek() {
            self.next();
            return self.loop_statement(factor.is_none());
        }
        if self.is_mark("{") {
            return Ok(Statement::Block(self.block()?));
        }
        if self.takes_mark(";") {
            return Ok(Statement::Block(Vec::new()));
        }
        let Token::Name(word) = self.peek().clone() else { return self.expression_statement() };
        match word.as_str() {
            "for" | "while" => self.loop_statement(false),
            "if" => {
                self.next();
                self.takes_name("constexpr");
                self.expect("(")?;
                let condition = self.expression()?;
                self.expect(")")?;
                let then = Box::new(self.statement()?);
                let otherwise = match self.takes_name("else") {
                    true => Some(Box::new(self.statement()?)),
                    false => None,
                };
                Ok(Statement::If(condition, then, otherwise))
            }
            "return" => {
                self.next();
                let value = if self.is_mark(";") { None } else { Some(self.expression()?) };
                self.expect(";")?;
                Ok(Statement::Return(value))
            }
            "break" | "continue" => {
                self.next();
                self.expect(";")?;
                Ok(if word == "break" { Statement::Break } else { Statement::Continue })
            }
            "asm" => {
                self.next();
                self.assembly()
            }
            "extern" => self.declaration(),
            _ if self.is_type() && !matches!(self.peek_after(1), Token::Mark("(")) => self.declaration(),
            _ => self.expression_statement(),
        }
    }

    fn expression_statement(&mut self) -> Result<Statement, RunError> {
        let expression = self.expression()?;
        self.expect(";")?;
        Ok(Statement::Expression(expression))
    }

    fn loop_statement(&mut self, unrolled: bool) -> Result<Statement, RunError> {
        if self.takes_name("while") {
            self.expect("(")?;
            let condition = Some(self.expression()?);
            self.expect(")")?;
            let body = Box::new(self.statement()?);
            return Ok(Statement::For { first: None, condition, step: None, body, unrolled: false });
        }
        if !self.takes_name("for") {
            return Err(unknown(format!("{:?} after `#pragma unroll`", self.peek())));
        }
        self.expect("(")?;
        let first = match self.takes_mark(";") {
            true => None,
            false if self.is_type() => Some(Box::new(self.declaration()?)),
            false => Some(Box::new(self.expression_statement()?)),
        };
        let condition = if self.is_mark(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = if self.is_mark(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = Box::new(self.statement()?);
        Ok(Statement::For { first, condition, step, body, unrolled })
    }

    fn assembly(&mut self) -> Result<Statement, RunError> {
        self.takes_name("volatile");
        self.expect("(")?;
        let mut text = String::new();
        while let Token::Text(part) = self.peek() {
            text += part;
            self.at += 1;
        }
        let (mut operands, mut lists) = (Vec::new(), 0);
        while !self.takes_mark(")") {
            if self.takes_mark("::") {
                lists += 2;
            } else if self.takes_mark(":") {
                lists += 1;
            } else if let Token::Text(constraint) = self.next() {
                // The third list names what is clobbered.
                if lists < 3 {
                    self.expect("(")?;
                    operands.push((constraint, self.expression()?));
                    self.expect(")")?;
                }
                self.takes_mark(",");
            } else {
                return Err(unknown("the operands of an asm"));
            }
        }
        self.expect(";")?;
        let assembly = Rc::new(Assembly { text, operands });
        self.assemblies.push(assembly.clone());
        Ok(Statement::Assembly(assembly))
    }
}
