//! The apps' screens against what the real apps' own sources say of them: ids, labels, hints and descriptions.
//!
//! A line of the table is a screen: how it is reached, what the real screen reports, and what it reports only in a
//! state that the emulator's phone is not in. Pictures that say and do nothing are reported by neither.

use crate::hand;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use ui::Direction;

const NOTES: &str = "/storage/emulated/0/Documents/Markor";

/// A phone with one of everything.
fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    let now = state.clock.now_ms();
    state
        .files
        .write(&format!("{NOTES}/plan.md"), "Meet at the gate", now);
    state.files.write("/storage/emulated/0/Music/jazz.mp3", "la", now);
    state
        .files
        .write("/storage/emulated/0/Clips/ferry_ride.mp4", "70 s: x", now);
    let day = now.to_string();
    for (table, fields) in ROWS {
        let when = |value: &'static str| if value == NOW { day.as_str() } else { value };
        let fields = fields.iter().map(|(column, value)| (*column, when(value)));
        state.tables.insert(table, fields);
    }
    Hand::new(state)
}

/// In the place of the moment at which the phone is made.
const NOW: &str = "now";

/// One row of each table.
const ROWS: [(&str, &[(&str, &str)]); 11] = [
    ("folders", &[("id", "f1"), ("title", "House")]),
    (
        "notes",
        &[
            ("id", "n1"),
            ("parent_id", "f1"),
            ("title", "Water the fern"),
            ("body", "Every Monday."),
            ("is_todo", "1"),
        ],
    ),
    ("vlc_playlists", &[("name", "Brass")]),
    (
        "tracks",
        &[
            ("name", "By the canal"),
            ("activity_type", "running"),
            ("description", "With Ada."),
            ("starttime", NOW),
        ],
    ),
    (
        "tasks",
        &[
            ("title", "Buy stamps"),
            ("dueDate", NOW),
            ("notes", "Forever ones."),
        ],
    ),
    (
        "songs",
        &[
            ("title", "Amber Streets"),
            ("artist", "Ada"),
            ("path", "/storage/emulated/0/Music/jazz.mp3"),
        ],
    ),
    (
        "contacts",
        &[("display_name", "Ada Byron"), ("phone", "+15550002")],
    ),
    (
        "sms",
        &[
            ("address", "+15550002"),
            ("body", "See you"),
            ("date", NOW),
            ("type", "1"),
        ],
    ),
    (
        "expense",
        &[
            ("name", "Ferry"),
            ("amount", "1250"),
            ("category", "7"),
            ("note", "On sale"),
            ("created_date", NOW),
        ],
    ),
    (
        "recipes",
        &[
            ("title", "Pea Soup"),
            ("description", "Filling."),
            ("source", "A book"),
            ("servings", "2 persons"),
            ("preparationTime", "an hour"),
            ("ingredients", "Peas"),
            ("directions", "Simmer them."),
        ],
    ),
    (
        "events",
        &[
            ("start_ts", "1697385600"),
            ("end_ts", "1697389200"),
            ("title", "Swimming"),
            ("description", "Tea is provided."),
            ("repeat_interval", "604800"),
            ("repeat_rule", "64"),
        ],
    ),
];

/// A screen of a real app.
struct Real {
    name: &'static str,
    /// Where its ids and words are read.
    source: &'static str,
    way: fn(&mut Hand),
    /// `#id`, or a text, a hint or a description.
    has: &'static [&'static str],
    /// What the layout has and the app hides in this state.
    hides: &'static [&'static str],
}

fn markor(hand: &mut Hand) {
    hand.open("markor");
}

fn note(hand: &mut Hand) {
    markor(hand);
    hand.click("plan.md");
}

fn picked_note(hand: &mut Hand) {
    markor(hand);
    hand.hold("plan.md");
}

/// The gallery, with one picture.
fn gallery(hand: &mut Hand) {
    let path = "/storage/emulated/0/DCIM/cat.jpg";
    hand.phone.state.files.draw(path, "A cat", 0);
    hand.open("simple gallery pro");
}

fn thread(hand: &mut Hand) {
    hand.open("simple sms messenger");
    hand.click("Ada Byron");
}

fn sunday(hand: &mut Hand) {
    hand.open("simple calendar pro");
    hand.click("Change view");
    hand.click("Daily view");
}

fn new_event(hand: &mut Hand) {
    sunday(hand);
    hand.click("New Event");
    hand.click("Event");
}

fn expense_logs(hand: &mut Hand) {
    hand.open("pro expense");
    hand.click("MORE");
}

fn recipe(hand: &mut Hand) {
    hand.open("broccoli app");
    hand.click("Pea Soup");
}

