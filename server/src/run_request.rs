//! What `ide` resolved, as `run` takes it.
//!
//! `run` knows the algebra only and `ide` does not know `run`: this is where the two meet, for lens and terminal alike.

use layoutlens_eval::{Job, Run};
use layoutlens_run::{DeviceChoice, Operation, Request, RunError};

/// The request that runs `run` on a device.
///
/// # Errors
/// [`RunError`] when an operand or the element type is none that can be run.
pub(crate) fn run_request(run: &Run, device: DeviceChoice) -> Result<Request, RunError> {
    // Both sides speak CuTe notation.
    let operand = |operand: &layoutlens_eval::Operand| operand.to_string().parse();
    let operation = match &run.job {
        Job::Copy { source, destination } => {
            Operation::Copy { source: operand(source)?, destination: operand(destination)? }
        }
        Job::Gemm { a, b, c } => Operation::Gemm { a: operand(a)?, b: operand(b)?, c: operand(c)? },
    };
    Ok(Request { operation, element: run.element.parse()?, device })
}

#[cfg(test)]
mod tests {
    use layoutlens_eval::element_type::ELEMENT_TYPES;
    use layoutlens_run::ElementType;

    #[test]
    fn statements_and_kernels_know_the_same_element_types() {
        let statements: Vec<_> =
            ELEMENT_TYPES.iter().map(|element| (element.name, element.bits / 8)).collect();
        let kernels: Vec<_> =
            ElementType::all().map(|element| (element.name(), element.width().cast_signed())).collect();
        assert_eq!(statements, kernels);
        for element in ELEMENT_TYPES {
            for alias in element.aliases {
                let read: ElementType = alias.parse().unwrap();
                assert_eq!(read.name(), element.name, "{alias}");
            }
        }
    }
}
