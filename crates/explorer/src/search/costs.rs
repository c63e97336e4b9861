//! What the search weighs: every feature of an action with its weight, in one table. One unit is about one step that
//! nothing speaks for; a negative weight makes an action cheaper.
//!
//! Behind each stands a task type for which the search needs more, or finds nothing, when the weight is what it is
//! without the feature: one of the emulator's (with "again" where the way of another instance was known), of the pages that
//! papers measure on, or of the pages of our own. Tests hold it; `cargo xtask episodes features` measures what needs what.

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
    /// The task type that is found later, or not at all, without it, as the tables of episodes name it.
    pub needed_by: &'static str,
}

macro_rules! features {
    (
        fixed { $($fixed:ident = $value:literal, $meaning:literal;)+ }
        $($name:ident = $weight:literal, $without:literal, $explanation:literal, $needed_by:literal;)+
    ) => {
        /// What each feature of an action weighs in one search.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights {
            $(#[doc = $meaning] pub $fixed: f32,)+
            $(#[doc = $explanation] pub $name: f32,)+
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($fixed: $value,)+ $($name: $weight,)+ }
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
                    needed_by: $needed_by,
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
    // What the features are measured against: there is no search without it.
    fixed {
        control = 3.0, "What can be pressed where nothing speaks for it, and to scroll or go back.";
        least_touch = 0.2, "The least that touching anything costs.";
        other_case = 0.2, "A text is shown in other letters' case. What is shown no better than this is shown exactly.";
        most_repeats = 3.0, "What was done more often in an episode costs no more than what was done so often.";
        most_words_left = 4.0, "Of the goal's words that are left, no more count in the estimate of what is left.";
        most_done_words_left = 3.0, "Of these, no more count against saying that the task is done.";
        most_failed = 4.0, "A task that was not done after such a step more often counts as so often.";
    }

    // What an element shows and says.
    shows_value = 0.3, 3.0, "It shows a value of the goal.", "ExpenseDeleteSingle";
    nth_of_kind = 1.2, 3.0, "It is the n-th of its kind, and the goal says that number.", "search-engine";
    named_text = 3.4, 4.6, "A text that the goal's words speak for, on a device that does not say what a tap reaches.", "RecipeDeleteSingleRecipe";
    listed_text = 3.2, 4.6, "One of several texts in the same place of their rows: rows of a list lead somewhere.", "ExpenseAddSingle";
    plain_text = 4.6, 3.0, "A text that does not say that it can be pressed.", "MarkorDeleteNewestNote";
    beside_icons = 0.8, 0.0, "A text beside icons says whose they are.", "RecipeDeleteSingleRecipe";
    value_in_field = 2.5, 0.0, "A field that shows a value has it already.", "SimpleCalendarDeleteOneEvent";
    field_pressed = 2.0, 0.0, "A field is typed into where there are values, and its label is no control.", "ExpenseAddSingle again";
    field_pressed_without_values = 1.0, 0.0, "A field, where there is nothing to type.", "MarkorDeleteNewestNote";
    lone_icon = -0.6, 0.0, "An icon that stands alone is a tool or opens a menu.", "MarkorEditNote";
    in_row = -1.0, 0.0, "To act in the row that shows a value is to use the value.", "ExpenseDeleteSingle";
    goal_words = -2.4, 0.0, "The share of its words that the goal has.", "SystemBluetoothTurnOn";
    goal_words_beside_value = 0.15, 1.0, "The part of that which counts beside a value that it shows.", "ExpenseAddSingle";
    before_its_values = 1.1, 0.0, "A word that the goal says after values is meant for after them.", "NotesIsTodo";
    unasked = 1.5, 0.0, "It does what nothing takes back, and the goal does not ask for that.", "SimpleSmsReply";
    new = -0.7, 0.0, "The last action brought it.", "MarkorChangeNoteContent";
    newly_enabled = -1.2, 0.0, "The last action enabled it.", "MarkorEditNote";

    // Buttons and endings.
    sends_what_was_typed = -1.2, 0.0, "A button after a text that used the last value: what was filled in is sent.", "MarkorEditNote";
    sends = -0.7, 0.0, "A button after a text, or once every value was used.", "ExpenseDeleteSingle";
    last_button = -0.5, 0.0, "The last button of a form or dialog does what the form is for.", "ExpenseDeleteSingle";
    form_is_filled = -1.0, 0.0, "The last button after a text, where no field is empty any more.", "ContactsAddContact";
    leaves_when_all_used = -0.6, 0.0, "Something to press that is no button, once every value was used.", "ExpenseDeleteSingle";
    fields_left = 2.5, 0.0, "A button where all of something is asked for and a field is still empty.", "RecipeDeleteDuplicateRecipes";

    // Other ways to touch.
    field_menu = 1.6, 3.0, "A long press on an empty field, when nothing is left to type, brings what can be done with texts.", "SimpleSmsSendClipboardContent";
    field_held = 2.6, 3.0, "A long press on a field.", "SystemCopyToClipboard";
    held = 0.8, 0.0, "A long press instead of a click.", "SimpleSmsReply";
    held_unsaid = 1.8, 0.0, "The same for a text that shows a value and does not say that it can be pressed at all.", "SystemBluetoothTurnOff";
    hovered = 3.5, 0.0, "The pointer over anything else.", "search-engine";
    tapped_twice = 4.5, 0.0, "A double tap instead of a click.", "SystemBluetoothTurnOn";

    // Values: which of them an element shows.
    used_again = 1.5, 0.0, "A value that was used already, unless all of something is asked for.", "MarkorDeleteNote";
    other_shows_value = 1.3, 0.0, "Another element shows just the value.", "MarkorDeleteNote";
    part_among_words = 1.0, 0.0, "A part of a value in the midst of other words is mostly chance.", "MarkorCreateFolder";
    shows_more_parts = -0.4, 0.0, "For each further part of a value that it shows.", "SimpleSmsReply";
    spent_word = 0.3, 1.0, "What a word of the goal counts that was used already.", "RecipeDeleteSingleRecipe";

    // Values: how they are made.
    derived = 0.8, 0.0, "A text that another function makes of a value.", "SimpleSmsReply";

    // Texts for fields.
    typed = 0.8, 3.0, "A text is typed into a field.", "MarkorEditNote";
    typed_and_lost = 0.3, 0.0, "It was typed, and is in no field any more: it was not taken.", "SimpleSmsReply";
    field_named_alike = -0.6, 0.0, "The field is called like the value's parameter.", "MarkorEditNote";
    other_named_alike = 1.2, 0.0, "The field is rather called like another value's parameter.", "ContactsAddContact";
    derived_short = 2.2, 0.0, "A letter or two of a value are hardly a text of their own.", "SimpleSmsSendClipboardContent";
    derived_unnamed = 0.7, 0.0, "A part of a value for a field that is not called like it.", "SimpleSmsSendClipboardContent";
    whole_beside_part = 1.6, 0.0, "A whole value where a part of it is in the form already.", "MarkorCreateFolder";
    out_of_order = 0.4, 0.0, "It stands before the field that was just filled; another order comes to the same.", "ContactsAddContact";
    shown_to_choose = 3.0, 0.0, "What a screen shows is there to be chosen rather than typed.", "MarkorDeleteNote";
    corrects = 1.5, 0.0, "It replaces what was typed.", "ExpenseAddSingle again";
    replaces_least = 0.9, 0.0, "What replaces a text of its kind costs at least this...", "MarkorMoveNote";
    replaces_other_kind = 3.0, 0.0, "It replaces a text of another kind.", "MarkorEditNote";
    put_behind = 3.2, 0.0, "It is typed behind what the field holds.", "MarkorEditNote";
    line_before = 1.9, 0.0, "It stands as a line before what the field holds.", "MarkorEditNote";
    paragraph_before = 2.1, 0.0, "It stands as a paragraph before what the field holds.", "MarkorEditNote";
    line_behind = 2.0, 0.0, "It stands as a line behind what the field holds.", "MarkorEditNote";

    // Texts that screens show, for fields.
    read_beside_value = 2.0, 9.0, "A text that shows beside a value of the goal, typed into an empty field.", "copy-code";
    read_beside_name = 0.4, 9.0, "A text that shows beside what the field is called.", "fill-from-card";
    read_field = 1.2, 9.0, "What another field holds, where the goal asks for a copy.", "copy-across";
    read_figures = 3.6, 9.0, "A text with figures, typed into an empty field.", "order-number";
    read_text = 6.0, 9.0, "Any other text that shows, typed into an empty field.", "remember-word";
    read_part = 0.4, 9.0, "Only the part of such a text that has the figures.", "order-number";
    read_earlier = 0.5, 9.0, "An earlier screen showed it.", "remember-word";
    counted = 1.2, 9.0, "How many elements show a value, typed into an empty field where the goal asks for a count.", "count-rows";
    calculated = 5.0, 9.0, "What numbers that show come to, typed into an empty field.", "simple-algebra";
    calculated_as_said = 1.4, 9.0, "The same where the goal says how they are put together.", "type-sum";

    // Answers to what a goal asks.
    answered = 0.5, 9.0, "What the rows of a list, or what a page says, answer to the goal's question.", "SportsTrackerActivitiesOnDate";
    answered_otherwise = 0.2, 0.0, "For each step by which it is less likely what the goal asks.", "SportsTrackerActivitiesOnDate";
    read_on = 0.1, 3.0, "Each further view of a list that is read to its end.", "SportsTrackerActivitiesOnDate";

    // Numbers that are entered key by key.
    next_key = 0.1, 3.0, "The next key of a number that was begun.", "ClockTimerEntry";

    // Scrolling and sliding.
    scroll_along = 2.4, 3.0, "Down; a strip to the right.", "ExpenseAddSingle";
    slide = 1.2, 3.0, "All the way to one end of a slider.", "CameraTakePhoto";

    // Dragging, and keys.
    dragged = 0.8, 9.0, "One thing is dragged to another.", "drag-into-box";
    dragged_unmarked = 0.4, 9.0, "The page does not say that the thing can be dragged.", "drag-into-box";
    dragged_unnamed = 1.4, 9.0, "The goal names neither value nor word of the thing, or of the place, that is at an end.", "sort-by-drag";
    pointed = 2.6, 9.0, "A drawing is pressed at one of its quarters.", "point-in-canvas";
    marked = 0.9, 9.0, "A value is selected where it stands among other words, and the goal asks for that.", "select-word";
    keys_said = 0.6, 9.0, "Keys that the goal says.", "press-chord";
    keys_implied = 1.2, 9.0, "Keys that do to a text what the goal says, while a field has the focus.", "select-all";
    arrow = 1.6, 9.0, "An arrow key, while something that is slid has the focus.", "turn-dial";

    // Apps.
    app_named = 0.3, 3.0, "An app that the goal names.", "AudioRecorderRecordAudio";
    app = 4.5, 3.0, "Another app.", "OpenAppTaskEval";
    app_after_app = 3.0, 0.0, "An app was opened before.", "MarkorCreateFolder";
    app_is_value = 2.2, 3.0, "A value may be the name of an app.", "SystemBrightnessMax";
    app_first = 2.5, 0.0, "Anything else at the very beginning: nothing leads to an app as surely as opening it.", "SystemWifiTurnOn";

    // Keys of the device.
    pull_down = 2.6, 3.0, "What the system shows over every app is pulled in from the upper edge.", "TurnOnWifiAndOpenApp";
    pull_up = 4.6, 3.0, "The same from the lower edge.", "ClockStopWatchPausedVerify";
    pull_again = -1.2, 0.0, "A second pull shows more of it.", "SystemBrightnessMax";
    wait = 4.2, 3.0, "The screen may still change.", "MarkorDeleteNewestNote";

    // What actions did before.
    counts = 0.3, 9.0, "What brings a number nearer to its value goes on at no more than this.", "use-spinner";
    repeated = 1.5, 0.0, "For each time that the episode did it.", "SimpleSmsReply";
    tried_often = 0.3, 0.0, "It was tried often, and is not known to be of use.", "ContactsAddContact";
    towards = -1.2, 0.0, "It is known to lead to a screen with a word of the goal; less for each action between.", "RecipeDeleteDuplicateRecipes";

    // Several alike.
    next_of_several = 0.3, 3.0, "The next of several alike that the goal asks for.", "social-media-all";
    unfinished = 2.0, 0.0, "Anything else, while some of several alike are still to be pressed.", "social-media-all";

    // What a step did.
    revealing = 0.6, 3.0, "A step that brings values or words of the goal into sight costs no more than this...", "ClockStopWatchPausedVerify";
    most_refund = 2.2, 0.0, "... and this much less at most.", "ClockStopWatchPausedVerify";
    seen_before = 4.0, 0.0, "A state that looks like one that was seen: something hidden may differ.", "SimpleSmsReply";
    pressed_without_sign = 2.0, 4.0, "The same after something was pressed: much is done without a sign.", "CameraTakePhoto";
    no_change = 1.0, 0.0, "It changed nothing visible.", "SimpleCalendarDeleteOneEvent";
    data_only = 1.0, 0.0, "It used nothing and changed data only; a text may well do so.", "SystemWifiTurnOff";

    // What is left, and where the search goes on.
    value_left = 0.9, 0.0, "The estimate of what is left, for each value that is still to be used.", "MarkorEditNote";
    word_left = 0.5, 0.0, "The same for each word of the goal that was seen on what can be pressed.", "TurnOffWifiAndTurnOnBluetooth";
    going_back = 1.0, 0.0, "To leave the episode for another state, where that means reset and replay.", "search-engine";
    tiring = 0.2, 0.0, "Each time that twice as many moves were done on a kind of screen.", "AudioRecorderRecordAudio";
    best_here = 0.5, 0.0, "The part of what the best move here costs that is taken off all of them.", "ExpenseDeleteSingle";

    // To say that the task is done.
    done = 0.9, 3.0, "To say that the task is done.", "SystemBluetoothTurnOn";
    done_value_left = 2.2, 0.0, "For each value that is still to be used.", "MarkorCreateFolder";
    done_word_left = 0.8, 0.0, "For each word of the goal that was seen on what can be pressed.", "TurnOffWifiAndTurnOnBluetooth";
    done_after_leaving = 0.4, 0.0, "After back, enter or a slider: what saves itself is left.", "CameraTakePhoto";
    done_after_press = 1.0, 0.0, "After something was pressed that is no button.", "ExpenseDeleteSingle";
    done_after_text = 1.8, 0.0, "After a text.", "SimpleSmsReply";
    done_after_other = 2.5, 0.0, "After anything else.", "ClockStopWatchPausedVerify";
    done_failed = 0.5, 0.0, "For each time that it was not done after such a step.", "CameraTakePhoto";
    done_words_unsaid = 0.6, 0.0, "The share of the goal's words that nothing was done for.", "ClockStopWatchPausedVerify";

    // How an element shows a text, as a cost: the less, the surer it is the text that is meant.
    among_words = 0.7, 0.0, "It has it among other words.", "MarkorDeleteNote";
    at_an_end = 1.5, 0.7, "It begins or ends with it, as a part of a word. What is shown no better shows it not for sure.", "MarkorDeleteNote";
    farthest_match = 3.5, 9.0, "Beyond this, what an element shows is no value.", "MarkorCreateFolder";
    named = 0.6, 0.0, "From this share on, an element's words are the goal's.", "MarkorDeleteNote";

    // Bounds of what the features come to.
    least = 0.15, 0.0, "The least that any action costs.", "SimpleSmsSendClipboardContent";
    soon_tired = 12.0, 1.0, "After so many moves on a kind of screen it becomes dearer.", "RecipeDeleteSingleRecipe";
    deeper = 5.0, 1.0, "Of the cost of the expression that makes a text of a value, the part that the text costs more: one in so many.", "MarkorCreateNote";
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
