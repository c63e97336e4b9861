//! strings
