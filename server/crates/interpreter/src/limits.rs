//! Bounds of an evaluation. Where one is reached, what is left is unknown and says so; nothing depends on a clock.

/// The most expressions and statements that a file may take.
pub(crate) const MAX_STEPS: usize = 200_000;

/// How many of them an object of a class of the program takes beside what its constructor does.
pub(crate) const STEPS_OF_AN_OBJECT: usize = 8;

/// How many variables, fields and objects that code may write which is not seen count as one step.
pub(crate) const PLACES_OF_A_STEP: usize = 4;

/// After how many of them the evaluation looks whether anybody still waits for it.
pub(crate) const STEPS_BETWEEN_LOOKS: usize = 256;

/// How many the run of a C++ file may take that supposes what nothing gives.
pub(crate) const MAX_SUPPOSING_STEPS: usize = 120_000;

/// The same of a Python file, of which the run without suppositions often ends early.
pub(crate) const MAX_SUPPOSING_PYTHON_STEPS: usize = 400_000;

/// The same of a run that supposes of everything that may be left out that it is given.
pub(crate) const MAX_GENEROUS_STEPS: usize = 200_000;

/// How many a run may take of Python functions by themselves.
pub(crate) const MAX_ALONE_STEPS: usize = 200_000;

/// How many of them a function of a file that imports the one at hand may take.
pub(crate) const MAX_CALLER_STEPS: usize = 20_000;

/// How many all files that import the one at hand may take together.
pub(crate) const MAX_CALLERS_STEPS: usize = 60_000;

/// How many a program may take that includes the header at hand.
pub(crate) const MAX_UNIT_STEPS: usize = 20_000;

/// How many each program may take behind the first, where there are more than are read.
pub(crate) const MAX_FURTHER_UNIT_STEPS: usize = 12_000;

/// How many of them it takes before it is run again with conditions decided, where some turned out to matter: what is
/// left behind these is found then.
pub(crate) const STEPS_BEFORE_DECIDING: usize = 6_000;

/// For how many numbers such a program launches a kernel with the same types.
pub(crate) const MAX_LAUNCHES: usize = 4;

/// How deep calls of functions of the program may nest.
pub(crate) const MAX_CALL_DEPTH: usize = 48;

/// How often a function may stand in a chain of calls.
pub(crate) const MAX_RECURSION: usize = 4;

/// How often where it calls nothing else and is given numbers that are known.
pub(crate) const MAX_RECURSION_OF_NUMBERS: usize = 32;

/// How deep expressions, statements and calls may nest together.
pub(crate) const MAX_NESTING: usize = 700;

/// The stack of the thread that evaluates: [`MAX_NESTING`] levels fit, also without optimisation.
pub(crate) const STACK_BYTES: usize = 64 * 1024 * 1024;

/// The most elements of a tuple or list that the program makes.
pub(crate) const MAX_ELEMENTS: usize = 4096;

/// How often a loop's body is run until its state no longer changes; then all that it may write is unknown.
pub(crate) const MAX_LOOP_ROUNDS: usize = 4;

/// How many rounds of a loop over known elements are run in order.
pub(crate) const MAX_UNROLLED_ROUNDS: usize = 32;

/// How many steps that may take, as far as one round tells.
pub(crate) const MAX_UNROLLED_STEPS: usize = 4_000;

/// How many steps all of them may take together; rounds inside of rounds count each time.
pub(crate) const MAX_ALL_UNROLLED_STEPS: usize = 40_000;

/// The most different values that are kept for a name or an expression.
pub(crate) const MAX_ANSWERS: usize = 16;
