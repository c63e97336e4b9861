//! What files hold, apart from what memory holds.
//!
//! Each kind of file has a module for each of its versions with the types of that version. The code works on the memory
//! types, and what is kept as another shape is another version. One thing alone may join the newest version: a part
//! that older files lack and that older programs may pass over.
//!
//! | file | types | samples of it |
//! | --- | --- | --- |
//! | recording | [`recording_v2`], before [`recording_v1`] | `tests/samples/recording-v*.json` |
//! | run | `run_v1` | `tests/samples/run-v1*.jsonl` |
//! | receipt | `library`'s `file::receipt_v2`, before `receipt_v1` | `tests/samples/receipt-v*.json` there |
//! | interaction graph | `explorer`'s `graph::file::v1` | `tests/samples/graph-v1.json` there |
//! | queue | the SQL of `queue`'s `store`, and `autorpa`'s `queued::how` for how a job is run | `tests/samples/queue-v1.sql` and `how-v1.json` there |
//! | results of rows | the columns of `autorpa`'s `rows::ledger` | `tests/samples/results-v*.csv` there |
//! | task file | `task`'s `file::fields` | `tests/samples/task-format-1.toml` there |
//! | report and journal of a bench | `autorpa`'s `bench_v1` | `tests/samples/bench-v1.json` and `journal-v1.jsonl` there |
//! | cassette | `llm`'s `cassette::v2`, before `cassette::v1` | `tests/samples/cassette-v*.jsonl` there |
//!
//! Logins have types of their own anyway, and a sample beside them: `logins` of `autorpa`.
//!
//! [`kept!`](crate::kept) writes a type of a file and both ways between it and a memory type. These ways name every
//! field and every variant of both, so a memory type that changes does not compile until somebody says here what
//! becomes of it in the file: a field of another name keeps its old one by `#[serde(rename = "..")]`. A kept sample of
//! each version is read by a test, and the newest is written again to the same bytes.
//!
//! A new version: copy the newest module under the next number, change the copy, write how the older version becomes
//! it, keep a sample. An older file is read as what it is, becomes the next version, and at last the memory type. What
//! did not change may stay in the older module: the newer one takes its types. The older file's own type has no memory
//! type any more, and is written without `of`.
//!
//! Some leaves stand in files as memory has them: texts and numbers, and [`ui::Chord`] and [`task::Template`], which
//! are kept as the texts that a person writes and that their own parsers read. Some memory types can be written as JSON
//! too, for what a page says of itself and for what commands print; no file is made of that.

pub(crate) mod recording;
pub mod recording_v1;
pub mod recording_v2;
pub(crate) mod run_v1;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use indexmap::IndexMap;
use serde::Deserialize;

use crate::recording::RecordingId;

/// A type of a file that keeps the memory type `M`, or what stands in a file as it is.
pub trait Kept<M>: Sized {
    /// As the file has it.
    fn keep(memory: &M) -> Self;

    /// As memory has it.
    fn restore(self) -> M;
}

/// What every file says first; all else depends on it.
#[derive(Deserialize)]
pub struct Head {
    /// The version of the file.
    pub version: u32,
}

macro_rules! as_it_is {
    ($($kind:ty),*) => {$(
        impl Kept<$kind> for $kind {
            fn keep(memory: &$kind) -> Self {
                memory.clone()
            }

            fn restore(self) -> $kind {
                self
            }
        }
    )*};
}

as_it_is!(
    bool,
    u16,
    u32,
    u64,
    usize,
    i32,
    f64,
    (u32, u32),
    String,
    BTreeSet<String>,
    ui::Chord,
    task::Template
);

impl Kept<RecordingId> for String {
    fn keep(memory: &RecordingId) -> Self {
        memory.0.clone()
    }

    fn restore(self) -> RecordingId {
        RecordingId(self)
    }
}

impl<M, F: Kept<M>> Kept<Option<M>> for Option<F> {
    fn keep(memory: &Option<M>) -> Self {
        memory.as_ref().map(F::keep)
    }

    fn restore(self) -> Option<M> {
        self.map(F::restore)
    }
}

impl<M, F: Kept<M>> Kept<Vec<M>> for Vec<F> {
    fn keep(memory: &Vec<M>) -> Self {
        memory.iter().map(F::keep).collect()
    }

    fn restore(self) -> Vec<M> {
        self.into_iter().map(F::restore).collect()
    }
}

impl<M, F: Kept<M>> Kept<Arc<M>> for F {
    fn keep(memory: &Arc<M>) -> Self {
        F::keep(memory.as_ref())
    }

