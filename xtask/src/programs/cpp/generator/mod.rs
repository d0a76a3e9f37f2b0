//! Writes programs that are valid C++ by construction, from a seed.
//!
//! A program is a list of statements that change integers, and of layouts made of these integers in between. Each file
//! beside this one holds a family of statements.

mod calls;
mod classes;
mod control;
mod layouts;
mod numbers;
mod templates;
mod unfamiliar;
mod writer;
mod writes;

use std::hash::{DefaultHasher, Hash, Hasher};

use fastrand::Rng;

use super::program::{Line, Program};
use writer::{DEEPEST, Generator, Statement};

/// The families of statements.
const FAMILIES: &[(u32, &[Statement])] = &[
    (10, writes::STATEMENTS),
    (8, control::STATEMENTS),
    (8, calls::STATEMENTS),
    (6, classes::STATEMENTS),
    (6, templates::STATEMENTS),
    (6, layouts::STATEMENTS),
    (4, unfamiliar::STATEMENTS),
    (4, numbers::STATEMENTS),
];

/// The program of a number among those of a seed.
pub(super) fn program(seed: u64, number: usize) -> Program {
    let mut hash = DefaultHasher::new();
    (seed, number).hash(&mut hash);
    Generator::new(Rng::with_seed(hash.finish()), number).program()
}

impl Generator {
    fn program(mut self) -> Program {
        self.say("int main() {");
        self.open();
        for _ in 0..self.number_of(2, 3) {
            self.integer();
        }
        let statements = self.number_of(4, 9);
        for _ in 0..statements {
            self.statement();
            if self.chance(0.6) {
                self.probe();
            }
        }
        self.probe();
        self.close();
        self.say("  return 0;");
        self.say("}");
        Program {
            number: self.number,
            includes: self.includes,
            definitions: self.definitions,
            main: self.body,
            elsewhere: self.elsewhere,
            macros: self.macros,
        }
    }

    /// One statement of any family.
    fn statement(&mut self) {
        let total: u32 = FAMILIES.iter().map(|family| family.0).sum();
        let mut at = self.random.u32(0..total);
        for (weight, statements) in FAMILIES {
            if at < *weight {
                return self.one_of(statements);
            }
            at -= weight;
        }
    }

    /// Statements of a block, between its braces.
    fn block(&mut self) {
        self.open();
        for _ in 0..self.number_of(1, 2) {
            if self.depth < DEEPEST {
                self.statement();
            } else {
                self.one_of(writes::STATEMENTS);
            }
        }
        if self.chance(0.4) {
            self.probe();
        }
        self.close();
    }

    /// A function of one body: `head` names its parameters, `returns` is said at the end.
    fn function(
        &mut self,
        head: &str,
        parameters: &[&str],
        returns: impl FnOnce(&mut Self) -> Option<String>,
    ) {
        self.define(|generator| {
            let depth = std::mem::replace(&mut generator.depth, 0);
            generator.say(format!("{head} {{"));
            generator.depth = depth;
            let places = parameters.iter().map(|&name| name.to_owned());
            generator.scope().places.extend(places);
            generator.open();
            if generator.chance(0.6) {
                generator.one_of(writes::STATEMENTS);
            }
            if generator.chance(0.6) {
                generator.probe();
            }
            if let Some(value) = returns(generator) {
                generator.say(format!("return {value};"));
            }
            generator.close();
            generator.depth = 0;
            generator.say("}");
            generator.depth = depth;
        });
    }
}
