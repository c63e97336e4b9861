//! What the search weighs: every feature of an action with its weight, in one table. One unit is about one step that
//! nothing speaks for; a negative weight makes an action cheaper.
//!
//! A task type behind a weight is one of the emulator's that the search needs more for, or does not find, when the
//! weight is what it is without the feature (see `cargo xtask episodes features`, which measures it). Where there is none, no
//! type needs it on the seed that is measured: the weight speaks of pages (`nth_of_kind`, `before_its_values`, `hovered`
//! and the endings of episodes are needed there), of what earlier searches and instances left (`was_useful`,
//! `was_rewarded`, `elsewhere`, `towards_by_hearsay`, the hints), of going on with several things, or of ties.

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// What it is called.
    pub name: &'static str,
    /// What it weighs.
    pub weight: f32,
    /// What it would weigh if nobody had thought of it.
    pub without: f32,
    /// When it counts, and why.
    pub explanation: &'static str,
    /// The task type that is found later, or not at all, without it.
    pub needed_by: Option<&'static str>,
}

const fn first(all: &[&'static str]) -> Option<&'static str> {
    match all {
        [it, ..] => Some(it),
        [] => None,
    }
}

macro_rules! features {
    ($($name:ident = $weight:literal, $without:literal, $explanation:literal, [$($needed_by:literal)?];)+) => {
        /// What each feature of an action weighs in one search.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights {
            $(#[doc = $explanation] pub $name: f32,)+
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $weight,)+ }
            }
        }

        impl Weights {
            /// The table.
            pub const TABLE: &[Feature] = &[
                $(Feature {
                    name: stringify!($name),
                    weight: $weight,
                    without: $without,
                    explanation: $explanation,
                    needed_by: first(&[$($needed_by)?]),
                },)+
            ];

            /// These weights as they would be without a feature; as they are where there is none of this name.
            #[must_use]
            pub fn without(mut self, feature: &str) -> Self {
                match feature {
                    $(stringify!($name) => self.$name = $without,)+
                    _ => {}
                }
                self
            }
        }
    };
}

