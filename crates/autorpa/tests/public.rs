//! The library as its users see it: the example of its first page, and types that may go to other threads.

#[expect(dead_code, reason = "the example's own `main` uses the system's home")]
#[path = "../examples/first.rs"]
mod first;

use autorpa::{
    Audience, Autorpa, BenchRequest, BuildRequest, Built, Cancel, Error, ExecRequest, Home, ImportRequest,
    ListenRequest, Ran, RanRows, Registry, RowsRequest, RunRequest,
};

#[test]
fn the_example_of_the_first_page_writes_a_note() {
    let folder = tempfile::tempdir().expect("there is room for a home");
    let rpa = Autorpa::new(Home::new(folder.path(), folder.path().join("library")));
    let changes = first::write_note(&rpa, "todo.txt", "buy milk").expect("it is built and run");
    assert!(
        changes
            .iter()
            .any(|it| it.contains("todo.txt") && it.contains("buy milk")),
        "{changes:?}"
    );
}

/// Whether a type may be sent to other threads and shared between them: that it compiles is the proof.
const fn is_for_threads<T: Send + Sync>() {}

const _: () = {
    is_for_threads::<Autorpa>();
    is_for_threads::<Registry>();
    is_for_threads::<Audience>();
    is_for_threads::<Cancel>();
    is_for_threads::<Home>();
    is_for_threads::<BuildRequest>();
    is_for_threads::<ExecRequest>();
    is_for_threads::<RunRequest>();
    is_for_threads::<RowsRequest>();
    is_for_threads::<BenchRequest>();
    is_for_threads::<ImportRequest>();
    is_for_threads::<ListenRequest>();
    is_for_threads::<Built>();
    is_for_threads::<Ran>();
    is_for_threads::<RanRows>();
    is_for_threads::<Error>();
};
