//! How host code is run: names, branches, loops, calls, classes, templates, conditional compilation.

mod assignments;
mod branches;
mod broken;
mod calls;
mod classes;
mod collections;
mod executed;
mod fixture;
mod growth;
mod implicit_calls;
mod included;
mod jumps;
mod loops;
mod names;
mod number_types;
mod outdated;
mod preprocessor;
mod problems;
mod python;
mod records;
mod references;
mod returned_objects;
mod side_by_side;
mod templates;
mod writes;
mod written_through;
