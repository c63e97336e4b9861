//! Steps at points of a drawing, from recordings to a script: the same points, points that follow a number, and points that
//! differ and nothing says why.

use crate::pages;

use autorpa_compiler::{
    soft::SoftTrajectory, synthesise::points_differ, translate::translate, understood::understood,
};
use pages::{button, element, first_script, params, programs, recording, screen};
use trajectory::Recording;
use ui::{Action, Element, ElementId, HardAction, Screen};

fn page(shown: &str) -> Screen {
    let drawing = Element {
        resource_name: Some("pad".to_owned()),
        clickable: true,
        ..element("canvas", &[0])
    };
    screen(shown, vec![drawing, button(&[1], "Save")])
}

fn clicked(id: &str, values: &[(&str, &str)], at: &str) -> Recording {
    done(
        id,
        values,
        Action::ClickAt {
            target: ElementId(0),
            at: at.to_owned(),
        },
    )
}

fn done(id: &str, values: &[(&str, &str)], action: HardAction) -> Recording {
    let save = Action::Click { target: ElementId(1) };
    recording(
        id,
        params(values),
        vec![(page("drawn"), action), (page("drawn"), save)],
        page("saved"),
    )
}

fn why(recordings: &[Recording]) -> Option<String> {
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    points_differ(&softs).map(|it| it.to_string())
}

fn open(recordings: &[Recording]) -> String {
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    let program = programs(recordings).into_iter().next().expect("a program");
    understood(&program, &softs).to_string()
}

#[test]
fn points_that_a_hand_met_again_stay_a_constant_that_is_called_fragile() {
    let both = [
        clicked("r1", &[("name", "Ada")], "25%,50% of 400x300"),
        clicked("r2", &[("name", "Bob")], "25.5%,49.2% of 400x300"),
    ];
    let script = first_script(&both).source;
    assert!(
        script.contains("env_op.click_at(\"25%,50% of 400x300\", "),
        "{script}"
    );
    assert!(script.contains("fragile"), "{script}");
    assert_eq!(why(&both), None);
    let told = open(&both);
    assert!(told.contains("fragile: 25%,50% of 400x300"), "{told}");
}

#[test]
fn a_point_follows_a_number_along_an_axis() {
    let at = |id: &str, volume: &str, x: &str| {
        clicked(
            id,
            &[("volume", volume), ("name", id)],
            &format!("{x}%,50% of 400x40"),
        )
    };
    let three = [at("r1", "10", "18"), at("r2", "90", "82"), at("r3", "50", "50.4")];
    let script = first_script(&three).source;
    let line = "env_op.click_at(on_line(volume, \"10 is 18\", \"90 is 82\") + \"%,50% of 400x40\", ";
    assert!(script.contains(line), "{script}");
    assert_eq!(why(&three), None);
    assert!(!open(&three).contains("whether the point follows"));
    // Two numbers lie on a line anyway.
    let told = open(&three[..2]);
    assert!(told.contains("whether the point follows `volume`"), "{told}");
}

#[test]
fn a_handle_is_dragged_as_far_as_a_number_says() {
    let at = |id: &str, width: &str, x: &str| {
        let action = Action::DragAlong {
            target: ElementId(0),
            path: format!("3px,20px {x}px,21px"),
        };
        done(id, &[("width", width)], action)
    };
    let three = [
        at("r1", "120", "23"),
        at("r2", "200", "103"),
        at("r3", "150", "55"),
    ];
    let script = first_script(&three).source;
    let line =
        "env_op.drag_along(\"3px,20px \" + on_line(width, \"120 is 23\", \"200 is 103\") + \"px,21px\", ";
    assert!(script.contains(line), "{script}");
}

#[test]
fn points_that_differ_without_a_reason_are_refused() {
    let at =
        |id: &str, values: &[(&str, &str)], x: &str| clicked(id, values, &format!("{x}%,50% of 400x300"));
    // A name is no number.
    let named = [
        at("r1", &[("city", "Rome")], "20"),
        at("r2", &[("city", "Oslo")], "70"),
    ];
    let told = why(&named).expect("refused");
    assert!(
        told.contains("pad") && told.contains("20%,50%") && told.contains("70%,50%"),
        "{told}"
    );
    // Two numbers could both be it.
    let two = [
        at("r1", &[("a", "1"), ("b", "7")], "20"),
        at("r2", &[("a", "2"), ("b", "9")], "70"),
    ];
    assert!(why(&two).is_some());
    // Three points that lie on no line.
    let bent = [
        at("r1", &[("a", "1")], "20"),
        at("r2", &[("a", "2")], "70"),
        at("r3", &[("a", "3")], "30"),
    ];
    assert!(why(&bent).is_some());
    // The same number, two points.
    let same = [at("r1", &[("a", "1")], "20"), at("r2", &[("a", "1")], "70")];
    assert!(why(&same).is_some());
    // A drawing of another shape: nobody knows which points are the same.
    let shaped = [
        clicked("r1", &[("a", "1")], "20%,50% of 400x300"),
        clicked("r2", &[("a", "1")], "20%,50% of 800x300"),
    ];
    assert!(why(&shaped).is_some());
}

#[test]
fn a_selected_text_is_a_value_of_the_task() {
    let marked = |id: &str, word: &str| {
        let action = Action::SelectText {
            target: ElementId(0),
            text: word.to_owned(),
        };
        done(id, &[("word", word)], action)
    };
    let script = first_script(&[marked("r1", "third"), marked("r2", "other")]).source;
    assert!(script.contains("env_op.select_text(word, "), "{script}");
}
