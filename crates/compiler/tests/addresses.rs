//! The address of a record that was open is part of an address that is opened then.

use crate::pages;

use autorpa_compiler::emit::emit;
use pages::{button, click, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Action, Element, HardAction, Screen};

fn page(path: &str, elements: Vec<Element>) -> Screen {
    Screen {
        app: "http://shop.test".to_owned(),
        ..screen(path, elements)
    }
}

/// Somebody opens a customer, whose page has this address, and then the list of their orders by its address.
fn orders_of(id: &str, name: &str, path: &str, link: &str) -> Recording {
    let customers = page(
        "/customers Customers",
        vec![pages::field(&[0, 0], "search", ""), button(&[1, 0], name)],
    );
    let typed = page(
        "/customers Customers",
        vec![pages::field(&[0, 0], "search", name), button(&[1, 0], name)],
    );
    let customer = page(path, vec![text("h1", &[0, 0], name)]);
    let orders = page("/orders Orders", vec![button(&[0, 0], "Export")]);
    let steps: Vec<(Screen, HardAction)> = vec![
        (customers, type_into(0, name)),
        (typed, click(1)),
        (
            customer,
            Action::OpenLink {
                link: link.to_owned(),
            },
        ),
        (orders.clone(), click(0)),
    ];
    recording(id, params(&[("name", name)]), steps, orders)
}

fn first(recordings: &[Recording]) -> String {
    emit(programs(recordings).first().expect("a program")).source
}

const ANN: (&str, &str, &str) = (
    "Ann Lee",
    "/customers/171/edit Ann",
    "http://shop.test/orders?of=171&page=1",
);

#[test]
fn what_the_address_of_the_open_record_has_is_read_there() {
    let (name, path, link) = ANN;
    let one = orders_of("r1", name, path, link);
    let other = orders_of(
        "r2",
        "Bo Xu",
        "/customers/8/edit Bo",
        "http://shop.test/orders?of=8&page=1",
    );
    for recordings in [vec![one.clone()], vec![one, other]] {
        let script = first(&recordings);
        for part in [
            "let record_id = env_op.read_address(\"/customers/*/edit\");",
            "env_op.open_link(\"http://shop.test/orders?of=\" + record_id + \"&page=1\");",
        ] {
            assert!(script.contains(part), "{part}\n{script}");
        }
    }
}

#[test]
fn what_is_the_same_each_time_or_was_opened_itself_is_read_nowhere() {
    let (name, path, link) = ANN;
    // The same page each time.
    let same = [
        orders_of("r1", name, path, link),
        orders_of("r2", "Bo Xu", path, link),
    ];
    assert!(!first(&same).contains("read_address"));
    // Pages of two kinds.
    let kinds = [
        orders_of("r1", name, path, link),
        orders_of(
            "r2",
            "Bo Xu",
            "/people/8 Bo",
            "http://shop.test/orders?of=8&page=1",
        ),
    ];
    assert!(
        programs(&kinds)
            .iter()
            .all(|it| !emit(it).source.contains("read_address"))
    );
    // The task begins on that record's page.
    let mut begins = orders_of("r1", name, path, link);
    let there = Screen {
        activity: path.to_owned(),
        ..(*begins.steps[0].screen).clone()
    };
    begins.steps[0].screen = std::sync::Arc::new(there);
    assert!(!first(&[begins]).contains("read_address"));
    // Nothing of the address is in the one that is opened.
    let another = orders_of("r1", name, path, "http://shop.test/orders?of=1711");
    assert!(!first(&[another]).contains("read_address"));
}
