//! Whoever does a task that no function does yet: the model-free search, and the ReAct agent.

pub mod graph;
pub mod policy;
pub mod react;
pub mod search;