    fn restore(self) -> Arc<M> {
        Arc::new(F::restore(self))
    }
}

impl<M, F: Kept<M>> Kept<Box<M>> for Box<F> {
    fn keep(memory: &Box<M>) -> Self {
        Box::new(F::keep(memory))
    }

    fn restore(self) -> Box<M> {
        Box::new(F::restore(*self))
    }
}

impl<K: Clone + Ord, M, F: Kept<M>> Kept<BTreeMap<K, M>> for BTreeMap<K, F> {
    fn keep(memory: &BTreeMap<K, M>) -> Self {
        memory
            .iter()
            .map(|(key, it)| (key.clone(), F::keep(it)))
            .collect()
    }

    fn restore(self) -> BTreeMap<K, M> {
        self.into_iter().map(|(key, it)| (key, F::restore(it))).collect()
    }
}

impl<M, F: Kept<M>> Kept<IndexMap<String, M>> for IndexMap<String, F> {
    fn keep(memory: &IndexMap<String, M>) -> Self {
        memory
            .iter()
            .map(|(key, it)| (key.clone(), F::keep(it)))
            .collect()
    }

    fn restore(self) -> IndexMap<String, M> {
        self.into_iter().map(|(key, it)| (key, F::restore(it))).collect()
    }
}

/// Types of a file, and the way from each memory type to it and back:
///
/// ```ignore
/// kept! {
///     struct Receipt version 1 of crate::receipt::Receipt {
///         name: String,
///         verified: bool,
///     }
///
///     #[serde(rename_all = "snake_case")]
///     enum Status of ui::Status { Complete, Infeasible }
/// }
/// ```
#[macro_export]
macro_rules! kept {
    () => {};
    (
        $(#[$meta:meta])*
        struct $name:ident $(version $version:literal)? of $($memory:ident)::+ {
            $($(#[$field_meta:meta])* $field:ident: $kind:ty,)*
        }
        $($rest:tt)*
    ) => {
        #[doc = concat!("[`", stringify!($($memory)::+), "`], as it is kept.")]
        #[derive(serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub struct $name {
            $(#[doc = concat!("Always ", $version, ".")] version: u32,)?
            $($(#[$field_meta])* $field: $kind,)*
        }

        impl $crate::file::Kept<$($memory)::+> for $name {
            fn keep(memory: &$($memory)::+) -> Self {
                let $($memory)::+ { $($field),* } = memory;
                Self { $(version: $version,)? $($field: $crate::file::Kept::keep($field)),* }
            }

            fn restore(self) -> $($memory)::+ {
                let Self { $($field,)* .. } = self;
                $($memory)::+ { $($field: $crate::file::Kept::restore($field)),* }
            }
        }

        $crate::kept! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        struct $name:ident version $version:literal {
            $($(#[$field_meta:meta])* $field:ident: $kind:ty,)*
        }
        $($rest:tt)*
    ) => {
        #[doc = concat!("As version ", $version, " of its file has it.")]
        #[allow(missing_docs, reason = "the newest version says what each field is")]
        #[derive(serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub struct $name {
            #[doc = concat!("Always ", $version, ".")]
            pub version: u32,
            $($(#[$field_meta])* pub $field: $kind,)*
        }

        $crate::kept! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        enum $name:ident of $($memory:ident)::+ {
            $($variant:ident $({ $($field:ident: $kind:ty),* })?,)*
        }
        $($rest:tt)*
    ) => {
        #[doc = concat!("[`", stringify!($($memory)::+), "`], as it is kept.")]
        #[allow(missing_docs, reason = "the memory type says what each variant is")]
        #[derive(serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub enum $name {
            $($variant $({ $($field: $kind),* })?,)*
        }

        impl $crate::file::Kept<$($memory)::+> for $name {
            fn keep(memory: &$($memory)::+) -> Self {
                use $($memory)::+ as Memory;
                match memory {
                    $(Memory::$variant $({ $($field),* })? => Self::$variant $({
                        $($field: $crate::file::Kept::keep($field)),*
                    })?,)*
                }
            }

            fn restore(self) -> $($memory)::+ {
                use $($memory)::+ as Memory;
                match self {
                    $(Self::$variant $({ $($field),* })? => Memory::$variant $({
                        $($field: $crate::file::Kept::restore($field)),*
                    })?,)*
                }
            }
        }

        $crate::kept! { $($rest)* }
    };
}