features! {
    // What an element shows and says.
    shows_value = 0.3, 3.0, "It shows a value of the goal.", ["ExpenseDeleteSingle"];
    nth_of_kind = 1.2, 3.0, "It is the n-th of its kind, and the goal says that number.", [];
    control = 3.0, 3.0, "It can be pressed, and nothing speaks for it.", [];
    named_text = 3.4, 4.6, "A text that the goal's words speak for, on a device that does not say what a tap reaches.", ["RecipeDeleteSingleRecipe"];
    listed_text = 3.2, 4.6, "One of several texts in the same place of their rows: rows of a list lead somewhere.", ["FilesDeleteFile"];
    plain_text = 4.6, 3.0, "A text that does not say that it can be pressed.", ["SystemBrightnessMax"];
    silent = 6.0, 3.0, "It neither says anything nor that it can be pressed.", [];
    not_pressable = 0.6, 0.0, "It shows a value and does not say that it can be pressed.", [];
    beside_icons = 0.8, 0.0, "A text beside icons says whose they are.", ["FilesDeleteFile"];
    value_in_field = 2.5, 0.0, "A field that shows a value has it already.", ["ExpenseAddSingle"];
    field_pressed = 2.0, 0.0, "A field is typed into where there are values, and its label is no control.", [];
    field_pressed_without_values = 1.0, 0.0, "A field, where there is nothing to type.", ["MarkorDeleteNewestNote"];
    lone_icon = -0.6, 0.0, "An icon that stands alone is a tool or opens a menu.", ["MarkorChangeNoteContent"];
    in_row = -1.0, 0.0, "To act in the row that shows a value is to use the value.", ["RecipeDeleteSingleRecipe"];
    goal_words = -2.4, 0.0, "The share of its words that the goal has.", ["SystemBluetoothTurnOn"];
    goal_words_beside_value = 0.15, 1.0, "The part of that which counts beside a value that it shows.", ["FilesDeleteFile"];
    before_its_values = 1.1, 0.0, "A word that the goal says after values is meant for after them.", [];
    unasked = 1.5, 0.0, "It does what nothing takes back, and the goal does not ask for that.", ["ContactsAddContact"];
    new = -0.7, 0.0, "The last action brought it.", ["SimpleSmsSend"];
    newly_enabled = -1.2, 0.0, "The last action enabled it.", ["MarkorEditNote"];

    // Buttons and endings.
    sends_what_was_typed = -1.2, 0.0, "A button after a text that used the last value: what was filled in is sent.", ["ContactsAddContact"];
    sends = -0.7, 0.0, "A button after a text, or once every value was used.", ["MarkorDeleteNote"];
    last_button = -0.5, 0.0, "The last button of a form or dialog does what the form is for.", ["MarkorDeleteNote"];
    form_is_filled = -1.0, 0.0, "The last button after a text, where no field is empty any more.", ["ContactsAddContact"];
    leaves_when_all_used = -0.6, 0.0, "Something to press that is no button, once every value was used.", ["SystemWifiTurnOff"];
    fields_left = 2.5, 0.0, "A button where all of something is asked for and a field is still empty.", ["MarkorDeleteAllNotes"];
    ends_too_early = 0.8, 0.0, "It ended an episode before, for each value that is still to be used.", [];
    ends_in_time = -0.5, 0.0, "It ended an episode before, and every value was used.", [];

    // Other ways to touch.
    field_menu = 1.6, 3.0, "A long press on an empty field, when nothing is left to type, brings what can be done with texts.", ["SimpleSmsSendClipboardContent"];
    field_held = 2.6, 3.0, "A long press on a field.", ["ExpenseAddSingle"];
    held = 0.8, 0.0, "A long press instead of a click.", ["SimpleSmsReply"];
    menu_hovered = -0.3, 0.0, "The pointer over what opens a menu, while values are left.", [];
    menu_hovered_for_itself = 0.3, 0.0, "The pointer over what opens a menu, when no value is left.", [];
    hovered = 3.5, 0.0, "The pointer over anything else.", [];
    tapped_twice = 4.5, 0.0, "A double tap instead of a click.", ["SystemBluetoothTurnOn"];

    // Values: which of them an element shows.
    used_again = 1.5, 0.0, "A value that was used already, unless all of something is asked for.", ["MarkorDeleteNote"];
    skips_value = 0.05, 0.0, "For each value that the goal says before this one and that is still to be used.", ["ContactsAddContact"];
    other_shows_value = 1.3, 0.0, "Another element shows just the value.", ["MarkorDeleteNote"];
    part_among_words = 1.0, 0.0, "A part of a value in the midst of other words is mostly chance.", ["MarkorCreateFolder"];
    shows_more_parts = -0.4, 0.0, "For each further part of a value that it shows.", ["MarkorChangeNoteContent"];
    spent_word = 0.3, 1.0, "What a word of the goal counts that was used already.", ["RecipeDeleteSingleRecipe"];

    // Values: how they are made.
    simplest_derived = 0.5, 0.0, "A text that the simplest function makes of a value.", [];
    derived = 0.8, 0.0, "A text that another function makes of a value.", ["MarkorCreateFolder"];

    // Texts for fields.
    typed = 0.8, 3.0, "A text is typed into a field.", ["MarkorCreateFolder"];
    typed_and_lost = 0.3, 0.0, "It was typed, and is in no field any more: it was not taken.", ["MarkorCreateFolder"];
    typed_again = 1.6, 0.0, "It was typed already.", [];
    used_not_typed = 0.5, 0.0, "Its value was used already, but not typed.", [];
    typed_when_all_used = 1.0, 0.0, "Once every value was used it is time to confirm.", [];
    field_named_alike = -0.6, 0.0, "The field is called like the value's parameter.", ["ContactsAddContact"];
    other_named_alike = 1.2, 0.0, "The field is rather called like another value's parameter.", ["ContactsAddContact"];
    not_in_goal = 1.0, 0.0, "A value that the goal does not say.", [];
    derived_short = 2.2, 0.0, "A letter or two of a value are hardly a text of their own.", [];
    derived_unnamed = 0.7, 0.0, "A part of a value for a field that is not called like it.", [];
    completes_value = 0.6, 9.0, "The rest of a value whose other part is in the form costs no more than this.", [];
    whole_beside_part = 1.6, 0.0, "A whole value where a part of it is in the form already.", [];
    out_of_order = 0.4, 0.0, "It stands before the field that was just filled; another order comes to the same.", ["ContactsAddContact"];
    only_field = -0.1, 0.0, "There is no other field.", [];
    shown_to_choose = 3.0, 0.0, "What a screen shows is there to be chosen rather than typed.", ["RecipeDeleteMultipleRecipes"];
    undoes = 3.0, 0.0, "It replaces a value that was typed as the goal says it.", [];
    corrects = 1.5, 0.0, "It replaces what was typed.", [];
    replaces_least = 0.9, 0.0, "What replaces a text of its kind costs at least this...", ["MarkorMoveNote"];
    replaces_most = 1.5, 9.0, "... and at most this...", [];
    replaces_derived = 0.3, 0.0, "... with this part of what making the text costs.", [];
    replaces_part = 1.6, 0.0, "A part of a value replaces a text of its kind.", [];
    replaces_other_kind = 3.0, 0.0, "It replaces a text of another kind.", ["MarkorChangeNoteContent"];
    put_behind = 3.2, 0.0, "It is typed behind what the field holds.", ["MarkorChangeNoteContent"];
    line_before = 1.9, 0.0, "It stands as a line before what the field holds.", ["MarkorEditNote"];
    paragraph_before = 2.1, 0.0, "It stands as a paragraph before what the field holds.", ["MarkorEditNote"];
    line_behind = 2.0, 0.0, "It stands as a line behind what the field holds.", ["MarkorEditNote"];

    // Texts that screens show, for fields.
    read_beside_value = 2.0, 9.0, "A text that shows beside a value of the goal, typed into an empty field.", [];
    read_figures = 3.6, 9.0, "A text with figures, typed into an empty field.", [];
    read_text = 6.0, 9.0, "Any other text that shows, typed into an empty field.", [];
    read_part = 0.4, 9.0, "Only the part of such a text that has the figures.", [];
    read_earlier = 0.5, 9.0, "An earlier screen showed it.", [];
    counted = 5.0, 9.0, "How many elements show a value, typed into an empty field.", [];
    counted_as_said = 1.2, 9.0, "The same where the goal asks for a count.", [];
    calculated = 5.0, 9.0, "What two numbers that show come to, typed into an empty field.", [];
    calculated_as_said = 1.4, 9.0, "The same where the goal says how they are put together.", [];

    // Numbers that are entered key by key.
    first_key = 0.8, 3.0, "The first key of a number.", [];
    next_key = 0.1, 3.0, "The next key of a number that was begun.", ["ClockTimerEntry"];

    // Scrolling and sliding.
    scroll_along = 2.4, 3.0, "Down; a strip to the right.", ["ExpenseAddSingle"];
    scroll_up = 6.0, 3.0, "Up.", [];
    scroll_down_strip = 6.5, 3.0, "Down in a strip.", [];
    scroll_aside = 7.5, 3.0, "To the left, or to the right in what is no strip.", [];
    scroll_unwanted = 2.0, 0.0, "What is wanted is in sight, or nothing is.", [];
    slide = 1.2, 3.0, "All the way to one end of a slider.", ["CameraTakePhoto"];
    slider_unnamed = 0.8, 0.0, "A number for a slider that the goal does not name.", [];

    // Dragging, and keys.
    dragged = 0.8, 9.0, "One thing is dragged to another.", [];
    dragged_unmarked = 0.4, 9.0, "The page does not say that the thing can be dragged.", [];
    dragged_unnamed = 1.4, 9.0, "The goal names neither value nor word of the thing, or of the place, that is at an end.", [];
    keys_said = 0.6, 9.0, "Keys that the goal says.", [];
    arrow = 1.6, 9.0, "An arrow key, while something that is slid has the focus.", [];

    // Apps.
    app_named = 0.3, 3.0, "An app that the goal names.", ["SimpleSmsSend"];
    app_half_named = 2.0, 0.0, "The share of its name that the goal does not say.", [];
    app = 4.5, 3.0, "Another app.", ["OpenAppTaskEval"];
    app_after_app = 3.0, 0.0, "An app was opened before.", ["MarkorCreateFolder"];
    app_is_value = 2.2, 3.0, "A value may be the name of an app.", ["SystemBrightnessMax"];
    app_first = 2.5, 0.0, "Anything else at the very beginning: nothing leads to an app as surely as opening it.", ["SystemWifiTurnOn"];

    // Keys of the device.
    pull_down = 2.6, 3.0, "What the system shows over every app is pulled in from the upper edge.", ["TurnOnWifiAndOpenApp"];
    pull_up = 4.6, 3.0, "The same from the lower edge.", ["TurnOffWifiAndTurnOnBluetooth"];
    pull_again = -1.2, 0.0, "A second pull shows more of it.", ["SystemBrightnessMax"];
    enter = 2.6, 3.0, "Enter, after a text.", [];
    back = 4.0, 3.0, "Back.", [];
    wait = 4.2, 3.0, "The screen may still change.", [];
    wait_again = 7.0, 3.0, "The last action was a wait.", [];

    // What actions did before.
    idle = 0.6, 0.0, "For each time that it changed nothing here.", [];
    refused = 2.5, 0.0, "A field did not take a text here: it hardly takes the next one.", ["ExpenseAddSingle"];
    counts = 0.3, 9.0, "What brings a number nearer to its value goes on at no more than this.", ["ClockTimerEntry"];
    repeated = 1.5, 0.0, "For each time that the episode did it.", ["TurnOffWifiAndTurnOnBluetooth"];
    was_useful = -0.4, 0.0, "It was on the way to an earlier goal; at most, for the share of the times.", [];
    mostly_idle = 1.0, 0.0, "Most of the times that this search tried it, it changed nothing.", [];
    tried_often = 0.3, 0.0, "It was tried often, and is not known to be of use.", ["ContactsAddContact"];
    towards = -1.2, 0.0, "It is known to lead to a screen with a word of the goal; less for each action between.", ["MarkorDeleteNewestNote"];
    towards_by_hearsay = -0.5, 0.0, "The same where only an earlier search saw it: its goal and its screens were others.", [];
    elsewhere = 0.5, 0.0, "Nothing speaks for it, and it led an earlier search to a screen without a word of this goal.", [];
    was_rewarded = -0.8, 0.0, "It ended an earlier episode well, and every value was used.", [];
    once_more = 0.4, 9.0, "What goes on with what the episode did before, for another value, costs no more than this.", [];
    hint = 0.15, 3.0, "What worked for another instance.", [];
    hint_out_of_turn = 0.1, 0.0, "For each place that a hint is away from its turn.", [];

    // Several alike.
    next_of_several = 0.3, 3.0, "The next of several alike that the goal asks for.", [];
    order_of_several = 0.001, 0.0, "For each place on the screen: they are pressed as they stand.", [];
    unfinished = 2.0, 0.0, "Anything else, while some of several alike are still to be pressed.", [];
    same_for_another = 0.2, 3.0, "A step of a chain that is done again for another thing.", [];

    // What a step did.
    revealing = 0.6, 3.0, "A step that brings values or words of the goal into sight costs no more than this...", ["ClockStopWatchPausedVerify"];
    most_refund = 2.2, 0.0, "... and this much less at most.", ["ClockStopWatchPausedVerify"];
    seen_before = 4.0, 0.0, "A state that looks like one that was seen: something hidden may differ.", ["RecipeDeleteSingleRecipe"];
    pressed_without_sign = 2.0, 4.0, "The same after something was pressed: much is done without a sign.", ["CameraTakePhoto"];
    no_change = 1.0, 0.0, "It changed nothing visible.", ["SimpleCalendarDeleteOneEvent"];
    data_only = 1.0, 0.0, "It used nothing and changed data only; a text may well do so.", ["SystemWifiTurnOff"];

    // What is left, and where the search goes on.
    value_left = 0.9, 0.0, "The estimate of what is left, for each value that is still to be used.", ["MarkorEditNote"];
    word_left = 0.5, 0.0, "The same for each word of the goal that was seen on what can be pressed.", ["TurnOffWifiAndTurnOnBluetooth"];
    going_back = 1.0, 0.0, "To leave the episode for another state, where that means reset and replay.", [];
    tiring = 0.2, 0.0, "Each time that twice as many moves were done on a kind of screen.", ["SystemWifiTurnOff"];
    best_here = 0.5, 0.0, "The part of what the best move here costs that is taken off all of them.", ["ExpenseDeleteSingle"];

    // To say that the task is done.
    done = 0.9, 0.9, "To say that the task is done.", [];
    done_value_left = 2.2, 0.0, "For each value that is still to be used.", ["SimpleSmsReply"];
    done_word_left = 0.8, 0.0, "For each word of the goal that was seen on what can be pressed.", ["TurnOffWifiAndTurnOnBluetooth"];
    done_after_leaving = 0.4, 0.0, "After back, enter or a slider: what saves itself is left.", [];
    done_after_press = 1.0, 0.0, "After something was pressed that is no button.", ["ExpenseDeleteSingle"];
    done_after_text = 1.8, 0.0, "After a text.", ["MarkorCreateFolder"];
    done_after_other = 2.5, 0.0, "After anything else.", ["ClockStopWatchPausedVerify"];
    done_failed = 0.5, 0.0, "For each time that it was not done after such a step.", [];
    done_words_unsaid = 0.6, 0.0, "The share of the goal's words that nothing was done for.", ["ClockStopWatchPausedVerify"];

    // How an element shows a text, as a cost: the less, the surer it is the text that is meant.
    other_case = 0.2, 0.0, "It says it in other letters' case. What is shown no better than this is shown exactly.", [];
    looks_like = 0.1, 0.0, "It looks like it.", [];
    tagged = 0.6, 0.0, "It has it as an attribute of its looks, its class or role.", [];
    among_words = 0.7, 0.0, "It has it among other words.", [];
    at_an_end = 1.5, 0.7, "It begins or ends with it, as a part of a word. What is shown no better shows it not for sure.", [];
    in_long_text = 1.8, 0.7, "It has it in a long text.", [];
    shown_inside = 0.3, 9.0, "The most that it costs where something inside the element shows just the text.", [];
    farthest_match = 3.5, 9.0, "Beyond this, what an element shows is no value.", [];
    named = 0.6, 0.0, "From this share on, an element's words are the goal's.", [];

    // Bounds of what the features come to.
    least = 0.15, 0.0, "The least that any action costs.", [];
    least_touch = 0.2, 0.0, "The least that touching anything costs.", [];
    dearest = 9.0, 99.0, "Actions dearer than this are not worth a place in the queue.", [];
    dearest_text = 2.0, 99.0, "A text that little speaks for costs more; it is not what an earlier one is followed by.", [];
    one_of_several = 0.6, 99.0, "One of several that the goal asks for costs no more than this.", [];
    most_off = 3.0, 99.0, "Beyond this cost of a node's best move, nothing more is taken off its moves.", [];
    soon_tired = 12.0, 1.0, "After so many moves on a kind of screen it becomes dearer.", [];
    deeper = 5.0, 1.0, "Of the cost of the expression that makes a text of a value, the part that the text costs more: one in so many...", [];
    deepest = 3.0, 99.0, "... and the most of it.", [];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_taken_out_by_its_name() {
        for it in Weights::TABLE {
            let changed = Weights::default().without(it.name) != Weights::default();
            assert_eq!(changed, it.weight != it.without, "{}", it.name);
        }
        assert_eq!(Weights::default().without("no such feature"), Weights::default());
    }
}