const REAL: &[Real] = &[
    Real {
        name: "Tasks, the list",
        source: "Tasks 13.6.3: fragment_task_list.xml, task_adapter_row.xml, menu_task_list_fragment_bottom.xml",
        way: |hand| hand.open("tasks"),
        has: &[
            "My Tasks",
            "#menu_search",
            "Search",
            "#completeBox",
            "#title",
            "#due_date",
            "#description",
            "Navigation drawer",
            "#menu_sort",
            "Sort",
            "#fab",
            "Create new task",
        ],
        hides: &["#chip_group"],
    },
    Real {
        name: "Tasks, more for the list",
        source: "Tasks 13.6.3: menu_task_list_fragment_bottom.xml",
        way: |hand| {
            hand.open("tasks");
            hand.click("More options");
        },
        has: &[
            "Clear Completed",
            "Collapse subtasks",
            "Expand subtasks",
            "Show completed",
            "Show unstarted",
            "Share",
        ],
        hides: &[],
    },
    Real {
        name: "OpenTracks, the list",
        source: "OpenTracks 4.11.3: track_list.xml, track_list_item.xml",
        way: |hand| hand.open("opentracks"),
        has: &[
            "OpenTracks",
            "#track_list_search",
            "Search",
            "#track_list_markers",
            "Markers",
            "#track_list_item_icon",
            "#track_list_item_name",
            "#track_list_item_date",
            "#track_list_item_time_distance",
            "#track_list_item_time",
            "#track_list_item_category_description",
            "#aggregated_stats_button",
            "#track_list_fab_action",
            "Record",
        ],
        hides: &["#track_list_item_marker_count", "#track_list_arrow_long"],
    },
    Real {
        name: "Joplin, the list",
        source: "Joplin 3.0.1: Notes.tsx, ScreenHeader.tsx, NoteItem.tsx, ActionButton.tsx",
        way: |hand| hand.open("joplin"),
        has: &[
            "Sidebar",
            "House",
            "Search",
            "Sort notes by",
            "to-do: Water the fern",
            "Water the fern",
            "Add new",
        ],
        // Actions are there only for a note.
        hides: &["Actions", "Save changes", "Back", "New to-do"],
    },
    Real {
        name: "Joplin, what can be added",
        source: "Joplin 3.0.1: Notes.tsx",
        way: |hand| {
            hand.open("joplin");
            hand.click("Add new");
        },
        has: &["New to-do", "New note"],
        hides: &[],
    },
    Real {
        name: "Joplin, the side menu",
        source: "Joplin 3.0.1: side-menu-content.tsx",
        way: |hand| {
            hand.open("joplin");
            hand.click("Sidebar");
        },
        has: &[
            "All notes",
            "Notebooks",
            "House",
            "Trash",
            "New Notebook",
            "Tags",
            "Configuration",
            "Synchronise",
        ],
        // No notebook has others in it, and there is one profile.
        hides: &["Expand", "Collapse", "Switch profile"],
    },
    Real {
        name: "Joplin, the order of notes",
        source: "Joplin 3.0.1: Notes.tsx",
        way: |hand| {
            hand.open("joplin");
            hand.click("Sort notes by");
        },
        has: &[
            "Sort notes by",
            "⬤ Updated date",
            "Created date",
            "Title",
            "✓ [ Reverse sort order ]",
            "✓ [ Uncompleted to-dos on top ]",
            "✓ [ Show completed to-dos ]",
        ],
        hides: &[],
    },
    Real {
        name: "Joplin, a note",
        source: "Joplin 3.0.1: Note.tsx, ScreenHeader.tsx",
        way: |hand| {
            hand.open("joplin");
            hand.click("Water the fern");
        },
        has: &[
            "Back",
            "House",
            "Actions",
            "Add title",
            "Water the fern",
            "Every Monday.",
            "Edit",
        ],
        hides: &["Save changes", "Sidebar"],
    },
    Real {
        name: "VLC, the videos",
        source: "VLC 3.5.4: bottom_navigation.xml, video_list_card.xml, activity_option.xml",
        way: |hand| hand.open("vlc"),
        has: &[
            "#nav_video",
            "Video",
            "#nav_audio",
            "Audio",
            "#nav_directories",
            "Browse",
            "#nav_playlists",
            "Playlists",
            "#nav_more",
            "More",
            "#ml_menu_filter",
            "Search…",
            "#ml_item_title",
            "ferry ride",
            "#item_more",
            "More Actions",
            "#ml_item_time",
            "1:10",
        ],
        hides: &["#ml_item_progress", "#selected_check", "#network_media"],
    },
    Real {
        name: "VLC, a folder",
        source: "VLC 3.5.4: browser_item.xml, TalkbackUtil",
        way: |hand| {
            hand.open("vlc");
            hand.click("Browse");
            hand.click("Internal memory");
            hand.click("Clips");
        },
        has: &[
            "#title",
            "ferry_ride.mp4",
            "#item_more",
            "More Actions",
            "Navigate up",
            "More options",
        ],
        hides: &["#browser_checkbox", "#dvi_icon", "#text", "#item_ban"],
    },
    Real {
        name: "VLC, a selected file",
        source: "VLC 3.5.4: action_mode_browser_file.xml",
        way: |hand| {
            hand.open("vlc");
            hand.click("Browse");
            hand.click("Internal memory");
            hand.click("Clips");
            hand.hold("ferry_ride.mp4");
        },
        has: &[
            "#action_mode_close_button",
            "Done",
            "#action_mode_file_info",
            "Information",
            "#action_mode_file_play",
            "Play all",
            "#action_mode_file_append",
            "Append",
            "#action_mode_file_delete",
            "Delete",
            "#action_mode_file_add_playlist",
            "Add to playlist",
        ],
        hides: &["#ml_menu_filter"],
    },
    Real {
        name: "VLC, adding to a playlist",
        source: "VLC 3.5.4: dialog_playlist.xml",
        way: |hand| {
            hand.open("vlc");
            hand.click("More Actions");
            hand.click("Add to playlist");
        },
        has: &[
            "#textView9",
            "Add to new playlist",
            "#medias2",
            "Playlist name",
            "#textView8",
            "Add to existing playlist",
            "#medias",
            "Brass",
            "#dialog_playlist_save",
            "ADD",
        ],
        hides: &["#empty", "#progressBar2"],
    },
    Real {
        name: "Audio Recorder",
        source: "Audio Recorder 0.9.26: activity_main.xml",
        way: |hand| {
            hand.open("audio recorder");
            hand.click("GET STARTED");
            hand.click("APPLY");
            hand.click("Recording: %s");
        },
        has: &[
            "Audio Recorder",
            "#btn_import",
            "#btn_share",
            "#txt_progress",
            "#txt_name",
            "#btn_settings",
            "Settings",
            "#btn_record_delete",
            "Delete",
            "#btn_record",
            "Recording: %s",
            "#btn_record_stop",
            "#btn_records_list",
        ],
        hides: &["#btn_play", "#btn_stop", "#progress"],
    },
    Real {
        name: "Audio Recorder, the name of a record",
        source: "Audio Recorder 0.9.26: dialog_rename.xml",
        way: |hand| {
            hand.open("audio recorder");
            hand.click("GET STARTED");
            hand.click("APPLY");
            hand.click("Recording: %s");
            hand.click_id("btn_record_stop");
        },
        has: &[
            "#dialog_title",
            "New name",
            "#input_name",
            "#check_box",
            "Don't ask again",
            "#dialog_negative_btn",
            "CANCEL",
            "#dialog_positive_btn",
            "SAVE",
        ],
        hides: &[],
    },
    Real {
        name: "Simple Draw",
        source: "Simple Draw 6.9.3: activity_main.xml, menu.xml",
        way: |hand| hand.open("simple draw pro"),
        has: &[
            "#my_canvas",
            "#bucket_fill",
            "Bucket fill",
            "#eraser",
            "Eraser",
            "#eye_dropper",
            "Eyedropper",
            "#color_picker",
            "Change color",
            "#stroke_width_bar",
            "#menu_save",
            "Save",
            "#clear",
            "Clear",
            "#menu_share",
            "Share",
        ],
        hides: &["#undo", "#redo", "#menu_confirm"],
    },
    Real {
        name: "Simple Draw, saving",
        source: "Simple Draw 6.9.3: dialog_save_image.xml",
        way: |hand| {
            hand.open("simple draw pro");
            hand.click("Save");
        },
        has: &[
            "Save as",
            "#save_image_filename",
            "Filename",
            "#save_image_radio_png",
            ".png",
            "#save_image_radio_svg",
            ".svg",
            "#save_image_radio_jpg",
            ".jpg",
            "CANCEL",
            "OK",
        ],
        hides: &["#folder_value"],
    },
    Real {
        name: "Retro Music, the menu of a song",
        source: "Retro Music 6.1.0: item_list.xml, menu_item_song.xml",
        way: |hand| {
            hand.open("retro music");
            hand.click("Songs");
            hand.click_id("menu");
        },
        has: &[
            "Play next",
            "Add to playing queue",
            "Add to playlist",
            "Go to album",
            "Go to artist",
            "Share",
            "Tag editor",
            "Details",
            "Set as ringtone",
            "Add to Blacklist",
            "Delete from device",
        ],
        hides: &[],
    },
    Real {
        name: "Retro Music, the songs",
        source: "Retro Music 6.1.0: sliding_music_panel_layout.xml, bottom_navigation_main.xml, item_list.xml",
        way: |hand| {
            hand.open("retro music");
            hand.click("Songs");
        },
        has: &[
            "#action_home",
            "For you",
            "#action_song",
            "Songs",
            "#action_album",
            "Albums",
            "#action_artist",
            "Artists",
            "#action_playlist",
            "Playlists",
            "#title",
            "#text",
            "#menu",
        ],
        hides: &["#drag_view"],
    },
    Real {
        name: "OsmAnd, the search",
        source: "OsmAnd 4.6.13: search_dialog_fragment.xml, search_text_layout.xml, search_list_item.xml",
        way: |hand| {
            hand.open("osmand");
            hand.click("Search");
            hand.fill_id("searchEditText", "planken");
        },
        has: &[
            "#searchEditText",
            "Type to search all",
            "#clearButton",
            "Close",
            "#buttonToolbarTitle",
            "Show on map",
            "#title",
            "#subtitle",
            "#distance",
        ],
        hides: &["#toggle_item", "#time", "#tab_layout"],
    },
    Real {
        name: "OsmAnd, a place",
        source: "OsmAnd 4.6.13: map_context_menu_fragment.xml",
        way: |hand| {
            hand.open("osmand");
            hand.click("Search");
            hand.fill_id("searchEditText", "planken");
            hand.click("Planken");
        },
        has: &[
            "#context_menu_line1",
            "#context_menu_line2",
            "#context_menu_line3",
            "#context_menu_fav_text_view",
            "Add",
            "#context_menu_route_text_view",
            "Marker",
            "#context_menu_share_text_view",
            "Share",
            "#context_menu_more_text_view",
            "Actions",
            "#context_menu_details_button",
            "#context_menu_directions_button",
        ],
        hides: &[
            "#title_button",
            "#download_button_left",
            "#context_menu_toolbar_text",
        ],
    },
    Real {
        name: "The sheet of apps that show a file",
        source: "Android 13: resolver_list.xml, resolve_list_item.xml",
        way: |hand| {
            let path = "/storage/emulated/0/Download/page.html";
            hand.phone.state.files.write(path, "", 0);
            hand.open("files");
            hand.click("page.html");
        },
        has: &[
            "#title",
            "Open with",
            "Chrome",
            "HTML Viewer",
            "#text1",
            "#button_once",
            "Just once",
            "#button_always",
            "Always",
        ],
        hides: &["#text2", "#profile_button"],
    },
    Real {
        name: "Chrome, a new tab",
        source: "Chromium 113: toolbar_phone.xml, fake_search_box_layout.xml",
        way: |hand| hand.open("chrome"),
        has: &[
            "#home_button",
            "Home",
            "#url_bar",
            "Search or type URL",
            "#tab_switcher_button",
            "#menu_button",
            "#search_box_text",
        ],
        hides: &["#location_bar_status_icon", "#delete_button", "#mic_button"],
    },
    Real {
        name: "OsmAnd, a favorite",
        source: "OsmAnd 4.6.13: point_editor_fragment_new.xml",
        way: |hand| {
            hand.open("osmand");
            hand.click("Search");
            hand.fill_id("searchEditText", "planken");
            hand.click("Planken");
            hand.click("Add");
        },
        has: &[
            "#toolbar_action",
            "#name_edit",
            "Name",
            "#address_button",
            "#description_button",
        ],
        hides: &["#address_edit", "#description_edit", "#add_hidden_group_info"],
    },
    Real {
        name: "Simple Gallery, the folders",
        source: "Simple Gallery 6.28.1: menu_main.xml, directory_item_grid_square.xml",
        way: gallery,
        has: &[
            "#top_toolbar_search",
            "#open_camera",
            "Open camera",
            "#show_all",
            "Show all folders content",
            "#dir_name",
            "#photo_cnt",
        ],
        hides: &[
            "#dir_lock",
            "#dir_pin",
            "#dir_check",
            "#directories_switch_searching",
        ],
    },
    Real {
        name: "Simple Gallery, the pictures of a folder",
        source: "Simple Gallery 6.28.1: menu_media.xml, photo_item_grid.xml",
        way: |hand| {
            gallery(hand);
            hand.click("DCIM");
        },
        has: &[
            "#toggle_filename",
            "Toggle filename visibility",
            "#folder_view",
            "Switch to folder view",
            "#media_item_holder",
        ],
        hides: &["#file_type", "#favorite", "#medium_name"],
    },
    Real {
        name: "Simple Gallery, a selected picture",
        source: "Simple Gallery 6.28.1: cab_media.xml",
        way: |hand| {
            gallery(hand);
            hand.click("DCIM");
            hand.hold_nth("media_item_holder", 0);
        },
        has: &[
            "Done",
            "#cab_delete",
            "Delete",
            "#cab_share",
            "Share",
            "#cab_rotate",
            "Rotate",
            "More options",
        ],
        hides: &["#cab_confirm_selection", "#cab_restore_recycle_bin_files"],
    },
    Real {
        name: "Simple Gallery, more for a picture",
        source: "Simple Gallery 6.28.1: cab_media.xml",
        way: |hand| {
            gallery(hand);
            hand.click("DCIM");
            hand.hold_nth("media_item_holder", 0);
            hand.click("More options");
        },
        has: &[
            "Properties",
            "Rename",
            "Hide",
            "Copy to",
            "Move to",
            "Create shortcut",
            "Open with",
            "Set as",
            "Resize",
            "Edit",
            "Add to favorites",
            "Fix Date Taken value",
            "Select all",
        ],
        hides: &["Unhide", "Remove from favorites"],
    },
    Real {
        name: "Simple Gallery, a picture",
        source: "Simple Gallery 6.28.1: activity_medium.xml, menu_viewpager.xml, bottom_actions.xml",
        way: |hand| {
            gallery(hand);
            hand.click("DCIM");
            hand.click_nth("media_item_holder", 0);
        },
        has: &[
            "#menu_rotate",
            "Rotate",
            "#menu_properties",
            "Properties",
            "#menu_rename",
            "Rename",
            "#bottom_favorite",
            "Toggle favorite",
            "#bottom_edit",
            "Edit",
            "#bottom_share",
            "Share",
            "#bottom_delete",
            "Delete",
        ],
        hides: &["#menu_save_as", "#bottom_rotate", "#bottom_copy", "#bottom_move"],
    },
    Real {
        name: "Simple Gallery, any folder",
        source: "Simple commons: dialog_filepicker.xml, item_filepicker_list.xml",
        way: |hand| {
            gallery(hand);
            hand.click("DCIM");
            hand.hold_nth("media_item_holder", 0);
            hand.click("More options");
            hand.click("Copy to");
            hand.click("OTHER FOLDER");
            hand.click("Internal");
        },
        has: &[
            "#list_item_name",
            "#list_item_details",
            "#filepicker_fab",
            "CANCEL",
            "OK",
        ],
        hides: &["#filepicker_placeholder", "#filepicker_favorites_label"],
    },
    Real {
        name: "Markor, the list",
        source: "Markor v2.10.9: opoc_filesystem_item.xml, main__bottom_nav.xml, filesystem__menu.xml",
        way: markor,
        has: &[
            "Markor",
            "#fab_add_new_item",
            "Create a new file or folder",
            "#nav_notebook",
            "Files",
            "To-Do",
            "QuickNote",
            "More",
            "#opoc_filesystem_item__root",
            "#opoc_filesystem_item__title",
            "#opoc_filesystem_item__description",
            "#action_go_to",
            "Go to",
            "#action_sort",
            "Sort by",
            "#action_search",
            "Search",
            "More options",
        ],
        hides: &["#empty_hint"],
    },
    Real {
        name: "Markor, sorting",
        source: "Markor v2.10.9: filesystem__menu.xml",
        way: |hand| {
            markor(hand);
            hand.click("Sort by");
        },
        has: &[
            "Name",
            "Date",
            "Size",
            "MIME type",
            "Folder first",
            "Reverse order",
            ".dotfiles",
        ],
        hides: &[],
    },
    Real {
        name: "Markor, a selected note",
        source: "Markor v2.10.9: filesystem__menu.xml",
        way: picked_note,
        has: &[
            "#action_favourite",
            "Favourite",
            "#action_rename_selected_item",
            "Rename",
            "#action_info_selected_item",
            "Details",
            "#action_delete_selected_items",
            "Delete",
        ],
        hides: &["#action_go_to", "#action_sort"],
    },
    Real {
        name: "Markor, more for a selected note",
        source: "Markor v2.10.9: filesystem__menu.xml",
        way: |hand| {
            picked_note(hand);
            hand.click("More options");
        },
        has: &["Clipboard", "Move", "Copy", "Create shortcut", "Share"],
        hides: &[],
    },
    Real {
        name: "Markor, a new file",
        source: "Markor v2.10.9: new_file_dialog.xml",
        way: |hand| {
            markor(hand);
            hand.click("Create a new file or folder");
        },
        has: &[
            "Name",
            "#new_file_dialog__name",
            "my_note",
            "#new_file_dialog__ext",
            ".md",
            "Type",
            "Template",
            "Markdown",
            "Empty file",
            "- Folder is created without file extension",
            "- Files and folders are not overwritten",
            "FOLDER",
            "CANCEL",
            "OK",
        ],
        hides: &["#new_file_dialog__encrypt", "#new_file_dialog__utf8_bom"],
    },
    Real {
        name: "Markor, the editor",
        source: "Markor v2.10.9: document__activity.xml, document__fragment__edit.xml, document__edit__menu.xml",
        way: note,
        has: &[
            "#note__activity__text_note_title",
            "#document__fragment__edit__highlighting_editor",
            "Check list",
            "Unordered list",
            "Bold",
            "Italic",
            "Date and time",
            "Undo",
            "Redo",
            "#action_save",
            "Save",
            "#action_preview",
            "View mode",
            "Search",
            "More options",
        ],
        hides: &["#document__fragment_view_webview"],
    },
    Real {
        name: "Markor, what a note is shared as",
        source: "Markor v2.10.9: document__edit__menu.xml",
        way: |hand| {
            note(hand);
            hand.click("More options");
            hand.click("Share");
        },
        has: &[
            "Plain Text",
            "Print / PDF",
            "File",
            "HTML",
            "HTML (as plain text)",
        ],
        hides: &[],
    },
    Real {
        name: "Markor, where a note goes",
        source: "Markor v2.10.9: opoc_filesystem_dialog.xml",
        way: |hand| {
            picked_note(hand);
            hand.click("More options");
            hand.click("Move");
        },
        has: &[
            "#ui__filesystem_dialog__title",
            "#ui__filesystem_dialog__home",
            "#ui__filesystem_dialog__button_cancel",
            "#ui__filesystem_dialog__button_ok",
            "Select this folder",
        ],
        hides: &["#ui__filesystem_dialog__search_edit"],
    },
    Real {
        name: "SMS Messenger, a conversation",
        source: "Simple SMS Messenger 5.19.3: activity_thread.xml, layout_thread_send_message_holder.xml",
        way: thread,
        has: &[
            "Ada Byron",
            "#delete",
            "Delete",
            "#dial_number",
            "Dial number",
            "#thread_date_time",
            "#thread_message_body",
            "#thread_add_attachment",
            "Attachment",
            "#thread_type_message",
            "Type a message…",
            "#thread_send_message",
            "SMS",
            "OK",
        ],
        // The counter is gone unless a setting shows it.
        hides: &[
            "#thread_character_counter",
            "#thread_select_sim_icon",
            "#thread_sending",
        ],
    },
    Real {
        name: "SMS Messenger, a message that was sent",
        source: "Simple SMS Messenger 5.19.3: item_message.xml",
        way: |hand| {
            thread(hand);
            hand.append("Type a message…", "At nine");
            hand.click("OK");
        },
        has: &["#thread_message_body", "At nine", "Type a message…"],
        // A message is on its way for less than the second that an action takes.
        hides: &["#thread_sending"],
    },
    Real {
        name: "SMS Messenger, a new conversation",
        source: "Simple SMS Messenger 5.19.3: activity_new_conversation.xml",
        way: |hand| {
            hand.open("simple sms messenger");
            hand.click_id("conversations_fab");
        },
        has: &[
            "New conversation",
            "#new_conversation_address",
            "Add Contact or Number…",
            "#suggestions_label",
            "Suggestions",
        ],
        hides: &["#new_conversation_confirm", "#no_contacts_placeholder"],
    },
    Real {
        name: "Contacts, the editor",
        source: "Contacts (AOSP): the editor's hints, `more_fields`",
        way: |hand| {
            hand.open("contacts");
            hand.click("Create contact");
        },
        has: &[
            "Create contact",
            "#toolbar_button",
            "SAVE",
            "First name",
            "Last name",
            "Company",
            "Phone",
            "Email",
            "#more_fields",
            "More fields",
        ],
        hides: &["Middle name", "Mobile Phone"],
    },
    Real {
        name: "Contacts, all fields",
        source: "Contacts (AOSP): the editor's hints",
        way: |hand| {
            hand.open("contacts");
            hand.click("Create contact");
            hand.click("More fields");
            hand.back();
            hand.scroll(Direction::Down);
        },
        has: &["Middle name", "Nickname", "Website", "Notes"],
        hides: &["More fields"],
    },
    Real {
        name: "Calendar, the month",
        source: "Simple Calendar Pro 6.22.2: activity_main.xml, top_navigation.xml, menu_main.xml",
        way: |hand| hand.open("simple calendar pro"),
        has: &[
            "#top_toolbar_search",
            "Search",
            "#change_view",
            "Change view",
            "#top_left_arrow",
            "#top_value",
            "October",
            "#top_right_arrow",
            "#month_view_background",
            "#calendar_fab",
            "New Event",
        ],
        hides: &["#go_to_today", "#fab_event_label", "#search_placeholder"],
    },
    Real {
        name: "Calendar, the day",
        source: "Simple Calendar Pro 6.22.2: fragment_day.xml, event_list_item.xml",
        way: sunday,
        has: &[
            "October 15 (Sun)",
            "#event_item_title",
            "#event_item_time",
            "#event_item_description",
        ],
        hides: &[],
    },
    Real {
        name: "Calendar, a new event",
        source: "Simple Calendar Pro 6.22.2: activity_event.xml, EventActivity",
        way: new_event,
        has: &[
            "New Event",
            "#save",
            "Save",
            "#share",
            "Share",
            "#event_title",
            "Title",
            "#event_location",
            "Location",
            "#event_description",
            "Description",
            "#event_all_day",
            "All-day",
            "#event_start_date",
            "#event_start_time",
            "#event_end_date",
            "#event_end_time",
            "#event_reminder_1",
            "10 minutes before",
            "#event_repetition",
            "No repetition",
            "#event_type",
            "Regular event",
            "#event_color_text",
            "Event color",
        ],
        // The zone is there once the settings let it be changed, the rule once the event repeats.
        hides: &[
            "#event_time_zone",
            "#event_repetition_rule",
            "#event_repetition_limit",
            "#delete",
            "#duplicate",
        ],
    },
    Real {
        name: "Calendar, a weekly event",
        source: "Simple Calendar Pro 6.22.2: activity_event.xml",
        way: |hand| {
            sunday(hand);
            hand.click("Swimming");
        },
        has: &[
            "Edit Event",
            "#delete",
            "#duplicate",
            "Duplicate event",
            "Weekly",
            "#event_repetition_rule_label",
            "Repeat on",
            "#event_repetition_rule",
            "Sun",
            "#event_repetition_limit_label",
            "Repeat till",
            "#event_repetition_limit",
            "Forever",
        ],
        hides: &["#event_time_zone"],
    },
    Real {
        name: "Calendar, deleting an occurrence",
        source: "Simple Calendar Pro 6.22.2: dialog_delete_event.xml",
        way: |hand| {
            sunday(hand);
            hand.click("Swimming");
            hand.click("Delete");
        },
        has: &[
            "#delete_event_description",
            "Are you sure you want to proceed with the deletion?",
            "The event is repeatable",
            "#delete_event_one_only",
            "Delete the selected occurrence only",
            "#delete_event_future",
            "Delete this and all future occurrences",
            "#delete_event_all",
            "Delete all occurrences",
        ],
        hides: &[],
    },
    Real {
        name: "Pro Expense, the entry",
        source: "Pro Expense v1.0.0-beta05: frag_expense_entry.xml, menu_entry.xml",
        way: |hand| {
            hand.open("pro expense");
            hand.click_id("fb_main_add");
        },
        has: &[
            "Expense Entry",
            "#time",
            "Time",
            "#calendar",
            "Calendar",
            "#edt_name",
            "Name",
            "#edt_amount",
            "Amount",
            "#rv_category",
            "Income",
            "#edt_note",
            "Note",
            "#btn_save",
            "SAVE",
            "#cv_lock",
        ],
        hides: &[],
    },
    Real {
        name: "Pro Expense, an expense",
        source: "Pro Expense v1.0.0-beta05: expense_detail_dialog.xml",
        way: |hand| {
            expense_logs(hand);
            hand.click("Ferry");
        },
        has: &[
            "#tv_expense_detail",
            "Expense Detail",
            "#btn_close",
            "#tv_name_value",
            "#btn_delete",
            "#tv_amount_value",
            "#tv_date_value",
            "#tv_note_value",
            "#btn_edit",
            "EDIT",
        ],
        hides: &[],
    },
    Real {
        name: "Pro Expense, a swiped expense",
        source: "Pro Expense v1.0.0-beta05: item_expense_log.xml",
        way: |hand| {
            expense_logs(hand);
            hand.drag("Ferry", Direction::Right);
        },
        has: &[
            "#tv_undo",
            "Delete",
            "#tv_name",
            "#tv_amount",
            "#tv_currency_symbol",
        ],
        hides: &[],
    },
    Real {
        name: "Broccoli, the editor",
        source: "Broccoli v1.2.6: activity_new_recipe.xml",
        way: |hand| {
            hand.open("broccoli app");
            hand.click("New Recipe");
        },
        has: &[
            "New Recipe",
            "#button_save_recipe",
            "SAVE",
            "#new_title",
            "#new_categories",
            "#new_description",
            "#new_source",
            "#new_servings",
            "#new_preparation_time",
            "#new_ingredients",
            "#new_directions",
            "Directions",
        ],
        hides: &[],
    },
    Real {
        name: "Broccoli, a recipe",
        source: "Broccoli v1.2.6: activity_recipe_details.xml, content_recipe_details.xml, details.xml",
        way: recipe,
        has: &[
            "#details_title",
            "#details_servings",
            "#details_preparation_time",
            "#details_description",
            "#details_source",
            "#ingredient_text",
            "#direction_position",
            "#direction_text",
            "#action_details_like",
            "Mark as favorite",
            "#fab_cooking_assistant",
            "Cook",
        ],
        hides: &["#details_categories", "#action_details_unlike"],
    },
    Real {
        name: "Clock, the timer",
        source: "DeskClock (LineageOS 20): timer_setup_view.xml, timer_setup_digits.xml",
        way: |hand| {
            hand.open("clock");
            hand.click("Timer");
        },
        has: &[
            "#timer_setup_time",
            "00h 00m 00s",
            "0 hours, 0 minutes, 0 seconds",
            "#timer_setup_digit_1",
            "#timer_setup_digit_00",
            "#timer_setup_delete",
            "⌫",
        ],
        hides: &["Start"],
    },
    Real {
        name: "Clock, the stopwatch",
        source: "DeskClock (LineageOS 20): desk_clock.xml, stopwatch_fragment.xml",
        way: |hand| {
            hand.open("clock");
            hand.click("Stopwatch");
            hand.click("Start");
        },
        has: &["#fab", "Pause", "#left_button", "Reset", "#right_button", "Lap"],
        hides: &[],
    },
    Real {
        name: "Files, a selected file",
        source: "DocumentsUI (LineageOS 20): action_mode_menu.xml, item_doc_grid.xml",
        way: |hand| {
            hand.open("files");
            hand.click("Show roots");
            hand.click("Audio");
            hand.hold("jazz.mp3");
        },
        has: &[
            "1 selected",
            "#action_menu_share",
            "Share",
            "#action_menu_delete",
            "Delete",
            "#title",
        ],
        hides: &[],
    },
    Real {
        name: "Files, more for a selected file",
        source: "DocumentsUI (LineageOS 20): action_mode_menu.xml",
        way: |hand| {
            hand.open("files");
            hand.click("Show roots");
            hand.click("Audio");
            hand.hold("jazz.mp3");
            hand.click("More options");
        },
        has: &["Copy to…", "Move to…", "Rename", "Get info"],
        hides: &[],
    },
    Real {
        name: "Camera",
        source: "Camera2 (LineageOS 20): bottom_bar_contents.xml",
        way: |hand| hand.open("camera"),
        has: &["#shutter_button", "Shutter", "Mode list", "Options"],
        // Cancel takes the place of the shutter for a countdown, and beside retake and done where another app
        // asked for a picture.
        hides: &["#shutter_cancel_button"],
    },
    Real {
        name: "Camera, the modes",
        source: "Camera2 (LineageOS 20): mode_list_layout.xml",
        way: |hand| {
            hand.open("camera");
            hand.click("Mode list");
        },
        has: &[
            "Camera",
            "Switch to Camera Mode",
            "Video",
            "Switch to Video Camera",
        ],
        hides: &["#shutter_button"],
    },
];

