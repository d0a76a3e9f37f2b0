//! Expressions, by precedence.

use super::{
    parse::Parser,
    syntax::{Binary, Expression, Scalar},
    token::Token,
    unknown,
};
use crate::RunError;

/// Operators from the loosest to the tightest.
const LEVELS: [&[(&str, Binary)]; 8] = [
    &[("|", Binary::Or)],
    &[("^", Binary::Xor)],
    &[("&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[("<", Binary::Less), ("<=", Binary::LessOrEqual), (">", Binary::Less), (">=", Binary::LessOrEqual)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

const ASSIGNMENTS: [(&str, Option<Binary>); 11] = [
    ("=", None),
    ("+=", Some(Binary::Add)),
    ("-=", Some(Binary::Subtract)),
    ("*=", Some(Binary::Multiply)),
    ("/=", Some(Binary::Divide)),
    ("%=", Some(Binary::Remainder)),
    ("^=", Some(Binary::Xor)),
    ("&=", Some(Binary::And)),
    ("|=", Some(Binary::Or)),
    ("<<=", Some(Binary::ShiftLeft)),
    (">>=", Some(Binary::ShiftRight)),
];

impl Parser {
    pub(super) fn expression(&mut self) -> Result<Expression, RunError> {
        self.assignment()
    }

    /// Expressions up to a bracket.
    pub(super) fn arguments(&mut self, end: &str) -> Result<Vec<Expression>, RunError> {
        let mut arguments = Vec::new();
        while !self.takes_mark(end) {
            arguments.push(self.assignment()?);
            if !self.takes_mark(",") {
                self.expect(end)?;
                break;
            }
        }
        Ok(arguments)
    }

    pub(super) fn assignment(&mut self) -> Result<Expression, RunError> {
        let target = self.conditional()?;
        for (mark, operator) in ASSIGNMENTS {
            if self.takes_mark(mark) {
                let value = self.assignment()?;
                return Ok(Expression::Assigned(operator, Box::new(target), Box::new(value)));
            }
        }
        Ok(target)
    }

    fn conditional(&mut self) -> Result<Expression, RunError> {
        let condition = self.logical(true)?;
        if !self.takes_mark("?") {
            return Ok(condition);
        }
        let then = self.assignment()?;
        self.expect(":")?;
        let otherwise = self.assignment()?;
        Ok(Expression::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    /// `||`, or what binds tighter: `&&`.
    fn logical(&mut self, or: bool) -> Result<Expression, RunError> {
        let operand = |parser: &mut Self| if or { parser.logical(false) } else { parser.binary(0) };
        let mut left = operand(self)?;
        while self.takes_mark(if or { "||" } else { "&&" }) {
            left = Expression::Logical(or, Box::new(left), Box::new(operand(self)?));
        }
        Ok(left)
    }

    fn binary(&mut self, level: usize) -> Result<Expression, RunError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some((mark, operator)) = operators.iter().find(|(mark, _)| self.is_mark(mark)) {
            self.next();
            let right = self.binary(level + 1)?;
            let (first, second) =
                if mark.starts_with('>') && level == 4 { (right, left) } else { (left, right) };
            left = Expression::Binary(*operator, Box::new(first), Box::new(second));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, RunError> {
        let Token::Mark(mark) = *self.peek() else { return self.postfix() };
        let wrapped: fn(Box<Expression>) -> Expression = match mark {
            "-" => Expression::Negated,
            "!" => Expression::Not,
            "~" => Expression::Complement,
            "*" => Expression::Dereferenced,
            "&" => Expression::AddressOf,
            "++" => |target| Expression::Stepped(Binary::Add, target),
            "--" => |target| Expression::Stepped(Binary::Subtract, target),
            "(" => {
                self.next();
                if self.is_type() {
                    let base = self.base_type()?;
                    let ty = self.stars(base);
                    self.expect(")")?;
                    return Ok(Expression::Cast(ty, Box::new(self.unary()?)));
                }
                let inner = self.expression()?;
                self.expect(")")?;
                return self.after(inner);
            }
            _ => return self.postfix(),
        };
        self.next();
        Ok(wrapped(Box::new(self.unary()?)))
    }

    fn postfix(&mut self) -> Result<Expression, RunError> {
        let first = match self.next() {
            Token::Integer { bits, unsigned, long } => {
                let fits = i32::try_from(bits).is_ok();
                let ty = match (unsigned, long || bits > u64::from(u32::MAX)) {
                    (true, false) => Scalar::U32,
                    (true, true) => Scalar::U64,
                    (false, false) if fits => Scalar::I32,
                    // One in decimal is a signed one of 64 bits, see the words; this is hexadecimal.
                    (false, false) => Scalar::U32,
                    (false, true) if i64::try_from(bits).is_ok() => Scalar::I64,
                    (false, true) => Scalar::U64,
                };
                Expression::Integer(bits, ty)
            }
            Token::Float { value, double } => {
                Expression::Float(value, if double { Scalar::F64 } else { Scalar::F32 })
            }
            Token::Name(name) => self.named(name)?,
            other => return Err(unknown(format!("{other:?} where an expression should stand"))),
        };
        self.after(first)
    }

    fn named(&mut self, name: String) -> Result<Expression, RunError> {
        match name.as_str() {
            "true" => return Ok(Expression::Integer(1, Scalar::Bool)),
            "false" => return Ok(Expression::Integer(0, Scalar::Bool)),
            _ => {}
        }
        let template = match self.templates.contains(&name) && self.takes_mark("<") {
            // What closes the list is no comparison: arguments are sums at most.
            true => {
                let mut arguments = vec![self.binary(6)?];
                while self.takes_mark(",") {
                    arguments.push(self.binary(6)?);
                }
                self.expect(">")?;
                arguments
            }
            false => Vec::new(),
        };
        match self.takes_mark("(") {
            true => Ok(Expression::Call(name, template, self.arguments(")")?)),
            false => Ok(Expression::Name(name)),
        }
    }

    fn after(&mut self, mut expression: Expression) -> Result<Expression, RunError> {
        loop {
            if self.takes_mark("[") {
                let index = self.expression()?;
                self.expect("]")?;
                expression = Expression::Index(Box::new(expression), Box::new(index));
            } else if self.takes_mark(".") {
                let Token::Name(member) = self.next() else { return Err(unknown("a member without a name")) };
                expression = Expression::Member(Box::new(expression), member);
            } else if self.is_mark("++") || self.is_mark("--") {
                // The value before the step is that after it, stepped back.
                let (step, back) = match self.next() {
                    Token::Mark("++") => (Binary::Add, Binary::Subtract),
                    _ => (Binary::Subtract, Binary::Add),
                };
                let one = Box::new(Expression::Integer(1, Scalar::I32));
                let stepped = Box::new(Expression::Stepped(step, Box::new(expression)));
                expression = Expression::Binary(back, stepped, one);
            } else {
                return Ok(expression);
            }
        }
    }
}
