//! What stands outside of functions, and types.

use std::{collections::HashMap, rc::Rc};

use super::{
    syntax::{Assembly, Expression, Function, Member, Scalar, Type, Unit},
    token::{Token, tokens},
    unknown,
};
use crate::RunError;

/// Reads a kernel's source.
///
/// # Errors
/// [`crate::ErrorCode::Internal`] for what no generator writes.
pub(in crate::emulator) fn parse(source: &str) -> Result<Unit, RunError> {
    Parser {
        tokens: tokens(source)?,
        at: 0,
        types: HashMap::new(),
        templates: Vec::new(),
        assemblies: Vec::new(),
    }
    .unit()
}

pub(super) struct Parser {
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    /// `typedef`s.
    types: HashMap<String, Type>,
    /// Functions with template parameters.
    pub(super) templates: Vec<String>,
    /// The `asm`s so far.
    pub(super) assemblies: Vec<Rc<Assembly>>,
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

    pub(super) fn peek_after(&self, distance: usize) -> &Token {
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

    pub(super) fn name(&mut self) -> Result<String, RunError> {
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
        Ok(Unit { assemblies: self.assemblies, constants, functions, kernel, cluster })
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
                let one = Expression::Integer(1, Scalar::I32);
                match arguments.as_slice() {
                    [blocks, others @ ..] if others.iter().all(|other| *other == one) => {
                        cluster = Some(blocks.clone());
                    }
                    _ => return Err(unknown("a cluster of more than one dimension")),
                }
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

    pub(super) fn parameters(&mut self) -> Result<Vec<(String, Type)>, RunError> {
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

    pub(super) fn alignment(&mut self) -> Result<(), RunError> {
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
        let (mut unsigned, mut longs, mut built, mut is_narrow) = (false, 0, None, false);
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
                    (Some(ty), _) if built.is_none() => {
                        is_narrow = matches!(name, "char" | "short");
                        built = Some(ty);
                    }
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
            (false, 0, Some(_)) if is_narrow => Err(unknown("a narrow type with a sign")),
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
