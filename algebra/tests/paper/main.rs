//! Figures and tables of the CuTe paper: what it draws and claims, computed.

mod figure_1;
mod figure_10;
mod figure_11;
mod figure_12;
mod figure_2;
mod figure_3;
mod figure_4;
mod figure_5;
mod figure_6;
mod figure_7;
mod figure_8;
mod figure_9;
mod table_1;
mod table_2;
mod table_3;
mod tables_4_to_7;
