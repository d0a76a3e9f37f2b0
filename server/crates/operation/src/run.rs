//! What an operation takes, and the order in which its columns are asked.

use std::ops::RangeInclusive;

use super::{
    Arguments, Operation, Refusal,
    columns::{Documentation, Parameter, ParameterKind},
    explain, kept, on_composed, on_keep, on_major, on_names, on_smem, on_swizzled,
    table::columns,
};
use crate::{Evaluated, Value};

impl Operation {
    /// Whether its first operand is a layout of threads: what threads of a warp access at once.
    pub fn is_about_lanes(self) -> bool {
        columns(self).is_about_lanes
    }

    /// Whether it gives the values of one thread.
    pub fn cuts_for_one_thread(self) -> bool {
        columns(self).cuts_for_one_thread
    }

    /// For how many of its first parameters an object stands whose method it is in CuTe: `thr_mma.partition_C(tensor)` is
    /// `partition_C(mma, thread, tensor)`.
    pub fn parameters_of_receiver(self) -> Option<usize> {
        columns(self).of_receiver
    }

    /// Whether it splits a layout into tiles.
    pub fn is_divide(self) -> bool {
        columns(self).is_divide
    }

    /// What it is for, what must hold before it and what holds behind it.
    ///
    /// ```
    /// use layoutlens_operation::Operation;
    ///
    /// let divide = Operation::LogicalDivide.documentation();
    /// assert!(divide.requires[0].contains("divides its mode of A"));
    /// ```
    pub fn documentation(self) -> Documentation {
        columns(self).documentation
    }

    /// The numbers of operands it takes.
    pub fn arity(self) -> RangeInclusive<usize> {
        columns(self).required..=columns(self).parameters.len()
    }

    /// `logical_divide(A, tiler)`; what may be left out stands in brackets.
    pub fn signature(self) -> String {
        format!("{self}({})", self.parameter_labels().join(", "))
    }

    /// The names of its parameters; what may be left out stands in brackets: `A`, `[mode]`.
    pub fn parameter_labels(self) -> Vec<String> {
        let columns = columns(self);
        let parameters = columns.parameters.iter().enumerate();
        let label = |(index, parameter): (usize, &Parameter)| match index < columns.required {
            true => parameter.name.to_owned(),
            false => format!("[{}]", parameter.name),
        };
        parameters.map(label).collect()
    }

    /// The numbers of operands in words: `1 to 2 operands`.
    pub fn arity_text(self) -> String {
        let (least, most) = (*self.arity().start(), *self.arity().end());
        let plural = if most == 1 { "" } else { "s" };
        if least == most { format!("{most} operand{plural}") } else { format!("{least} to {most} operands") }
    }

    /// Whether its operand at `index` is a size, a coordinate or a type, and no layout.
    pub fn takes_size(self, index: usize) -> bool {
        let kind = columns(self).parameters.get(index).map(|parameter| parameter.kind);
        matches!(kind, Some(ParameterKind::Tuple | ParameterKind::ElementType))
    }

    /// Whether its operand at `index` is an element type.
    pub fn takes_type(self, index: usize) -> bool {
        let kind = columns(self).parameters.get(index).map(|parameter| parameter.kind);
        kind == Some(ParameterKind::ElementType)
    }

    /// Whether its operand at `index` is an atom, a tiled copy or MMA, or a projection.
    pub fn takes_hardware(self, index: usize) -> bool {
        let kind = columns(self).parameters.get(index).map(|parameter| parameter.kind);
        kind == Some(ParameterKind::Hardware)
    }

    /// What it gives on these operands.
    ///
    /// # Errors
    /// Why it gives no value.
    pub fn run(self, values: &[Value]) -> Result<Evaluated, Refusal> {
        self.run_on(&Arguments::new(self.name(), values))
    }

    /// The same of a call that a program makes: it holds what comes of run-time integers, whether that is proved to be
    /// right or not.
    ///
    /// # Errors
    /// Why it gives no value.
    pub fn run_of_program(self, values: &[Value]) -> Result<Evaluated, Refusal> {
        kept::of_program(self, values, || self.run_on(&Arguments::of_program(self.name(), values)))
    }

    pub(crate) fn run_on(self, arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
        arguments.refuse_unknown()?;
        let values = arguments.values();
        let of_special_operands = on_major::run(self, values)
            .or_else(|| on_swizzled::run(self, values))
            .or_else(|| on_smem::run(self, values))
            .or_else(|| on_composed::run(self, values))
            .or_else(|| on_keep::run(self, values))
            .or_else(|| on_names::run(self, arguments));
        if let Some(result) = of_special_operands {
            return result;
        }
        (columns(self).on_layouts)(arguments).map(|evaluated| explain::explained(self, evaluated, arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_show_what_may_be_left_out() {
        assert_eq!(Operation::Complement.signature(), "complement(A, [cotarget])");
    }

    #[test]
    fn each_operation_says_what_it_is_for_what_it_takes_and_what_comes() {
        for operation in Operation::ALL {
            let documentation = operation.documentation();
            let lines = documentation.requires.iter().chain(documentation.ensures);
            assert!(!documentation.requires.is_empty() && !documentation.ensures.is_empty(), "{operation}");
            for line in lines.chain([&documentation.summary]) {
                assert!(
                    !line.trim().is_empty() && (!line.ends_with('.') || line.ends_with("..")),
                    "{operation}: {line}"
                );
            }
        }
    }
}
