//! What code means whose text is another one though the code is the same.

use layoutlens_syntax::same_code::{NewPlaces, Places};

use crate::{
    evaluation::{Answer, HostEvaluation, HostNode, Supposed, Variable},
    problem::{Problem, Replacement},
    stated::{Stated, StatedParameter},
    supposition::{Condition, ParameterBinding, Supposition},
};

impl HostEvaluation {
    /// The same for code that stands at `places` now; `None` where one of them is not known.
    pub fn at_new_places(&self, places: &NewPlaces) -> Option<Self> {
        let Self { variables, nodes, problems } = self;
        Some(Self {
            variables: all(variables, |variable| variable_at(variable, places))?,
            nodes: all(nodes, |node| node_at(node, places))?,
            problems: all(problems, |problem| problem.at(places))?,
        })
    }
}

impl Stated {
    /// Whether this says of the code at `places` what `before` said of it where it was.
    pub fn says_the_same(&self, before: &Self, places: &NewPlaces) -> bool {
        let moved = |stated: &StatedParameter| {
            Some(StatedParameter {
                name: stated.name.clone(),
                value: stated.value.clone(),
                within: places.of_range(&stated.within)?,
                except: all(&stated.except, |range| places.of_range(range))?,
            })
        };
        self.facts == before.facts
            && all(&before.parameters, moved).is_some_and(|parameters| parameters == self.parameters)
    }
}

fn all<T>(of: &[T], moved: impl FnMut(&T) -> Option<T>) -> Option<Vec<T>> {
    of.iter().map(moved).collect()
}

fn variable_at(variable: &Variable, places: &NewPlaces) -> Option<Variable> {
    Some(Variable {
        name: variable.name.clone(),
        range: places.of_range(&variable.range)?,
        statement: places.of_range(&variable.statement)?,
        kind: variable.kind,
        visible: places.of_range(&variable.visible)?,
        answers: all(&variable.answers, |answer| answer_at(answer, places))?,
        is_sample: variable.is_sample,
        supposed: all(&variable.supposed, |supposed| supposed_at(supposed, places))?,
    })
}

fn node_at(node: &HostNode, places: &NewPlaces) -> Option<HostNode> {
    Some(HostNode {
        range: places.of_range(&node.range)?,
        answers: all(&node.answers, |answer| answer_at(answer, places))?,
        supposed: all(&node.supposed, |supposed| supposed_at(supposed, places))?,
    })
}

fn answer_at(answer: &Answer, places: &NewPlaces) -> Option<Answer> {
    let mut moved = answer.clone();
    // Another file stands where it stood.
    if let Some(site) = moved.site.as_mut().filter(|site| site.file.is_none()) {
        site.range = places.of_range(&site.range)?;
    }
    Some(moved)
}

fn supposed_at(supposed: &Supposed, places: &NewPlaces) -> Option<Supposed> {
    let Supposed { condition, answer } = supposed;
    Some(Supposed { condition: condition_at(condition, places)?, answer: answer_at(answer, places)? })
}

fn condition_at(condition: &Condition, places: &NewPlaces) -> Option<Condition> {
    let binds = |supposition: &Supposition| supposition.binding.is_some();
    if !condition.suppositions().iter().any(binds) {
        return Some(condition.clone());
    }
    condition.suppositions().iter().map(|supposition| supposition.at(places)).collect()
}

impl Supposition {
    /// The same, of code that stands at `places` now; `None` where one of them is not known.
    pub fn at(&self, places: &impl Places) -> Option<Self> {
        let mut moved = self.clone();
        if let Some(ParameterBinding { declared, .. }) = &mut moved.binding {
            *declared = places.of_byte(*declared)?;
        }
        Some(moved)
    }
}

impl Problem {
    /// The same, of code that stands at `places` now; `None` where one of them is not known.
    pub fn at(&self, places: &impl Places) -> Option<Self> {
        let fix =
            |fix: &Replacement| Some(Replacement { range: places.of_range(&fix.range)?, ..fix.clone() });
        Some(Self {
            range: places.of_range(&self.range)?,
            code: self.code,
            message: self.message.clone(),
            related: all(&self.related, |(range, why)| Some((places.of_range(range)?, why.clone())))?,
            fixes: all(&self.fixes, fix)?,
            numbers: self.numbers.clone(),
        })
    }
}
