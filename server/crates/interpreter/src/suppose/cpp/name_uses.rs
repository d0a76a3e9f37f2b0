//! What code asks of the names in it, found in one walk: a class may have dozens of template parameters, and a walk through a
//! long class for each of them takes longer than all else that is supposed of it.

use layoutlens_syntax::{BinaryOperator as Op, Expr, ExprKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::suppose::cpp::uses::Uses;

/// How code uses the names in it.
#[derive(Debug, Default)]
pub(crate) struct NameUses {
    /// The members that are asked of a type or namespace, `Traits::kBlockM`.
    of_types: FxHashMap<String, Members>,
    /// Those that are asked of an object, `params.m`.
    of_objects: FxHashMap<String, Members>,
    /// The numbers above 1 with which something of a name is compared for being the same.
    numbers: FxHashMap<String, Vec<i64>>,
    /// What is held against 0.
    may_be_zero: FxHashSet<String>,
}

/// Members that are asked of something, each with its place in the order of all that the code asks.
#[derive(Debug, Default)]
struct Members {
    seen: FxHashSet<String>,
    in_order: Vec<(usize, String)>,
}

impl Members {
    fn add(&mut self, place: usize, member: &str) {
        if !self.seen.contains(member) {
            self.seen.insert(member.to_owned());
            self.in_order.push((place, member.to_owned()));
        }
    }
}

/// `static constexpr int Stages = Stages_;`: a class has a name of its own for what a parameter is.
fn without_underscore(name: &str) -> &str {
    name.trim_end_matches('_')
}

/// Notes a member under what it is asked of.
fn add(all: &mut FxHashMap<String, Members>, of: &str, place: usize, member: &str) {
    match all.get_mut(of) {
        Some(members) => members.add(place, member),
        None => {
            let mut members = Members::default();
            members.add(place, member);
            all.insert(of.to_owned(), members);
        }
    }
}

impl NameUses {
    pub(crate) fn of(uses: &Uses<'_>) -> Self {
        let (mut used, mut place) = (Self::default(), 0);
        uses.each(&mut |expr: &Expr| {
            place += 1;
            used.note(place, expr);
        });
        used
    }

    fn note(&mut self, place: usize, expr: &Expr) {
        match &expr.kind {
            // Where the member is not typed yet there is none.
            ExprKind::Member { base, name: member } if !member.text.is_empty() => {
                if let ExprKind::Name(object) = &base.kind {
                    add(&mut self.of_objects, object, place, &member.text);
                }
            }
            ExprKind::Name(path) => {
                if let Some((head, rest)) = path.split_once("::") {
                    let member = rest.split("::").next().unwrap_or(rest);
                    if !member.is_empty() {
                        add(&mut self.of_types, head, place, member);
                    }
                }
            }
            ExprKind::Binary { operator, left, right } => {
                if *operator == Op::Equal
                    && let (ExprKind::Name(own), ExprKind::Int(number))
                    | (ExprKind::Int(number), ExprKind::Name(own)) = (&left.kind, &right.kind)
                    && *number > 1
                {
                    let numbers = self.numbers.entry(without_underscore(own).to_owned()).or_default();
                    if !numbers.contains(number) {
                        numbers.push(*number);
                    }
                }
                if matches!(operator, Op::Equal | Op::NotEqual | Op::Greater)
                    && let (ExprKind::Name(own), ExprKind::Int(0)) = (&left.kind, &right.kind)
                {
                    self.may_be_zero.insert(without_underscore(own).to_owned());
                }
            }
            _ => {}
        }
    }

    /// The members that are asked of a template parameter, and of the objects of its type, in the order of the code.
    pub(crate) fn members_of(&self, name: &str, objects: &[&str]) -> Vec<&str> {
        let of_objects = objects.iter().filter_map(|object| self.of_objects.get(*object));
        let all = self.of_types.get(name).into_iter().chain(of_objects);
        let mut all: Vec<(usize, &str)> = all
            .flat_map(|members| &members.in_order)
            .map(|(place, member)| (*place, member.as_str()))
            .collect();
        all.sort_unstable();
        let mut seen = FxHashSet::default();
        all.into_iter().map(|(_, member)| member).filter(|member| seen.insert(*member)).collect()
    }

    /// The numbers with which a parameter is compared; 0, where it is held against that, is the last: it may be that.
    pub(crate) fn numbers_of(&self, name: &str) -> Vec<i64> {
        let name = without_underscore(name);
        let numbers = self.numbers.get(name).into_iter().flatten().copied();
        numbers.chain(self.may_be_zero.contains(name).then_some(0)).collect()
    }
}
