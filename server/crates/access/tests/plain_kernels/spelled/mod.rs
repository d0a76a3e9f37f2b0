//! A small C: what an expression of numbers comes to.

/// Reads an expression whose names are these numbers.
pub(crate) struct Reader<'t> {
    pub(crate) rest: &'t str,
    pub(crate) names: &'t [(&'t str, i64)],
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        let is_there = rest.starts_with(sign);
        if is_there {
            self.rest = &rest[sign.len()..];
        }
        is_there
    }

    pub(crate) fn expression(&mut self) -> i64 {
        let condition = self.either();
        if !self.takes("?") {
            return condition;
        }
        let then = self.expression();
        assert!(self.takes(":"));
        let otherwise = self.expression();
        if condition != 0 { then } else { otherwise }
    }

    fn either(&mut self) -> i64 {
        let mut value = self.both();
        while self.takes("||") {
            let other = self.both();
            value = i64::from(value != 0 || other != 0);
        }
        value
    }

    fn both(&mut self) -> i64 {
        let mut value = self.masked();
        while self.takes("&&") {
            let other = self.masked();
            value = i64::from(value != 0 && other != 0);
        }
        value
    }

    fn masked(&mut self) -> i64 {
        let mut value = self.compared();
        while !self.rest.trim_start().starts_with("&&") && self.takes("&") {
            value &= self.compared();
        }
        value
    }

    fn compared(&mut self) -> i64 {
        let value = self.shifted();
        for sign in ["<=", ">=", "==", "!=", "<", ">"] {
            if self.takes(sign) {
                let other = self.shifted();
                return i64::from(match sign {
                    "<=" => value <= other,
                    ">=" => value >= other,
                    "==" => value == other,
                    "!=" => value != other,
                    "<" => value < other,
                    _ => value > other,
                });
            }
        }
        value
    }

    fn shifted(&mut self) -> i64 {
        let mut value = self.sum();
        while self.takes(">>") {
            value >>= self.sum();
        }
        value
    }

    fn sum(&mut self) -> i64 {
        let mut value = self.product();
        loop {
            if self.takes("+") {
                value += self.product();
            } else if self.takes("-") {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> i64 {
        let mut value = self.operand();
        loop {
            if self.takes("*") {
                value *= self.operand();
            } else if self.takes("/") {
                value /= self.operand();
            } else if self.takes("%") {
                value %= self.operand();
            } else {
                return value;
            }
        }
    }

    fn operand(&mut self) -> i64 {
        if self.takes("!") {
            return i64::from(self.operand() == 0);
        }
        for is_least in [true, false] {
            if self.takes(if is_least { "min(" } else { "max(" }) {
                let first = self.expression();
                assert!(self.takes(","));
                let second = self.expression();
                assert!(self.takes(")"));
                return if is_least { first.min(second) } else { first.max(second) };
            }
        }
        if self.takes("(") {
            let value = self.expression();
            assert!(self.takes(")"));
            return value;
        }
        for at in 0..self.names.len() {
            let (name, value) = self.names[at];
            if self.takes(name) {
                return value;
            }
        }
        let rest = self.rest.trim_start();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.rest = &rest[length..];
        rest[..length].parse().expect("a number")
    }
}
