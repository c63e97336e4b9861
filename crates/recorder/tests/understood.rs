//! Events to steps, by small pages of a few elements: one test for each thing that a person does.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod page;

use autorpa_recorder::Kind;
use page::{Update, page};

fn lines(told: &Update) -> Vec<&str> {
    told.lines().iter().map(String::as_str).collect()
}

#[test]
fn typed_text_is_the_value_of_its_field() {
    let mut it = page();
    it.press("name").keys("name", "Ad").value("name", "Ada");
    it.press("save");
    it.change("save");
    assert_eq!(
        lines(&it.told()),
        ["type \"Ada\" into textbox \"Full name\"", "click button \"Save\""]
    );
}

#[test]
fn what_is_added_to_a_text_is_added_again() {
    let mut it = page();
    it.holds("name", "Ada");
    it.press("name").value("name", "Ada Lovelace").press("save");
    assert_eq!(
        lines(&it.told())[0],
        "add \" Lovelace\" into textbox \"Full name\""
    );
}

#[test]
fn what_is_written_over_a_text_is_no_addition_to_it() {
    let mut it = page();
    it.holds("name", "Ada");
    it.press("name")
        .value("name", "A")
        .value("name", "Ada")
        .value("name", "Ada Lovelace")
        .press("save");
    assert_eq!(
        lines(&it.told())[0],
        "type \"Ada Lovelace\" into textbox \"Full name\""
    );
}

#[test]
fn a_text_that_is_typed_and_taken_back_is_no_step() {
    let mut it = page();
    it.press("name")
        .value("name", "x")
        .value("name", "")
        .press("save");
    assert_eq!(
        lines(&it.told()),
        [
            "note: textbox \"Full name\" was left empty",
            "click button \"Save\"",
            "note: nothing on the page shows that it was done"
        ]
    );
}

#[test]
fn composed_and_pasted_texts_are_typed_texts() {
    let mut it = page();
    it.press("name")
        .composes("name", "日本")
        .press("notes")
        .pastes("notes", "all of it")
        .press("save");
    let told = it.told();
    assert_eq!(lines(&told)[0], "type \"日本\" into textbox \"Full name\"");
    assert_eq!(lines(&told)[1], "type \"all of it\" into textbox \"Notes\"");
    assert_eq!(lines(&told)[2], "note: the text was pasted");
}

#[test]
fn what_the_browser_fills_in_is_typed_and_said() {
    let mut it = page();
    it.value("name", "Ada")
        .value("mail", "ada@example.org")
        .press("save");
    assert_eq!(
        lines(&it.told())[..4],
        [
            "type \"Ada\" into textbox \"Full name\"",
            "note: the browser has filled it in",
            "type \"ada@example.org\" into textbox \"Email\"",
            "note: the browser has filled it in",
        ]
    );
}

#[test]
fn a_secret_is_a_name() {
    let mut it = page();
    it.secret("mail", "portal_password")
        .press("mail")
        .value("mail", "")
        .press("save");
    let told = it.told();
    assert_eq!(
        lines(&told)[0],
        "type the secret portal_password into textbox \"Email\""
    );
    assert_eq!(told.steps()[0].secret.as_deref(), Some("portal_password"));
}

#[test]
fn a_press_that_sets_a_value_is_that_value_and_no_click_besides() {
    let mut it = page();
    it.holds("born", "2");
    it.press_sets("born", "5").rest();
    it.press_sets("born", "6").press("save").change("save");
    assert_eq!(
        lines(&it.told()),
        ["type \"6\" into textbox \"Born\"", "click button \"Save\""]
    );
}

#[test]
fn enter_that_sends_is_a_key_and_its_click_is_none() {
    let mut it = page();
    it.press("name")
        .keys("name", "Ada")
        .key("name", "Enter")
        .clicked_by_key("save")
        .submits();
    assert_eq!(
        lines(&it.told()),
        ["type \"Ada\" into textbox \"Full name\"", "press Enter"]
    );
}

