//! Who is told the steps of an operation while it runs.

use super::Step;

/// Who is told the steps of an operation; `()` is told nothing and costs nothing.
pub(crate) trait Trace {
    fn step(&mut self, step: impl FnOnce() -> Step);

    /// The same listener, for steps inside mode `index`.
    fn inside(&mut self, index: usize) -> impl Trace;
}

impl Trace for () {
    fn step(&mut self, _: impl FnOnce() -> Step) {}

    fn inside(&mut self, _: usize) -> impl Trace {}
}

impl Trace for Vec<Step> {
    fn step(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }

    fn inside(&mut self, index: usize) -> impl Trace {
        StepsInside { steps: self, path: vec![index] }
    }
}

/// Steps whose modes lie inside the mode at `path`.
struct StepsInside<'a> {
    steps: &'a mut Vec<Step>,
    path: Vec<usize>,
}

impl Trace for StepsInside<'_> {
    fn step(&mut self, step: impl FnOnce() -> Step) {
        let mut step = step();
        step.move_into(&self.path);
        self.steps.push(step);
    }

    fn inside(&mut self, index: usize) -> impl Trace {
        let path = self.path.iter().copied().chain([index]).collect();
        StepsInside { steps: &mut *self.steps, path }
    }
}