/// Whether the screen reports it: an id, words, or an id and words in one element.
fn reports(hand: &Hand, what: &str) -> bool {
    match what.strip_prefix('#') {
        Some(id) => hand.count_id(id) > 0,
        None => hand.sees(what),
    }
}

#[test]
fn the_screens_report_what_the_real_ones_do() {
    let mut wrong = Vec::new();
    for real in REAL {
        let mut hand = phone();
        (real.way)(&mut hand);
        for what in real.has.iter().filter(|it| !reports(&hand, it)) {
            wrong.push(format!("{}: no `{what}` ({})", real.name, real.source));
        }
        for what in real.hides.iter().filter(|it| reports(&hand, it)) {
            wrong.push(format!(
                "{}: `{what}` is not shown there ({})",
                real.name, real.source
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_contact_has_more_fields() {
    let mut hand = phone();
    hand.open("contacts");
    hand.click("Create contact");
    hand.append("First name", "Grace");
    hand.append("Last name", "Hopper");
    hand.click("More fields");
    hand.reach("Middle name");
    hand.append("Middle name", "Brewster");
    hand.reach("Nickname");
    hand.append("Nickname", "Amazing");
    hand.click("SAVE");
    assert!(
        hand.sees("Grace Brewster Hopper") && hand.sees("Amazing"),
        "{}",
        hand.show()
    );
    hand.click("Edit contact");
    hand.reach("Amazing");
    hand.fill("Amazing", "");
    hand.click("SAVE");
    assert!(!hand.sees("Amazing"), "{}", hand.show());
    let row = &hand.phone.state.tables.rows("contacts")[1];
    assert_eq!((row.get("nickname"), row.get("middle_name")), ("", "Brewster"));
}

#[test]
fn a_note_gets_a_shortcut_that_opens_it() {
    let mut hand = phone();
    picked_note(&mut hand);
    hand.click("More options");
    hand.click("Create shortcut");
    hand.click("Cancel");
    hand.home();
    assert!(!hand.sees("plan.md"), "{}", hand.show());
    hand.open("markor");
    hand.click("More options");
    hand.click("Create shortcut");
    hand.click_id("button1");
    hand.home();
    hand.click("plan.md");
    assert!(hand.sees("Meet at the gate"), "{}", hand.show());
    hand.phone.state.files.remove(&format!("{NOTES}/plan.md"));
    hand.back();
    hand.home();
    hand.click("plan.md");
    assert!(hand.sees("The file could not be opened"), "{}", hand.show());
}

#[test]
fn a_note_is_printed_into_a_file() {
    let mut hand = phone();
    note(&mut hand);
    hand.click("More options");
    hand.click("Share");
    hand.click("Print / PDF");
    assert!(
        hand.sees("Save as PDF") && hand.sees("Meet at the gate"),
        "{}",
        hand.show()
    );
    hand.click("Save to PDF");
    assert!(hand.sees("SAVE"), "{}", hand.show());
    // ENTER, which ends the typing, saves.
    hand.fill("plan.pdf", "copy.pdf");
    let printed = hand
        .phone
        .state
        .files
        .read("/storage/emulated/0/Download/copy.pdf");
    assert_eq!(printed, Some("Meet at the gate"));
    assert!(hand.sees("Meet at the gate"), "{}", hand.show());
}

#[test]
fn a_weekly_event_has_its_days_and_its_end() {
    let mut hand = phone();
    new_event(&mut hand);
    hand.append("Title", "Choir");
    hand.click_id("event_repetition");
    hand.click("Weekly");
    hand.click_id("event_repetition_rule");
    hand.click("Tuesday");
    hand.click("CANCEL");
    assert_eq!(hand.text_of("event_repetition_rule"), "Sun");
    hand.click_id("event_repetition_rule");
    hand.click("Tuesday");
    hand.click("OK");
    assert_eq!(hand.text_of("event_repetition_rule"), "Tue, Sun");
    hand.click_id("event_repetition_limit");
    hand.click("Repeat till a date");
    hand.click("31 October 2023");
    hand.click("OK");
    assert_eq!(hand.text_of("event_repetition_limit"), "October 31 (Tue)");
    hand.click_id("event_reminder_1");
    hand.click("No reminder");
    hand.click("Save");
    let row = hand
        .phone
        .state
        .tables
        .rows("events")
        .last()
        .expect("it is saved");
    let written = ["repeat_interval", "repeat_rule", "repeat_limit"].map(|it| row.get(it));
    assert_eq!(written, ["604800", "66", "1698710400"]);
}