#[test]
fn enter_in_a_text_of_several_lines_is_a_part_of_it() {
    let mut it = page();
    it.press("notes")
        .keys("notes", "a")
        .key("notes", "Enter")
        .breaks("notes", "a\n");
    it.value("notes", "a\nb").press("save");
    assert_eq!(lines(&it.told())[0], "type \"a\\nb\" into textbox \"Notes\"");
    // A page that sends with it hears of a key.
    let mut it = page();
    it.press("notes")
        .keys("notes", "a")
        .key("notes", "Enter")
        .used()
        .appears("sent");
    assert_eq!(
        lines(&it.told()),
        ["type \"a\" into textbox \"Notes\"", "press Enter"]
    );
}

#[test]
fn a_button_that_is_pressed_by_a_key_is_clicked() {
    let mut it = page();
    it.key("name", "Tab")
        .focus("save")
        .key("save", " ")
        .clicked_by_key("save")
        .appears("sent");
    assert_eq!(lines(&it.told()), ["click button \"Save\""]);
}

#[test]
fn tabs_are_steps_only_where_a_key_needs_them() {
    let mut it = page();
    it.press("name")
        .keys("name", "Ada")
        .key("name", "Tab")
        .focus("menu")
        .key("menu", "ArrowDown")
        .appears("sent");
    assert_eq!(
        lines(&it.told()),
        [
            "type \"Ada\" into textbox \"Full name\"",
            "press Tab",
            "press ArrowDown"
        ]
    );
    let mut it = page();
    it.press("name")
        .keys("name", "Ada")
        .key("name", "Tab")
        .focus("mail")
        .value("mail", "a@b.c")
        .press("save");
    assert_eq!(lines(&it.told())[1], "type \"a@b.c\" into textbox \"Email\"");
}

#[test]
fn a_tab_that_closes_what_lay_over_the_next_field_is_a_step() {
    let mut it = page();
    it.hides("mail").press("name").keys("name", "Ada");
    it.key("name", "Tab")
        .hides("menu")
        .shows("mail")
        .focus("save")
        .rest();
    it.value("mail", "a@b.c").press("save");
    assert_eq!(
        lines(&it.told())[..3],
        [
            "type \"Ada\" into textbox \"Full name\"",
            "press Tab",
            "type \"a@b.c\" into textbox \"Email\""
        ]
    );
    // A hint that makes way for a complaint is read, and in nobody's way.
    let mut it = page();
    it.is_text("save").hides("save").press("name").keys("name", "Ada");
    it.key("name", "Tab")
        .hides("menu")
        .shows("save")
        .focus("mail")
        .rest();
    it.value("mail", "a@b.c").press("news");
    assert!(!lines(&it.told()).contains(&"press Tab"));
}

#[test]
fn chords_and_escape_count_where_something_comes_of_them() {
    let mut it = page();
    it.press("name").chord("name", "s").used().press("save");
    it.key("save", "Escape")
        .appears("sent")
        .key("save", "Escape")
        .rest();
    assert_eq!(
        lines(&it.told()),
        [
            "click textbox \"Full name\"",
            "press Control+S",
            "click button \"Save\"",
            "note: nothing on the page shows that it was done",
            "press Escape",
            "note: press Escape: nothing changed, it is no step"
        ]
    );
}

#[test]
fn a_state_that_is_reached_is_a_click_and_one_that_was_there_is_a_note() {
    let mut it = page();
    it.checks("news", true).rest().checks("basic", true).press("save");
    assert_eq!(
        lines(&it.told())[..2],
        [
            "click checkbox \"Newsletter\"",
            "note: radio \"Basic\" was left as it is: checked"
        ]
    );
}

#[test]
fn a_label_passes_its_click_on() {
    let mut it = page();
    it.label("news").rest();
    assert_eq!(lines(&it.told()), ["click checkbox \"Newsletter\""]);
}

#[test]
fn an_option_is_chosen_by_what_it_shows() {
    let mut it = page();
    it.press("country")
        .rest()
        .chooses("country", "Germany")
        .press("save");
    assert_eq!(lines(&it.told())[0], "choose \"Germany\" in combobox \"Country\"");
    let mut it = page();
    it.press("country").rest().press("save");
    assert_eq!(
        lines(&it.told())[0],
        "note: combobox \"Country\" was left as it is: Netherlands"
    );
    let mut it = page();
    it.press("country").chooses("country", "Twice").press("save");
    assert_eq!(
        lines(&it.told())[0],
        "gap: \"Twice\" was chosen: several options of the list show this"
    );
}

