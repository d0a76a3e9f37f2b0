//! `cargo xtask tutorials`: what compiled CuTe prints for every layout of a real program, beside what we show.

mod print_version;
mod program;
mod truth;

use crate::error::Error;

/// What to compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only programs of these names, separated by commas: sgemm_1,wgmma_sm90.
    #[arg(long, value_delimiter = ',')]
    file: Vec<String>,
    /// Other sizes than the usual ones: 512x1024x256,128x256x64.
    #[arg(long, value_delimiter = ',', value_parser = sizes)]
    sizes: Vec<[u32; 3]>,
    /// Prints every value of the programs, and compares nothing.
    #[arg(long)]
    print: bool,
}

fn sizes(text: &str) -> Result<[u32; 3], String> {
    let numbers: Vec<u32> = text.split('x').map_while(|number| number.parse().ok()).collect();
    numbers.try_into().map_err(|_| format!("{text} is not of the form 512x1024x256"))
}

/// Compares. Prints a table, what is unknown, and every difference; fails when there is one.
pub(crate) fn tutorials(arguments: &Arguments) -> Result<(), Error> {
    let programs = program::programs(&arguments.file, &arguments.sizes)?;
    let compiler = truth::compiler()?;
    for program in &programs {
        match truth::truth(&compiler, program) {
            Ok(runs) => {
                for run in runs {
                    println!("== {} {:?}", program.name, run.call);
                    for (variable, values) in run.values {
                        for value in values {
                            println!(
                                "{}:{} {} {:?} {:?}",
                                variable.line, variable.name, value.text, value.kind, value.whole
                            );
                        }
                    }
                }
            }
            Err(error) => println!("{}: {error}", program.name),
        }
    }
    Ok(())
}
