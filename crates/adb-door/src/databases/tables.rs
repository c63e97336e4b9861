//! The databases that the apps have: their tables, and the columns with the types that the apps declare.
//!
//! Names and types are those of the versions that the emulator has: read in the apps' public sources, for Android's messages
//! in those of Android 13. Of `net.osmand` what AndroidWorld reads is known.

use super::form::{Database, EMPTY, Kept, Key, Kind, Maker, Table, ZERO};

/// All there are.
pub(super) static ALL: &[Database] = &[
    Database {
        package: "com.simplemobiletools.calendar.pro",
        path: "/data/data/com.simplemobiletools.calendar.pro/databases/events.db",
        version: 8,
        made_by: Maker::Room(Some("1d5b2fddcb258e43f2935820863057a9")),
        tables: &[
            Table::of(
                "events",
                Kept::Rows("events"),
                Key::Number("id"),
                &[
                    ("id", "INTEGER PRIMARY KEY AUTOINCREMENT", Kind::Key),
                    ("start_ts", "INTEGER NOT NULL", ZERO),
                    ("end_ts", "INTEGER NOT NULL", ZERO),
                    ("title", "TEXT NOT NULL", EMPTY),
                    ("location", "TEXT NOT NULL", EMPTY),
                    ("description", "TEXT NOT NULL", EMPTY),
                    ("reminder_1_minutes", "INTEGER NOT NULL", Kind::Whole(-1)),
                    ("reminder_2_minutes", "INTEGER NOT NULL", Kind::Whole(-1)),
                    ("reminder_3_minutes", "INTEGER NOT NULL", Kind::Whole(-1)),
                    ("reminder_1_type", "INTEGER NOT NULL", ZERO),
                    ("reminder_2_type", "INTEGER NOT NULL", ZERO),
                    ("reminder_3_type", "INTEGER NOT NULL", ZERO),
                    ("repeat_interval", "INTEGER NOT NULL", ZERO),
                    ("repeat_rule", "INTEGER NOT NULL", ZERO),
                    ("repeat_limit", "INTEGER NOT NULL", ZERO),
                    ("repetition_exceptions", "TEXT NOT NULL", Kind::Text("[]")),
                    ("attendees", "TEXT NOT NULL", EMPTY),
                    ("import_id", "TEXT NOT NULL", EMPTY),
                    ("time_zone", "TEXT NOT NULL", Kind::Text("UTC")),
                    ("flags", "INTEGER NOT NULL", ZERO),
                    ("event_type", "INTEGER NOT NULL", Kind::Whole(1)),
                    ("parent_id", "INTEGER NOT NULL", ZERO),
                    ("last_updated", "INTEGER NOT NULL", ZERO),
                    ("source", "TEXT NOT NULL", Kind::Text("imported-ics")),
                    ("availability", "INTEGER NOT NULL", ZERO),
                    ("color", "INTEGER NOT NULL", ZERO),
                    ("type", "INTEGER NOT NULL", ZERO),
                ],
            ),
            Table::bare(
                "event_types",
                "id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, color INTEGER NOT NULL, \
                 caldav_calendar_id INTEGER NOT NULL, caldav_display_name TEXT NOT NULL, \
                 caldav_email TEXT NOT NULL, `type` INTEGER NOT NULL",
            ),
            Table::bare(
                "widgets",
                "id INTEGER PRIMARY KEY AUTOINCREMENT, widget_id INTEGER NOT NULL, \
                 period INTEGER NOT NULL",
            ),
            Table::bare(
                "tasks",
                "id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL, \
                 start_ts INTEGER NOT NULL, flags INTEGER NOT NULL",
            ),
        ],
    },
    Database {
        package: "com.arduia.expense",
        path: "/data/data/com.arduia.expense/databases/accounting.db",
        version: 6,
        made_by: Maker::Room(Some("27085a6798a70569f4984067458b86b2")),
        tables: &[
            Table::of(
                "expense",
                Kept::Rows("expense"),
                Key::Number("expense_id"),
                &[
                    (
                        "expense_id",
                        "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
                        Kind::Key,
                    ),
                    ("name", "TEXT", EMPTY),
                    ("amount", "INTEGER NOT NULL", ZERO),
                    ("category", "INTEGER NOT NULL", ZERO),
                    ("note", "TEXT", EMPTY),
                    ("created_date", "INTEGER NOT NULL", ZERO),
                    ("modified_date", "INTEGER NOT NULL", ZERO),
                ],
            ),
            Table::bare(
                "backup",
                "backup_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL, \
                 path TEXT NOT NULL, created_date INTEGER NOT NULL, item_total INTEGER NOT NULL, \
                 worker_id TEXT NOT NULL, is_completed INTEGER NOT NULL",
            ),
        ],
    },
    Database {
        package: "com.flauschcode.broccoli",
        path: "/data/data/com.flauschcode.broccoli/databases/broccoli",
        version: 1,
        made_by: Maker::Room(Some("1548e88f42d976a4b4915ca1cfa71e00")),
        tables: &[
            Table::of(
                "recipes",
                Kept::Rows("recipes"),
                Key::Number("recipeId"),
                &[
                    (
                        "recipeId",
                        "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
                        Kind::Key,
                    ),
                    ("title", "TEXT", EMPTY),
                    ("imageName", "TEXT", EMPTY),
                    ("description", "TEXT", EMPTY),
                    ("servings", "TEXT", EMPTY),
                    ("preparationTime", "TEXT", EMPTY),
                    ("source", "TEXT", EMPTY),
                    ("ingredients", "TEXT", EMPTY),
                    ("directions", "TEXT", EMPTY),
                    ("favorite", "INTEGER NOT NULL", ZERO),
                ],
            ),
            Table::bare(
                "categories",
                "categoryId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT",
            ),
            Table::bare(
                "recipes_with_categories",
                "recipeId INTEGER NOT NULL, categoryId INTEGER NOT NULL, \
                 PRIMARY KEY (recipeId, categoryId)",
            ),
        ],
    },
    Database {
        package: "org.tasks",
        path: "/data/data/org.tasks/databases/database",
        version: 88,
        made_by: Maker::Room(Some("a2597380bdfaeeb040d40bab2fc653c1")),
        tables: &[
            Table::bare(
                "notification",
                "uid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, \
                 timestamp INTEGER NOT NULL, `type` INTEGER NOT NULL, location INTEGER",
            ),
            Table::bare(
                "tagdata",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, remoteId TEXT, name TEXT, color INTEGER, \
                 tagOrdering TEXT, td_icon INTEGER, td_order INTEGER NOT NULL",
            ),
            Table::bare(
                "userActivity",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, remoteId TEXT, message TEXT, picture TEXT, \
                 target_id TEXT, created_at INTEGER",
            ),
            Table::bare(
                "attachment_file",
                "file_id INTEGER PRIMARY KEY AUTOINCREMENT, file_uuid TEXT NOT NULL, \
                 filename TEXT NOT NULL, uri TEXT NOT NULL",
            ),
            Table::bare(
                "task_list_metadata",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, tag_uuid TEXT, filter TEXT, task_ids TEXT",
            ),
            Table::of(
                "tasks",
                Kept::Rows("tasks"),
                Key::Number("_id"),
                &[
                    ("_id", "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL", Kind::Key),
                    ("title", "TEXT", EMPTY),
                    ("importance", "INTEGER NOT NULL", ZERO),
                    ("dueDate", "INTEGER NOT NULL", ZERO),
                    ("hideUntil", "INTEGER NOT NULL", ZERO),
                    ("created", "INTEGER NOT NULL", ZERO),
                    ("modified", "INTEGER NOT NULL", ZERO),
                    ("completed", "INTEGER NOT NULL", ZERO),
                    ("deleted", "INTEGER NOT NULL", ZERO),
                    ("notes", "TEXT", Kind::Maybe),
                    ("estimatedSeconds", "INTEGER NOT NULL", ZERO),
                    ("elapsedSeconds", "INTEGER NOT NULL", ZERO),
                    ("timerStart", "INTEGER NOT NULL", ZERO),
                    ("notificationFlags", "INTEGER NOT NULL", ZERO),
                    ("lastNotified", "INTEGER NOT NULL", ZERO),
                    ("recurrence", "TEXT", Kind::Maybe),
                    ("repeat_from", "INTEGER NOT NULL DEFAULT 0", ZERO),
                    ("calendarUri", "TEXT", Kind::Maybe),
                    ("remoteId", "TEXT", EMPTY),
                    ("collapsed", "INTEGER NOT NULL", ZERO),
                    ("parent", "INTEGER NOT NULL", ZERO),
                    ("order", "INTEGER", Kind::Maybe),
                    ("read_only", "INTEGER NOT NULL DEFAULT 0", ZERO),
                ],
            ),
            Table::bare(
                "alarms",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, \
                 time INTEGER NOT NULL, `type` INTEGER NOT NULL DEFAULT 0, \
                 `repeat` INTEGER NOT NULL DEFAULT 0, `interval` INTEGER NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "places",
                "place_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, uid TEXT, name TEXT, \
                 address TEXT, phone TEXT, url TEXT, latitude REAL NOT NULL, \
                 longitude REAL NOT NULL, place_color INTEGER NOT NULL, \
                 place_icon INTEGER NOT NULL, place_order INTEGER NOT NULL, \
                 radius INTEGER NOT NULL DEFAULT 250",
            ),
            Table::bare(
                "geofences",
                "geofence_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, \
                 place TEXT, arrival INTEGER NOT NULL, departure INTEGER NOT NULL",
            ),
            Table::bare(
                "tags",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, name TEXT, \
                 tag_uid TEXT, task_uid TEXT",
            ),
            Table::bare(
                "filters",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT, sql TEXT, \
                 `values` TEXT, criterion TEXT, f_color INTEGER, f_icon INTEGER, \
                 f_order INTEGER NOT NULL",
            ),
            Table::bare(
                "caldav_lists",
                "cdl_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cdl_account TEXT, \
                 cdl_uuid TEXT, cdl_name TEXT, cdl_color INTEGER NOT NULL, cdl_ctag TEXT, \
                 cdl_url TEXT, cdl_icon INTEGER, cdl_order INTEGER NOT NULL, \
                 cdl_access INTEGER NOT NULL, cdl_last_sync INTEGER NOT NULL",
            ),
            Table::bare(
                "caldav_tasks",
                "cd_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cd_task INTEGER NOT NULL, \
                 cd_calendar TEXT, cd_remote_id TEXT, cd_object TEXT, cd_etag TEXT, \
                 cd_last_sync INTEGER NOT NULL, cd_deleted INTEGER NOT NULL, cd_remote_parent TEXT, \
                 gt_moved INTEGER NOT NULL, gt_remote_order INTEGER NOT NULL",
            ),
            Table::bare(
                "caldav_accounts",
                "cda_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cda_uuid TEXT, cda_name TEXT, \
                 cda_url TEXT, cda_username TEXT, cda_password TEXT, cda_error TEXT, \
                 cda_account_type INTEGER NOT NULL, cda_collapsed INTEGER NOT NULL, \
                 cda_server_type INTEGER NOT NULL",
            ),
            Table::bare(
                "principals",
                "id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, account INTEGER NOT NULL, \
                 href TEXT NOT NULL, email TEXT, display_name TEXT",
            ),
            Table::bare(
                "principal_access",
                "id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, principal INTEGER NOT NULL, \
                 list INTEGER NOT NULL, invite INTEGER NOT NULL, access INTEGER NOT NULL",
            ),
            Table::bare(
                "attachment",
                "attachment_id INTEGER PRIMARY KEY AUTOINCREMENT, task INTEGER NOT NULL, \
                 file INTEGER NOT NULL, file_uuid TEXT NOT NULL",
            ),
        ],
    },
    Database {
        package: "de.dennisguse.opentracks",
        path: "/data/data/de.dennisguse.opentracks/databases/database.db",
        version: 37,
        made_by: Maker::Android,
        tables: &[
            Table::of(
                "tracks",
                Kept::Rows("tracks"),
                Key::Number("_id"),
                &[
                    ("_id", "INTEGER PRIMARY KEY AUTOINCREMENT", Kind::Key),
                    ("name", "TEXT", EMPTY),
                    ("description", "TEXT", EMPTY),
                    ("category", "TEXT", EMPTY),
                    ("starttime", "INTEGER", ZERO),
                    ("stoptime", "INTEGER", ZERO),
                    ("numpoints", "INTEGER", ZERO),
                    ("totaldistance", "FLOAT", Kind::Real),
                    ("totaltime", "INTEGER", ZERO),
                    ("movingtime", "INTEGER", ZERO),
                    ("avgspeed", "FLOAT", Kind::Real),
                    ("avgmovingspeed", "FLOAT", Kind::Real),
                    ("maxspeed", "FLOAT", Kind::Real),
                    ("minelevation", "FLOAT", Kind::Real),
                    ("maxelevation", "FLOAT", Kind::Real),
                    ("elevationgain", "FLOAT", Kind::Real),
                    ("icon", "TEXT", Kind::Maybe),
                    ("uuid", "BLOB", Kind::Bytes),
                    ("elevationloss", "FLOAT", Kind::Real),
                    ("starttime_offset", "INTEGER", ZERO),
                    ("activity_type", "TEXT", EMPTY),
                ],
            ),
            Table::bare(
                "trackpoints",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, trackid INTEGER NOT NULL, \
                 longitude INTEGER, latitude INTEGER, time INTEGER, elevation FLOAT, \
                 accuracy FLOAT, speed FLOAT, bearing FLOAT, sensor_heartrate FLOAT, \
                 sensor_cadence FLOAT, sensor_power FLOAT, elevation_gain FLOAT, \
                 elevation_loss FLOAT, `type` TEXT, sensor_distance FLOAT, accuracy_vertical FLOAT",
            ),
            Table::bare(
                "markers",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT, category TEXT, \
                 icon TEXT, trackid INTEGER NOT NULL, length FLOAT, duration INTEGER, \
                 longitude INTEGER, latitude INTEGER, time INTEGER, elevation FLOAT, \
                 accuracy FLOAT, bearing FLOAT, photoUrl TEXT",
            ),
        ],
    },
    Database {
        package: "net.cozic.joplin",
        path: "/data/data/net.cozic.joplin/databases/joplin.sqlite",
        version: 0,
        made_by: Maker::Android,
        tables: &[
            Table::of(
                "folders",
                Kept::Rows("folders"),
                Key::Text("id"),
                &[
                    ("id", "TEXT PRIMARY KEY", Kind::Key),
                    ("title", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("created_time", "INT NOT NULL", ZERO),
                    ("updated_time", "INT NOT NULL", ZERO),
                    ("user_created_time", "INT NOT NULL DEFAULT 0", ZERO),
                    ("user_updated_time", "INT NOT NULL DEFAULT 0", ZERO),
                    ("encryption_cipher_text", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("encryption_applied", "INT NOT NULL DEFAULT 0", ZERO),
                    ("parent_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("is_shared", "INT NOT NULL DEFAULT 0", ZERO),
                    ("share_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("master_key_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("icon", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("user_data", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("deleted_time", "INT NOT NULL DEFAULT 0", ZERO),
                ],
            ),
            Table::of(
                "notes",
                Kept::Rows("notes"),
                Key::Text("id"),
                &[
                    ("id", "TEXT PRIMARY KEY", Kind::Key),
                    ("parent_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("title", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("body", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("created_time", "INT NOT NULL", ZERO),
                    ("updated_time", "INT NOT NULL", ZERO),
                    ("is_conflict", "INT NOT NULL DEFAULT 0", ZERO),
                    ("latitude", "NUMERIC NOT NULL DEFAULT 0", Kind::Real),
                    ("longitude", "NUMERIC NOT NULL DEFAULT 0", Kind::Real),
                    ("altitude", "NUMERIC NOT NULL DEFAULT 0", Kind::Real),
                    ("author", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("source_url", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("is_todo", "INT NOT NULL DEFAULT 0", ZERO),
                    ("todo_due", "INT NOT NULL DEFAULT 0", ZERO),
                    ("todo_completed", "INT NOT NULL DEFAULT 0", ZERO),
                    ("source", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("source_application", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("application_data", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("order", "NUMERIC NOT NULL DEFAULT 0", ZERO),
                    ("user_created_time", "INT NOT NULL DEFAULT 0", ZERO),
                    ("user_updated_time", "INT NOT NULL DEFAULT 0", ZERO),
                    ("encryption_cipher_text", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("encryption_applied", "INT NOT NULL DEFAULT 0", ZERO),
                    ("markup_language", "INT NOT NULL DEFAULT 1", Kind::Whole(1)),
                    ("is_shared", "INT NOT NULL DEFAULT 0", ZERO),
                    ("share_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("conflict_original_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("master_key_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("user_data", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("deleted_time", "INT NOT NULL DEFAULT 0", ZERO),
                ],
            ),
            Table::bare(
                "tags",
                "id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT '', created_time INT NOT NULL, \
                 updated_time INT NOT NULL, user_created_time INT NOT NULL DEFAULT 0, \
                 user_updated_time INT NOT NULL DEFAULT 0, \
                 encryption_cipher_text TEXT NOT NULL DEFAULT '', \
                 encryption_applied INT NOT NULL DEFAULT 0, is_shared INT NOT NULL DEFAULT 0, \
                 parent_id TEXT NOT NULL DEFAULT '', user_data TEXT NOT NULL DEFAULT ''",
            ),
            Table::bare(
                "note_tags",
                "id TEXT PRIMARY KEY, note_id TEXT NOT NULL, tag_id TEXT NOT NULL, \
                 created_time INT NOT NULL, updated_time INT NOT NULL, \
                 user_created_time INT NOT NULL DEFAULT 0, \
                 user_updated_time INT NOT NULL DEFAULT 0, \
                 encryption_cipher_text TEXT NOT NULL DEFAULT '', \
                 encryption_applied INT NOT NULL DEFAULT 0, is_shared INT NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "resources",
                "id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT '', mime TEXT NOT NULL, \
                 filename TEXT NOT NULL DEFAULT '', created_time INT NOT NULL, \
                 updated_time INT NOT NULL, user_created_time INT NOT NULL DEFAULT 0, \
                 user_updated_time INT NOT NULL DEFAULT 0, file_extension TEXT NOT NULL DEFAULT '', \
                 encryption_cipher_text TEXT NOT NULL DEFAULT '', \
                 encryption_applied INT NOT NULL DEFAULT 0, \
                 encryption_blob_encrypted INT NOT NULL DEFAULT 0, size INT NOT NULL DEFAULT -1, \
                 is_shared INT NOT NULL DEFAULT 0, share_id TEXT NOT NULL DEFAULT '', \
                 master_key_id TEXT NOT NULL DEFAULT '', user_data TEXT NOT NULL DEFAULT '', \
                 blob_updated_time INT NOT NULL DEFAULT 0, ocr_text TEXT NOT NULL DEFAULT '', \
                 ocr_details TEXT NOT NULL DEFAULT '', ocr_status INT NOT NULL DEFAULT 0, \
                 ocr_error TEXT NOT NULL DEFAULT ''",
            ),
            Table::bare(
                "table_fields",
                "id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, field_name TEXT NOT NULL, \
                 field_type INT NOT NULL, field_default TEXT",
            ),
            Table::bare(
                "sync_items",
                "id INTEGER PRIMARY KEY, sync_target INT NOT NULL, \
                 sync_time INT NOT NULL DEFAULT 0, item_type INT NOT NULL, item_id TEXT NOT NULL, \
                 sync_disabled INT NOT NULL DEFAULT '0', \
                 sync_disabled_reason TEXT NOT NULL DEFAULT '', force_sync INT NOT NULL DEFAULT 0, \
                 item_location INT NOT NULL DEFAULT 1",
            ),
            Table::filled(
                "version",
                "version INT NOT NULL, table_fields_version INT NOT NULL DEFAULT 0",
                "46, 46",
            ),
            Table::bare(
                "deleted_items",
                "id INTEGER PRIMARY KEY, item_type INT NOT NULL, item_id TEXT NOT NULL, \
                 deleted_time INT NOT NULL, sync_target INT NOT NULL",
            ),
            Table::bare("settings", "`key` TEXT PRIMARY KEY, `value` TEXT"),
            Table::bare(
                "alarms",
                "id INTEGER PRIMARY KEY AUTOINCREMENT, note_id TEXT NOT NULL, \
                 trigger_time INT NOT NULL",
            ),
            Table::bare(
                "master_keys",
                "id TEXT PRIMARY KEY, created_time INT NOT NULL, updated_time INT NOT NULL, \
                 source_application TEXT NOT NULL, encryption_method INT NOT NULL, \
                 checksum TEXT NOT NULL, content TEXT NOT NULL",
            ),
            Table::bare(
                "item_changes",
                "id INTEGER PRIMARY KEY AUTOINCREMENT, item_type INT NOT NULL, \
                 item_id TEXT NOT NULL, `type` INT NOT NULL, created_time INT NOT NULL, \
                 source INT NOT NULL DEFAULT 1, before_change_item TEXT NOT NULL DEFAULT ''",
            ),
            Table::bare(
                "note_resources",
                "id INTEGER PRIMARY KEY, note_id TEXT NOT NULL, resource_id TEXT NOT NULL, \
                 is_associated INT NOT NULL, last_seen_time INT NOT NULL",
            ),
            Table::bare(
                "resource_local_states",
                "id INTEGER PRIMARY KEY, resource_id TEXT NOT NULL, \
                 fetch_status INT NOT NULL DEFAULT '2', fetch_error TEXT NOT NULL DEFAULT ''",
            ),
            Table::bare(
                "revisions",
                "id TEXT PRIMARY KEY, parent_id TEXT NOT NULL DEFAULT '', item_type INT NOT NULL, \
                 item_id TEXT NOT NULL, item_updated_time INT NOT NULL, \
                 title_diff TEXT NOT NULL DEFAULT '', body_diff TEXT NOT NULL DEFAULT '', \
                 metadata_diff TEXT NOT NULL DEFAULT '', \
                 encryption_cipher_text TEXT NOT NULL DEFAULT '', \
                 encryption_applied INT NOT NULL DEFAULT 0, updated_time INT NOT NULL, \
                 created_time INT NOT NULL",
            ),
            Table::bare(
                "migrations",
                "id INTEGER PRIMARY KEY, `number` INTEGER NOT NULL, updated_time INT NOT NULL, \
                 created_time INT NOT NULL",
            ),
            Table::bare(
                "resources_to_download",
                "id INTEGER PRIMARY KEY, resource_id TEXT NOT NULL, updated_time INT NOT NULL, \
                 created_time INT NOT NULL",
            ),
            Table::bare(
                "key_values",
                "id INTEGER PRIMARY KEY, `key` TEXT NOT NULL, `value` TEXT NOT NULL, \
                 `type` INT NOT NULL, updated_time INT NOT NULL",
            ),
            Table::of(
                "notes_normalized",
                Kept::MadeOf("notes"),
                Key::Text("id"),
                &[
                    ("id", "TEXT NOT NULL", Kind::Key),
                    ("title", "TEXT NOT NULL DEFAULT ''", Kind::Plain),
                    ("body", "TEXT NOT NULL DEFAULT ''", Kind::Plain),
                    ("user_created_time", "INT NOT NULL DEFAULT 0", ZERO),
                    ("user_updated_time", "INT NOT NULL DEFAULT 0", ZERO),
                    ("is_todo", "INT NOT NULL DEFAULT 0", ZERO),
                    ("todo_completed", "INT NOT NULL DEFAULT 0", ZERO),
                    ("parent_id", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("latitude", "NUMERIC NOT NULL DEFAULT 0", Kind::Real),
                    ("longitude", "NUMERIC NOT NULL DEFAULT 0", Kind::Real),
                    ("altitude", "NUMERIC NOT NULL DEFAULT 0", Kind::Real),
                    ("source_url", "TEXT NOT NULL DEFAULT ''", EMPTY),
                    ("todo_due", "INT NOT NULL DEFAULT 0", ZERO),
                ],
            ),
            Table::bare(
                "items_normalized",
                "id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT '', \
                 body TEXT NOT NULL DEFAULT '', item_id TEXT NOT NULL, item_type INT NOT NULL, \
                 user_updated_time INT NOT NULL DEFAULT 0, reserved1 INT, reserved2 INT, \
                 reserved3 INT, reserved4 INT, reserved5 INT, reserved6 INT",
            ),
        ],
    },
    Database {
        package: "org.videolan.vlc",
        path: "/data/data/org.videolan.vlc/app_db/vlc_media.db",
        version: 0,
        made_by: Maker::Itself,
        tables: &[
            Table::bare(
                "Settings",
                "db_model_version UNSIGNED INTEGER NOT NULL, \
                 max_task_attempts UNSIGNED INTEGER NOT NULL, \
                 max_link_task_attempts UNSIGNED INTEGER NOT NULL",
            ),
            Table::bare(
                "Device",
                "id_device INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT COLLATE NOCASE, \
                 scheme TEXT, is_removable BOOLEAN, is_present BOOLEAN, is_network BOOLEAN, \
                 last_seen UNSIGNED INTEGER",
            ),
            Table::bare(
                "DeviceMountpoint",
                "device_id INTEGER, mrl TEXT COLLATE NOCASE, last_seen INTEGER, \
                 PRIMARY KEY (device_id, mrl)",
            ),
            Table::bare(
                "Folder",
                "id_folder INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT, name TEXT COLLATE NOCASE, \
                 parent_id UNSIGNED INTEGER, is_banned BOOLEAN NOT NULL DEFAULT 0, \
                 device_id UNSIGNED INTEGER, is_removable BOOLEAN NOT NULL, \
                 nb_audio UNSIGNED INTEGER NOT NULL DEFAULT 0, \
                 nb_video UNSIGNED INTEGER NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "Thumbnail",
                "id_thumbnail INTEGER PRIMARY KEY AUTOINCREMENT, mrl TEXT, \
                 status UNSIGNED INTEGER NOT NULL, nb_attempts UNSIGNED INTEGER DEFAULT 0, \
                 is_owned BOOLEAN NOT NULL, shared_counter INTEGER NOT NULL DEFAULT 0, \
                 file_size INTEGER, hash TEXT",
            ),
            Table::bare(
                "ThumbnailLinking",
                "entity_id UNSIGNED INTEGER NOT NULL, entity_type UNSIGNED INTEGER NOT NULL, \
                 size_type UNSIGNED INTEGER NOT NULL, thumbnail_id UNSIGNED INTEGER NOT NULL, \
                 origin UNSIGNED INT NOT NULL, PRIMARY KEY (entity_id, entity_type, size_type)",
            ),
            Table::bare(
                "ThumbnailCleanup",
                "id_request INTEGER PRIMARY KEY AUTOINCREMENT, mrl TEXT",
            ),
            Table::of(
                "Media",
                Kept::Rows("vlc_media"),
                Key::Number("id_media"),
                &[
                    ("id_media", "INTEGER PRIMARY KEY AUTOINCREMENT", Kind::Key),
                    ("type", "INTEGER", Kind::Whole(1)),
                    ("subtype", "INTEGER NOT NULL DEFAULT 0", ZERO),
                    ("duration", "INTEGER DEFAULT -1", Kind::Whole(-1)),
                    ("last_position", "REAL DEFAULT -1", Kind::Whole(-1)),
                    ("last_time", "INTEGER DEFAULT -1", Kind::Whole(-1)),
                    ("play_count", "UNSIGNED INTEGER NOT NULL DEFAULT 0", ZERO),
                    ("last_played_date", "UNSIGNED INTEGER", Kind::Maybe),
                    ("insertion_date", "UNSIGNED INTEGER", ZERO),
                    ("release_date", "UNSIGNED INTEGER", Kind::Maybe),
                    ("title", "TEXT COLLATE NOCASE", EMPTY),
                    ("filename", "TEXT COLLATE NOCASE", EMPTY),
                    ("is_favorite", "BOOLEAN NOT NULL DEFAULT 0", ZERO),
                    ("is_present", "BOOLEAN NOT NULL DEFAULT 1", Kind::Whole(1)),
                    ("device_id", "INTEGER", Kind::Maybe),
                    ("nb_playlists", "UNSIGNED INTEGER NOT NULL DEFAULT 0", ZERO),
                    ("folder_id", "UNSIGNED INTEGER", Kind::Maybe),
                    ("import_type", "UNSIGNED INTEGER NOT NULL", ZERO),
                    ("group_id", "UNSIGNED INTEGER", Kind::Maybe),
                    ("forced_title", "BOOLEAN NOT NULL DEFAULT 0", ZERO),
                    ("artist_id", "UNSIGNED INTEGER", Kind::Maybe),
                    ("genre_id", "UNSIGNED INTEGER", Kind::Maybe),
                    ("track_number", "UNSIGEND INTEGER", Kind::Maybe),
                    ("album_id", "UNSIGNED INTEGER", Kind::Maybe),
                    ("disc_number", "UNSIGNED INTEGER", Kind::Maybe),
                    ("lyrics", "TEXT", Kind::Maybe),
                ],
            ),
            Table::bare(
                "File",
                "id_file INTEGER PRIMARY KEY AUTOINCREMENT, media_id UNSIGNED INT DEFAULT NULL, \
                 playlist_id UNSIGNED INT DEFAULT NULL, mrl TEXT, `type` UNSIGNED INTEGER, \
                 last_modification_date UNSIGNED INT, size UNSIGNED INT, \
                 folder_id UNSIGNED INTEGER, is_removable BOOLEAN NOT NULL, \
                 is_external BOOLEAN NOT NULL, is_network BOOLEAN NOT NULL",
            ),
            Table::bare("Label", "id_label INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT"),
            Table::bare(
                "LabelFileRelation",
                "label_id INTEGER, media_id INTEGER, PRIMARY KEY (label_id, media_id)",
            ),
            Table::of(
                "Playlist",
                Kept::Rows("vlc_playlists"),
                Key::Number("id_playlist"),
                &[
                    ("id_playlist", "INTEGER PRIMARY KEY AUTOINCREMENT", Kind::Key),
                    ("name", "TEXT COLLATE NOCASE", EMPTY),
                    ("creation_date", "UNSIGNED INT NOT NULL", ZERO),
                    ("artwork_mrl", "TEXT", Kind::Maybe),
                    ("nb_video", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("nb_audio", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("nb_unknown", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("nb_present_video", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("nb_present_audio", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("nb_present_unknown", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("duration", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                    ("nb_duration_unknown", "UNSIGNED INT NOT NULL DEFAULT 0", ZERO),
                ],
            ),
            Table::of(
                "PlaylistMediaRelation",
                Kept::Rows("vlc_playlist_media"),
                Key::Nothing,
                &[
                    ("media_id", "INTEGER", ZERO),
                    ("playlist_id", "INTEGER", ZERO),
                    ("position", "INTEGER", ZERO),
                ],
            ),
            Table::bare(
                "Genre",
                "id_genre INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE, \
                 nb_tracks INTEGER NOT NULL DEFAULT 0, is_present INTEGER NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "Album",
                "id_album INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT COLLATE NOCASE, \
                 artist_id UNSIGNED INTEGER, release_year UNSIGNED INTEGER, short_summary TEXT, \
                 nb_tracks UNSIGNED INTEGER DEFAULT 0, \
                 duration UNSIGNED INTEGER NOT NULL DEFAULT 0, \
                 nb_discs UNSIGNED INTEGER NOT NULL DEFAULT 1, \
                 is_present UNSIGNED INTEGER NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "Show",
                "id_show INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, \
                 nb_episodes UNSIGNED INTEGER NOT NULL DEFAULT 0, release_date UNSIGNED INTEGER, \
                 short_summary TEXT, artwork_mrl TEXT, tvdb_id TEXT, \
                 is_present UNSIGNED INTEGER NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "ShowEpisode",
                "id_episode INTEGER PRIMARY KEY AUTOINCREMENT, media_id UNSIGNED INTEGER NOT NULL, \
                 episode_number UNSIGNED INT, season_number UNSIGNED INT, episode_title TEXT, \
                 episode_summary TEXT, tvdb_id TEXT, show_id UNSIGNED INT",
            ),
            Table::bare(
                "Movie",
                "id_movie INTEGER PRIMARY KEY AUTOINCREMENT, media_id UNSIGNED INTEGER NOT NULL, \
                 summary TEXT, imdb_id TEXT",
            ),
            Table::bare(
                "VideoTrack",
                "id_track INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT, width UNSIGNED INTEGER, \
                 height UNSIGNED INTEGER, fps_num UNSIGNED INTEGER, fps_den UNSIGNED INTEGER, \
                 bitrate UNSIGNED INTEGER, sar_num UNSIGNED INTEGER, sar_den UNSIGNED INTEGER, \
                 media_id UNSIGNED INT, language TEXT, description TEXT",
            ),
            Table::bare(
                "AudioTrack",
                "id_track INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT, bitrate UNSIGNED INTEGER, \
                 samplerate UNSIGNED INTEGER, nb_channels UNSIGNED INTEGER, language TEXT, \
                 description TEXT, media_id UNSIGNED INT, attached_file_id UNSIGNED INT",
            ),
            Table::bare(
                "Artist",
                "id_artist INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE, \
                 shortbio TEXT, nb_albums UNSIGNED INT DEFAULT 0, nb_tracks UNSIGNED INT DEFAULT 0, \
                 mb_id TEXT, is_present UNSIGNED INTEGER NOT NULL DEFAULT 0",
            ),
            Table::bare(
                "MediaArtistRelation",
                "media_id INTEGER NOT NULL, artist_id INTEGER, PRIMARY KEY (media_id, artist_id)",
            ),
            Table::bare(
                "Task",
                "id_task INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL DEFAULT 0, \
                 attempts_left INTEGER NOT NULL, `type` INTEGER NOT NULL, mrl TEXT, \
                 file_type INTEGER NOT NULL, file_id UNSIGNED INTEGER, \
                 parent_folder_id UNSIGNED INTEGER, link_to_id UNSIGNED INTEGER NOT NULL, \
                 link_to_type UNSIGNED INTEGER NOT NULL, link_extra UNSIGNED INTEGER NOT NULL, \
                 link_to_mrl TEXT NOT NULL",
            ),
            Table::bare(
                "Metadata",
                "id_media INTEGER, entity_type INTEGER, `type` INTEGER, `value` TEXT, \
                 PRIMARY KEY (id_media, entity_type, type)",
            ),
            Table::bare(
                "SubtitleTrack",
                "id_track INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT, language TEXT, \
                 description TEXT, encoding TEXT, media_id UNSIGNED INT, \
                 attached_file_id UNSIGNED INT",
            ),
            Table::bare(
                "Chapter",
                "id_chapter INTEGER PRIMARY KEY AUTOINCREMENT, `offset` INTEGER NOT NULL, \
                 duration INTEGER NOT NULL, name TEXT, media_id INTEGER",
            ),
            Table::bare(
                "Bookmark",
                "id_bookmark INTEGER PRIMARY KEY AUTOINCREMENT, time UNSIGNED INTEGER NOT NULL, \
                 name TEXT, description TEXT, media_id UNSIGNED INTEGER NOT NULL, \
                 creation_date UNSIGNED INTEGER NOT NULL, `type` UNSIGNED INTEGER NOT NULL",
            ),
            Table::bare(
                "MediaGroup",
                "id_group INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE, \
                 nb_video UNSIGNED INTEGER DEFAULT 0, nb_audio UNSIGNED INTEGER DEFAULT 0, \
                 nb_unknown UNSIGNED INTEGER DEFAULT 0, nb_seen UNSIGNED INTEGER DEFAULT 0, \
                 nb_external UNSIGNED INTEGER DEFAULT 0, \
                 nb_present_video UNSIGNED INTEGER DEFAULT 0, \
                 nb_present_audio UNSIGNED INTEGER DEFAULT 0, \
                 nb_present_unknown UNSIGNED INTEGER DEFAULT 0, \
                 nb_present_seen UNSIGNED INTEGER DEFAULT 0, duration INTEGER DEFAULT 0, \
                 creation_date INTEGER NOT NULL, last_modification_date INTEGER NOT NULL, \
                 user_interacted BOOLEAN, forced_singleton BOOLEAN",
            ),
        ],
    },
    Database {
        package: "code.name.monkey.retromusic",
        path: "/data/data/code.name.monkey.retromusic/databases/playlist.db",
        version: 24,
        made_by: Maker::Room(None),
        tables: &[
            Table::of(
                "PlaylistEntity",
                Kept::Rows("playlists"),
                Key::Number("playlist_id"),
                &[
                    (
                        "playlist_id",
                        "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
                        Kind::Key,
                    ),
                    ("playlist_name", "TEXT NOT NULL", EMPTY),
                ],
            ),
            Table::of(
                "SongEntity",
                Kept::Rows("playlist_songs"),
                Key::Number("song_key"),
                &[
                    (
                        "song_key",
                        "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
                        Kind::Key,
                    ),
                    ("playlist_creator_id", "INTEGER NOT NULL", ZERO),
                    ("id", "INTEGER NOT NULL", ZERO),
                    ("title", "TEXT NOT NULL", EMPTY),
                    ("track_number", "INTEGER NOT NULL", ZERO),
                    ("year", "INTEGER NOT NULL", ZERO),
                    ("duration", "INTEGER NOT NULL", ZERO),
                    ("data", "TEXT NOT NULL", EMPTY),
                    ("date_modified", "INTEGER NOT NULL", ZERO),
                    ("album_id", "INTEGER NOT NULL", ZERO),
                    ("album_name", "TEXT NOT NULL", EMPTY),
                    ("artist_id", "INTEGER NOT NULL", ZERO),
                    ("artist_name", "TEXT NOT NULL", EMPTY),
                    ("composer", "TEXT", Kind::Maybe),
                    ("album_artist", "TEXT", Kind::Maybe),
                ],
            ),
            Table::bare(
                "HistoryEntity",
                "id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL, \
                 track_number INTEGER NOT NULL, year INTEGER NOT NULL, duration INTEGER NOT NULL, \
                 data TEXT NOT NULL, date_modified INTEGER NOT NULL, album_id INTEGER NOT NULL, \
                 album_name TEXT NOT NULL, artist_id INTEGER NOT NULL, artist_name TEXT NOT NULL, \
                 composer TEXT, album_artist TEXT, time_played INTEGER NOT NULL",
            ),
            Table::bare(
                "PlayCountEntity",
                "id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL, \
                 track_number INTEGER NOT NULL, year INTEGER NOT NULL, duration INTEGER NOT NULL, \
                 data TEXT NOT NULL, date_modified INTEGER NOT NULL, album_id INTEGER NOT NULL, \
                 album_name TEXT NOT NULL, artist_id INTEGER NOT NULL, artist_name TEXT NOT NULL, \
                 composer TEXT, album_artist TEXT, time_played INTEGER NOT NULL, \
                 play_count INTEGER NOT NULL",
            ),
        ],
    },
    Database {
        package: "code.name.monkey.retromusic",
        path: "/data/data/code.name.monkey.retromusic/databases/music_playback_state.db",
        version: 12,
        made_by: Maker::Android,
        tables: &[
            Table::of(
                "playing_queue",
                Kept::Rows("playing_queue"),
                Key::Nothing,
                &[
                    ("_id", "INT NOT NULL", ZERO),
                    ("title", "STRING NOT NULL", EMPTY),
                    ("track", "INT NOT NULL", ZERO),
                    ("year", "INT NOT NULL", ZERO),
                    ("duration", "LONG NOT NULL", ZERO),
                    ("_data", "STRING NOT NULL", EMPTY),
                    ("date_modified", "LONG NOT NULL", ZERO),
                    ("album_id", "INT NOT NULL", ZERO),
                    ("album", "STRING NOT NULL", EMPTY),
                    ("artist_id", "INT NOT NULL", ZERO),
                    ("artist", "STRING NOT NULL", EMPTY),
                    ("composer", "STRING", Kind::Maybe),
                    ("album_artist", "STRING", Kind::Maybe),
                ],
            ),
            Table::of(
                "original_playing_queue",
                Kept::MadeOf("playing_queue"),
                Key::Nothing,
                &[
                    ("_id", "INT NOT NULL", ZERO),
                    ("title", "STRING NOT NULL", EMPTY),
                    ("track", "INT NOT NULL", ZERO),
                    ("year", "INT NOT NULL", ZERO),
                    ("duration", "LONG NOT NULL", ZERO),
                    ("_data", "STRING NOT NULL", EMPTY),
                    ("date_modified", "LONG NOT NULL", ZERO),
                    ("album_id", "INT NOT NULL", ZERO),
                    ("album", "STRING NOT NULL", EMPTY),
                    ("artist_id", "INT NOT NULL", ZERO),
                    ("artist", "STRING NOT NULL", EMPTY),
                    ("composer", "STRING", Kind::Maybe),
                    ("album_artist", "STRING", Kind::Maybe),
                ],
            ),
        ],
    },
    Database {
        package: "net.osmand",
        path: "/data/data/net.osmand/databases/map_markers_db",
        version: 0,
        made_by: Maker::Android,
        tables: &[Table::of(
            "map_markers",
            Kept::Rows("map_markers"),
            Key::Nothing,
            &[
                ("marker_id", "text", EMPTY),
                ("marker_lat", "double", Kind::Real),
                ("marker_lon", "double", Kind::Real),
                ("marker_description", "text", EMPTY),
                ("marker_active", "long", ZERO),
                ("marker_added", "long", ZERO),
                ("marker_visited", "long", ZERO),
                ("group_name", "text", EMPTY),
                ("group_key", "text", EMPTY),
                ("marker_color", "long", ZERO),
                ("marker_next_key", "text", EMPTY),
                ("marker_disabled", "long", ZERO),
                ("marker_selected", "long", ZERO),
                ("marker_map_object_name", "text", EMPTY),
                ("title", "text", EMPTY),
            ],
        )],
    },
    Database {
        package: "com.android.providers.telephony",
        path: "/data/data/com.android.providers.telephony/databases/mmssms.db",
        version: 67,
        made_by: Maker::Android,
        tables: &[
            Table::bare(
                "pdu",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, \
                 date_sent INTEGER DEFAULT 0, msg_box INTEGER, read INTEGER DEFAULT 0, m_id TEXT, \
                 sub TEXT, sub_cs INTEGER, ct_t TEXT, ct_l TEXT, exp INTEGER, m_cls TEXT, \
                 m_type INTEGER, v INTEGER, m_size INTEGER, pri INTEGER, rr INTEGER, rpt_a INTEGER, \
                 resp_st INTEGER, st INTEGER, tr_id TEXT, retr_st INTEGER, retr_txt TEXT, \
                 retr_txt_cs INTEGER, read_status INTEGER, ct_cls INTEGER, resp_txt TEXT, \
                 d_tm INTEGER, d_rpt INTEGER, locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1, \
                 seen INTEGER DEFAULT 0, creator TEXT, text_only INTEGER DEFAULT 0",
            ),
            Table::bare(
                "addr",
                "_id INTEGER PRIMARY KEY, msg_id INTEGER, contact_id INTEGER, address TEXT, \
                 `type` INTEGER, charset INTEGER",
            ),
            Table::bare(
                "part",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, mid INTEGER, seq INTEGER DEFAULT 0, \
                 ct TEXT, name TEXT, chset INTEGER, cd TEXT, fn TEXT, cid TEXT, cl TEXT, \
                 ctt_s INTEGER, ctt_t TEXT, _data TEXT, text TEXT",
            ),
            Table::bare("rate", "sent_time INTEGER"),
            Table::bare("drm", "_id INTEGER PRIMARY KEY, _data TEXT"),
            Table::of(
                "sms",
                Kept::Rows("sms"),
                Key::Number("_id"),
                &[
                    ("_id", "INTEGER PRIMARY KEY", Kind::Key),
                    ("thread_id", "INTEGER", Kind::Whole(1)),
                    ("address", "TEXT", EMPTY),
                    ("person", "INTEGER", Kind::Maybe),
                    ("date", "INTEGER", ZERO),
                    ("date_sent", "INTEGER DEFAULT 0", ZERO),
                    ("protocol", "INTEGER", ZERO),
                    ("read", "INTEGER DEFAULT 0", Kind::Whole(1)),
                    ("status", "INTEGER DEFAULT -1", Kind::Whole(-1)),
                    ("type", "INTEGER", Kind::Whole(1)),
                    ("reply_path_present", "INTEGER", Kind::Maybe),
                    ("subject", "TEXT", Kind::Maybe),
                    ("body", "TEXT", EMPTY),
                    ("service_center", "TEXT", Kind::Maybe),
                    ("locked", "INTEGER DEFAULT 0", ZERO),
                    ("sub_id", "INTEGER DEFAULT -1", Kind::Whole(-1)),
                    ("error_code", "INTEGER DEFAULT -1", ZERO),
                    ("creator", "TEXT", Kind::Maybe),
                    ("seen", "INTEGER DEFAULT 0", Kind::Whole(1)),
                ],
            ),
            Table::bare(
                "attachments",
                "sms_id INTEGER, content_url TEXT, `offset` INTEGER",
            ),
            Table::bare(
                "raw",
                "_id INTEGER PRIMARY KEY, date INTEGER, reference_number INTEGER, count INTEGER, \
                 sequence INTEGER, destination_port INTEGER, address TEXT, \
                 sub_id INTEGER DEFAULT -1, pdu TEXT, deleted INTEGER DEFAULT 0, message_body TEXT, \
                 display_originating_addr TEXT",
            ),
            Table::bare("sr_pending", "reference_number INTEGER, action TEXT, data TEXT"),
            Table::bare(
                "canonical_addresses",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT",
            ),
            Table::bare(
                "threads",
                "_id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, \
                 message_count INTEGER DEFAULT 0, recipient_ids TEXT, snippet TEXT, \
                 snippet_cs INTEGER DEFAULT 0, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0, \
                 `type` INTEGER DEFAULT 0, error INTEGER DEFAULT 0, has_attachment INTEGER DEFAULT 0",
            ),
            Table::bare(
                "pending_msgs",
                "_id INTEGER PRIMARY KEY, proto_type INTEGER, msg_id INTEGER, msg_type INTEGER, \
                 err_type INTEGER, err_code INTEGER, retry_index INTEGER NOT NULL DEFAULT 0, \
                 due_time INTEGER, pending_sub_id INTEGER DEFAULT -1, last_try INTEGER",
            ),
        ],
    },
];