#[test]
fn what_keys_pass_on_their_way_to_an_option_is_not_chosen() {
    let mut it = page();
    it.key("country", "ArrowDown")
        .chooses("country", "Germany")
        .rest()
        .key("country", "ArrowUp")
        .chooses("country", "Netherlands")
        .press("save");
    let told = it.told();
    assert_eq!(
        lines(&told)[..2],
        [
            "choose \"Netherlands\" in combobox \"Country\"",
            "click button \"Save\""
        ]
    );
    // The page puts another list in its place each time.
    let mut it = page();
    it.key("country", "ArrowDown")
        .chooses("country", "Germany")
        .draws_anew()
        .key("country", "ArrowUp")
        .chooses("country", "Netherlands")
        .press("save");
    let told = it.told();
    assert_eq!(lines(&told)[0], "choose \"Netherlands\" in combobox \"Country\"");
    // What is done meanwhile may need the first choice.
    let mut it = page();
    it.key("country", "ArrowDown")
        .chooses("country", "Germany")
        .press("menu")
        .key("country", "ArrowUp")
        .chooses("country", "Netherlands")
        .press("save");
    let told = it.told();
    let told = lines(&told);
    let chosen = told.iter().filter(|it| it.starts_with("choose"));
    assert_eq!(chosen.count(), 2, "{told:?}");
}

#[test]
fn letters_that_find_an_option_are_said_once() {
    let mut it = page();
    it.key("country", "g")
        .chooses("country", "Germany")
        .rest()
        .key("country", "e")
        .rest()
        .press("save");
    assert_eq!(
        lines(&it.told())[..2],
        [
            "choose \"Germany\" in combobox \"Country\"",
            "click button \"Save\""
        ]
    );
}

#[test]
fn a_date_is_typed_as_a_value() {
    let mut it = page();
    it.press("born")
        .keys("born", "")
        .value("born", "")
        .key("born", "Tab")
        .value("born", "2001-02-03")
        .press("save");
    assert_eq!(lines(&it.told())[0], "type \"2001-02-03\" into textbox \"Born\"");
}

#[test]
fn a_number_that_is_left_by_a_click_does_not_click_twice() {
    let mut it = page();
    it.press("born")
        .value("born", "12")
        .press_leaving("save", "born")
        .appears("sent");
    assert_eq!(
        lines(&it.told()),
        ["type \"12\" into textbox \"Born\"", "click button \"Save\""]
    );
}

#[test]
fn two_quick_clicks_are_a_double_click_where_nothing_came_between() {
    let mut it = page();
    it.press("save").press_again("save").appears("sent");
    assert_eq!(lines(&it.told())[..1], ["double click button \"Save\""]);
    assert_eq!(it.told().steps().len(), 1);
    // What only two quick clicks do something to.
    let mut it = page();
    it.is_text("save")
        .press("save")
        .rest()
        .press_again("save")
        .appears("sent");
    assert_eq!(
        lines(&it.told()).last().map(|it| it.starts_with("double click")),
        Some(true)
    );
    assert_eq!(it.told().steps().len(), 1);
    let mut it = page();
    it.press("save").appears("sent").press_again("save").rest();
    assert_eq!(
        lines(&it.told())[..2],
        ["click button \"Save\"", "click button \"Save\""]
    );
}

#[test]
fn the_other_button_opens_a_menu() {
    let mut it = page();
    it.menu("save").appears("sent");
    assert_eq!(lines(&it.told()), ["right click button \"Save\""]);
}

#[test]
fn what_is_dropped_was_dragged() {
    let mut it = page();
    it.drags("menu", "save").appears("sent");
    assert_eq!(lines(&it.told()), ["drag button \"Menu\" to button \"Save\""]);
}

