//! Tests that need several crates at once; the crates' own tests lie beside them.

pub mod readers;
