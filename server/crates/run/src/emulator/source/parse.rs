//! Declarations and statements.

use std::{collections::HashMap, rc::Rc};

use super::{
    syntax::{Assembly, Declarator, Expression, Function, Member, Scalar, Statement, Storage, Type, Unit},
    token::{Token, tokens},
    unknown,
};
use crate::RunError;

/// Reads a kernel's source.
///
/// # Errors
/// [`crate::ErrorCode::Internal`] for what no generator writes.
pub(in crate::emulator) fn parse(source: &str) -> Result<Unit, RunError> {
    Parser { tokens: tokens(source)?, at: 0, types: HashMap::new(), templates: Vec::new() }.unit()
}

pub(super) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// `typedef`s.
    types: HashMap<String, Type>,
    /// Functions with template parameters.
    pub(super) templates: Vec<String>,
}

/// What stands before a type and says nothing about arithmetic.
const QUALIFIERS: [&str; 8] = [
    "const",
    "__restrict__",
    "volatile",
    "static",
    "__device__",
    "__forceinline__",
    "inline",
    "__grid_constant__",
];

impl Parser {
    pub(super) fn peek(&self) -> &Token {
        self.tokens.get(self.at).unwrap_or(&Token::End)
    }

    fn peek_after(&self, distance: usize) -> &Token {
        self.tokens.get(self.at + distance).unwrap_or(&Token::End)
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(found) if *found == mark)
    }

    pub(super) fn takes_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.at += usize::from(found);
        found
    }

    pub(super) fn takes_name(&mut self, name: &str) -> bool {
        let found = matches!(self.peek(), Token::Name(found) if found == name);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, mark: &str) -> Result<(), RunError> {
        match self.takes_mark(mark) {
            true => Ok(()),
            false => Err(unknown(format!("{:?} where {mark} should stand", self.peek()))),
        }
    }

    fn name(&mut self) -> Result<String, RunError> {
        match self.next() {
            Token::Name(name) => Ok(name),
            other => Err(unknown(format!("{other:?} where a name should stand"))),
        }
    }

    fn unit(mut self) -> Result<Unit, RunError> {
        let mut constants = Vec::new();
        let mut functions = HashMap::new();
        let mut kernel = None;
        let mut cluster = None;
        while *self.peek() != Token::End {
            if self.takes_name("typedef") {
                let ty = self.base_type()?;
                let name = self.name()?;
                self.expect(";")?;
                self.types.insert(name, ty);
            } else if self.takes_name("struct") {
                self.alignment()?;
                let name = self.name()?;
                self.skip_block()?;
                self.expect(";")?;
                self.types.insert(name, Type::Opaque);
            } else if self.takes_name("template") {
                let template = self.template_parameters()?;
                let function = self.function(template)?;
                functions.insert(function.name.clone(), Rc::new(function));
            } else if self.takes_name("extern") {
                self.next();
                cluster = self.kernel_attributes()?;
                kernel = Some(Rc::new(self.function_after_type(Type::Void, Vec::new())?));
            } else if matches!(self.peek(), Token::Name(name) if name == "__device__") {
                let function = self.function(Vec::new())?;
                functions.insert(function.name.clone(), Rc::new(function));
            } else {
                constants.push(self.declaration()?);
            }
        }
        let kernel = kernel.ok_or_else(|| unknown("no kernel"))?;
        Ok(Unit { constants, functions, kernel, cluster })
    }

    /// `__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(256)`: the blocks of a cluster.
    fn kernel_attributes(&mut self) -> Result<Option<Expression>, RunError> {
        let mut cluster = None;
        loop {
            if self.takes_name("__global__") || self.takes_name("void") {
                continue;
            }
            let is_cluster = self.takes_name("__cluster_dims__");
            if !is_cluster && !self.takes_name("__launch_bounds__") {
                return Ok(cluster);
            }
            self.expect("(")?;
            let arguments = self.arguments(")")?;
            if is_cluster {
                cluster = arguments.into_iter().next();
            }
        }
    }

    fn template_parameters(&mut self) -> Result<Vec<String>, RunError> {
        self.expect("<")?;
        let mut names = Vec::new();
        while !self.takes_mark(">") {
            self.base_type()?;
            names.push(self.name()?);
            self.takes_mark(",");
        }
        Ok(names)
    }

    fn function(&mut self, template: Vec<String>) -> Result<Function, RunError> {
        let returns = self.base_type()?;
        let returns = self.stars(returns);
        self.function_after_type(returns, template)
    }

    fn function_after_type(&mut self, returns: Type, template: Vec<String>) -> Result<Function, RunError> {
        let name = self.name()?;
        if !template.is_empty() {
            self.templates.push(name.clone());
        }
        let parameters = self.parameters()?;
        let body = self.block()?;
        Ok(Function { name, template, parameters, returns, body })
    }

    fn parameters(&mut self) -> Result<Vec<(String, Type)>, RunError> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.takes_mark(")") {
            let base = self.base_type()?;
            let ty = self.stars(base);
            let name = self.name()?;
            parameters.push((name, ty));
            self.takes_mark(",");
        }
        Ok(parameters)
    }

    fn skip_block(&mut self) -> Result<(), RunError> {
        self.expect("{")?;
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                Token::Mark("{") => depth += 1,
                Token::Mark("}") => depth -= 1,
                Token::End => return Err(unknown("a block without an end")),
                _ => {}
            }
        }
        Ok(())
    }

    fn alignment(&mut self) -> Result<(), RunError> {
        if self.takes_name("__align__") || self.takes_name("alignas") {
            self.expect("(")?;
            self.arguments(")")?;
        }
        Ok(())
    }

    /// Whether a type begins here.
    pub(super) fn is_type(&self) -> bool {
        let Token::Name(name) = self.peek() else { return false };
        self.types.contains_key(name)
            || ["union", "auto", "void", "constexpr", "__shared__"].contains(&name.as_str())
            || QUALIFIERS.contains(&name.as_str())
            || built_in(name).is_some()
            || ["unsigned", "long", "signed"].contains(&name.as_str())
    }

    /// A type without stars.
    pub(super) fn base_type(&mut self) -> Result<Type, RunError> {
        self.qualifiers();
        let (mut unsigned, mut longs, mut built) = (false, 0, None);
        while let Token::Name(name) = self.peek().clone() {
            match name.as_str() {
                "unsigned" => unsigned = true,
                "signed" => {}
                "long" => longs += 1,
                "union" => {
                    self.next();
                    return self.union();
                }
                name => match (built_in(name), self.types.get(name)) {
                    (Some(ty), _) if built.is_none() => built = Some(ty),
                    (_, Some(ty)) if built.is_none() && !unsigned && longs == 0 => {
                        built = Some(ty.clone());
                    }
                    _ => break,
                },
            }
            self.next();
            self.qualifiers();
        }
        use Scalar::{I32, I64, U8, U16, U32, U64};
        match (unsigned, longs, built) {
            (false, 0, Some(ty)) => Ok(ty),
            (true, 0, None | Some(Type::Scalar(I32))) => Ok(Type::Scalar(U32)),
            (true, 0, Some(Type::Scalar(narrow @ (U8 | U16)))) => Ok(Type::Scalar(narrow)),
            (true, 1.., _) => Ok(Type::Scalar(U64)),
            (false, 1.., _) => Ok(Type::Scalar(I64)),
            _ => Err(unknown(format!("{:?} where a type should stand", self.peek()))),
        }
    }

    fn qualifiers(&mut self) {
        while matches!(self.peek(), Token::Name(name) if QUALIFIERS.contains(&name.as_str())) {
            self.at += 1;
        }
    }

    fn union(&mut self) -> Result<Type, RunError> {
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.takes_mark("}") {
            let ty = self.base_type()?;
            let name = self.name()?;
            let mut extents = Vec::new();
            while self.takes_mark("[") {
                extents.push(self.expression()?);
                self.expect("]")?;
            }
            self.expect(";")?;
            members.push(Member { name, ty, extents });
        }
        Ok(Type::Union(Rc::new(members)))
    }

    /// Stars and references after a type.
    pub(super) fn stars(&mut self, mut ty: Type) -> Type {
        loop {
            self.qualifiers();
            if self.takes_mark("*") {
                ty = Type::Pointer(Box::new(ty));
            } else if self.takes_mark("&") {
                ty = Type::Reference(Box::new(ty));
            } else {
                return ty;
            }
        }
    }

    fn declaration(&mut self) -> Result<Statement, RunError> {
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

    fn block(&mut self) -> Result<Vec<Statement>, RunError> {
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
        Ok(Statement::Assembly(Rc::new(Assembly { text, operands })))
    }
}

/// A type of one word.
fn built_in(name: &str) -> Option<Type> {
    use Scalar::{Bool, F32, F64, I32, U8, U16, U32, U64};
    Some(match name {
        "void" => Type::Void,
        "auto" => Type::Auto,
        "bool" => Type::Scalar(Bool),
        "char" => Type::Scalar(U8),
        "short" => Type::Scalar(U16),
        "int" => Type::Scalar(I32),
        "float" => Type::Scalar(F32),
        "double" => Type::Scalar(F64),
        "float2" => Type::Vector(F32, 2),
        "float4" => Type::Vector(F32, 4),
        "double2" => Type::Vector(F64, 2),
        "uint2" => Type::Vector(U32, 2),
        "uint4" => Type::Vector(U32, 4),
        "ulonglong2" => Type::Vector(U64, 2),
        _ => return None,
    })
}