#[test]
fn what_the_pointer_opens_is_pointed_at() {
    let mut it = page();
    it.rest().over("menu").appears("sent").press("sent").rest();
    assert_eq!(
        lines(&it.told())[..2],
        ["point at button \"Menu\"", "click button \"Sent\""]
    );
    // Also where the press leads to another page at once.
    let mut it = page();
    it.rest()
        .over("menu")
        .appears("sent")
        .press("sent")
        .goes("http://a.test/b", autorpa_recorder::Way::Page)
        .rest();
    assert_eq!(
        lines(&it.told())[..2],
        ["point at button \"Menu\"", "click button \"Sent\""]
    );
    // A dialog that is still being drawn brings up what is in it by itself.
    let mut it = page();
    it.role("menu", "dialog")
        .rest()
        .over("menu")
        .appears("sent")
        .press("sent")
        .rest();
    assert_eq!(lines(&it.told())[..1], ["click button \"Sent\""]);
    // What came by itself needs nobody's pointer.
    let mut it = page();
    it.rest().appears("sent").over("menu").press("sent").rest();
    assert_eq!(lines(&it.told())[..1], ["click button \"Sent\""]);
}

#[test]
fn scrolling_counts_where_it_brought_something() {
    let mut it = page();
    it.scrolls().appears("sent").press("sent").rest();
    assert_eq!(lines(&it.told())[..2], ["scroll down", "click button \"Sent\""]);
    let mut it = page();
    it.scrolls().rest().press("save");
    assert_eq!(lines(&it.told())[..1], ["click button \"Save\""]);
}

#[test]
fn a_dialog_is_a_screen_that_is_answered() {
    let mut it = page();
    it.press("save").dialog("Really?", false).answers(true, "").rest();
    assert_eq!(
        lines(&it.told()),
        ["click button \"Save\"", "agree to the dialog \"Really?\""]
    );
    let mut it = page();
    it.press("save")
        .dialog("How many?", true)
        .answers(true, "7")
        .rest();
    assert_eq!(
        lines(&it.told())[1],
        "agree to the dialog \"How many?\" with \"7\""
    );
    let mut it = page();
    it.press("save")
        .dialog("How many?", true)
        .answers(false, "7")
        .rest();
    assert_eq!(lines(&it.told())[1], "refuse the dialog \"How many?\"");
}

#[test]
fn where_a_click_leads_is_no_step_and_what_the_person_opens_is() {
    let mut it = page();
    it.press("save")
        .goes("http://a.test/b", autorpa_recorder::Way::Page)
        .rest();
    it.later(5_000)
        .goes("http://a.test/a", autorpa_recorder::Way::Back)
        .rest();
    it.later(5_000)
        .goes("http://a.test/c", autorpa_recorder::Way::Typed)
        .rest();
    assert_eq!(
        lines(&it.told()),
        ["click button \"Save\"", "go back", "open http://a.test/c"]
    );
    // The key that the browser goes back by is no step beside it.
    let mut it = page();
    it.held_key("save", "ArrowLeft")
        .later(50)
        .goes("http://a.test/a", autorpa_recorder::Way::Back)
        .rest();
    assert_eq!(lines(&it.told()), ["go back"]);
}

#[test]
fn a_window_that_a_click_opens_is_in_front() {
    let mut it = page();
    it.press("save")
        .opens(2)
        .on(2)
        .title("Second")
        .rest()
        .press("save")
        .on(1)
        .title("First")
        .press("save");
    assert_eq!(
        lines(&it.told()),
        [
            "click button \"Save\"",
            "click button \"Save\"",
            "note: nothing on the page shows that it was done",
            "go to the window \"First\"",
            "click button \"Save\"",
            "note: nothing on the page shows that it was done",
        ]
    );
    // One that closes itself leaves what is behind it.
    let mut it = page();
    it.press("save")
        .opens(2)
        .on(2)
        .title("Second")
        .rest()
        .press("save")
        .closes()
        .on(1)
        .press("save");
    assert_eq!(it.told().steps().len(), 3);
}

#[test]
fn files_go_to_what_was_pressed_for_them() {
    let mut it = page();
    it.press("save").rest().gives(None, "/tmp/a.txt").rest();
    assert_eq!(lines(&it.told()), ["give \"/tmp/a.txt\" to button \"Save\""]);
}

#[test]
fn what_cannot_be_said_is_a_gap() {
    let mut it = page();
    it.press_closed("save", "a closed shadow root").appears("sent");
    assert_eq!(
        lines(&it.told()),
        ["gap: button \"Save\" was clicked: it is inside a closed shadow root"]
    );
    let mut it = page();
    it.press_unlisted().appears("sent");
    assert!(lines(&it.told())[0].starts_with("gap: something that is not listed was clicked"));
}

