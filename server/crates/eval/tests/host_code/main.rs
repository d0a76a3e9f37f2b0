//! How host code is run, where a file of `tests/host/` does not say it: tables of many small programs, several files, facts of
//! statements, evaluations that are given up.

mod broken;
mod constructors;
mod deep;
mod executed;
mod fixture;
mod growth;
mod handed_on;
mod implicit_calls;
mod included;
mod jumps;
mod kept_of_library;
mod lookup;
mod macros;
mod names;
mod number_types;
mod outdated;
mod programs_around;
mod qualified_types;
mod references;
mod returned_objects;
mod side_by_side;
mod templates;
mod unnamed_objects;
mod writes;
mod written_through;