#[test]
fn a_step_that_is_taken_back_is_gone() {
    let mut it = page();
    it.press("save").appears("sent").press("sent");
    assert_eq!(it.undo().as_deref(), Some("click button \"Sent\""));
    assert_eq!(it.told().steps().len(), 1);
}

#[test]
fn a_press_on_a_drawing_is_at_a_point_of_it() {
    let mut it = page();
    it.becomes("menu", Kind::Canvas);
    it.hand("menu", [100, 50, 500, 350], &[(200, 200), (202, 201)], 1);
    it.rest().press("save");
    assert_eq!(
        lines(&it.told())[0],
        "click button \"Menu\" at 25%,50% of 400x300"
    );
}

#[test]
fn a_way_over_a_drawing_keeps_its_bends() {
    let mut it = page();
    it.becomes("menu", Kind::Canvas);
    let way = [(100, 50), (200, 51), (300, 50), (301, 100), (300, 200)];
    it.hand("menu", [100, 50, 500, 350], &way, 1);
    assert_eq!(
        lines(&it.told())[0],
        "drag over button \"Menu\" along 0%,0% 50%,0% 50%,50% of 400x300"
    );
}

#[test]
fn a_handle_goes_as_far_as_it_is_moved_and_is_pressed_where_it_is_not() {
    let mut it = page();
    it.becomes("menu", Kind::Handle);
    it.hand("menu", [100, 50, 106, 90], &[(103, 70), (150, 70), (183, 70)], 1);
    it.rest();
    it.hand("menu", [100, 50, 106, 90], &[(103, 70), (104, 70)], 1);
    let told = it.told();
    assert_eq!(
        lines(&told)[..1],
        ["drag over button \"Menu\" along 3px,20px 83px,20px"]
    );
    assert!(
        lines(&told).contains(&"click button \"Menu\""),
        "{:?}",
        lines(&told)
    );
}

#[test]
fn two_quick_presses_on_a_drawing_are_no_two_presses() {
    let mut it = page();
    it.becomes("menu", Kind::Canvas);
    it.hand("menu", [100, 50, 500, 350], &[(200, 200), (200, 200)], 2);
    let told = it.told();
    assert!(told.steps().is_empty(), "{:?}", lines(&told));
    assert!(lines(&told)[0].starts_with("gap: "), "{:?}", lines(&told));
}

#[test]
fn a_selected_text_is_a_step_where_what_follows_is_done_with_it() {
    let mut it = page();
    it.marks("menu", "third").rest();
    it.press_with("save", "menu", "third").change("save");
    assert_eq!(
        lines(&it.told()),
        [
            "select the text \"third\" in button \"Menu\"",
            "click button \"Save\""
        ]
    );
}

#[test]
fn a_selected_text_is_no_step_where_it_is_left() {
    let mut it = page();
    it.marks("menu", "third").rest();
    it.press("save").change("save");
    assert_eq!(lines(&it.told()), ["click button \"Save\""]);
    // Another text is selected by then.
    let mut it = page();
    it.marks("menu", "third").rest();
    it.press_with("save", "menu", "other").change("save");
    assert_eq!(lines(&it.told()), ["click button \"Save\""]);
}

#[test]
fn an_option_that_keys_have_gone_to_is_pressed() {
    let mut it = page();
    it.press("name").keys("name", "Ne");
    it.key("name", "ArrowDown").change("menu").rest();
    it.takes("name", "option").holds("name", "Netherlands").rest();
    assert_eq!(
        lines(&it.told()),
        [
            "type \"Ne\" into textbox \"Full name\"",
            "click option \"Netherlands\""
        ]
    );
    // Keys that open the list are needed, those that go on in it are not.
    let mut it = page();
    it.hides("option");
    it.key("menu", "ArrowDown").shows("option").change("menu").rest();
    it.key("menu", "ArrowDown").change("save").rest();
    it.takes("menu", "option").change("notes").rest();
    assert_eq!(
        lines(&it.told()),
        ["press ArrowDown", "click option \"Netherlands\""]
    );
}
