//! The database of Joplin, as a new one is on a phone.
//!
//! The app makes `notes` and `resources` anew on its way to this version, which leaves them without their first indexes. Of the
//! fuzzy search (`search_aux`, `notes_spellfix`) nothing is on a phone: its SQLite has no `spellfix1`.

use super::super::form::{Database, EMPTY, Kept, Key, Kind, Maker, Table, ZERO};

/// Joplin.
pub(super) const NOTES: Database = Database {
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
    more: &[
        "CREATE INDEX folders_title ON folders (title)",
        "CREATE INDEX folders_updated_time ON folders (updated_time)",
        "CREATE INDEX tags_title ON tags (title)",
        "CREATE INDEX tags_updated_time ON tags (updated_time)",
        "CREATE INDEX note_tags_note_id ON note_tags (note_id)",
        "CREATE INDEX note_tags_tag_id ON note_tags (tag_id)",
        "CREATE INDEX note_tags_updated_time ON note_tags (updated_time)",
        "CREATE INDEX sync_items_sync_time ON sync_items (sync_time)",
        "CREATE INDEX sync_items_sync_target ON sync_items (sync_target)",
        "CREATE INDEX sync_items_item_type ON sync_items (item_type)",
        "CREATE INDEX sync_items_item_id ON sync_items (item_id)",
        "CREATE INDEX deleted_items_sync_target ON deleted_items (sync_target)",
        "CREATE INDEX folders_user_updated_time ON folders (user_updated_time)",
        "CREATE INDEX tags_user_updated_time ON tags (user_updated_time)",
        "CREATE INDEX note_tags_user_updated_time ON note_tags (user_updated_time)",
        "CREATE INDEX alarm_note_id ON alarms (note_id)",
        "CREATE INDEX folders_encryption_applied ON folders (encryption_applied)",
        "CREATE INDEX tags_encryption_applied ON tags (encryption_applied)",
        "CREATE INDEX note_tags_encryption_applied ON note_tags (encryption_applied)",
        "CREATE INDEX item_changes_item_id ON item_changes (item_id)",
        "CREATE INDEX item_changes_created_time ON item_changes (created_time)",
        "CREATE INDEX item_changes_item_type ON item_changes (item_type)",
        "CREATE INDEX note_resources_note_id ON note_resources (note_id)",
        "CREATE INDEX note_resources_resource_id ON note_resources (resource_id)",
        "CREATE INDEX resource_local_states_resource_id ON resource_local_states (resource_id)",
        "CREATE INDEX resource_local_states_resource_fetch_status ON resource_local_states \
         (fetch_status)",
        "CREATE INDEX revisions_parent_id ON revisions (parent_id)",
        "CREATE INDEX revisions_item_type ON revisions (item_type)",
        "CREATE INDEX revisions_item_id ON revisions (item_id)",
        "CREATE INDEX revisions_item_updated_time ON revisions (item_updated_time)",
        "CREATE INDEX revisions_updated_time ON revisions (updated_time)",
        "CREATE INDEX resources_to_download_resource_id ON resources_to_download (resource_id)",
        "CREATE INDEX resources_to_download_updated_time ON resources_to_download (updated_time)",
        "CREATE UNIQUE INDEX key_values_key ON key_values (key)",
        "CREATE INDEX resources_size ON resources(size)",
        "CREATE INDEX notes_normalized_id ON notes_normalized (id)",
        "CREATE INDEX notes_normalized_user_created_time ON notes_normalized (user_created_time)",
        "CREATE INDEX notes_normalized_user_updated_time ON notes_normalized (user_updated_time)",
        "CREATE INDEX notes_normalized_is_todo ON notes_normalized (is_todo)",
        "CREATE INDEX notes_normalized_todo_completed ON notes_normalized (todo_completed)",
        "CREATE INDEX notes_normalized_parent_id ON notes_normalized (parent_id)",
        "CREATE INDEX notes_normalized_latitude ON notes_normalized (latitude)",
        "CREATE INDEX notes_normalized_longitude ON notes_normalized (longitude)",
        "CREATE INDEX notes_normalized_altitude ON notes_normalized (altitude)",
        "CREATE INDEX notes_normalized_source_url ON notes_normalized (source_url)",
        "CREATE INDEX notes_normalized_todo_due ON notes_normalized (todo_due)",
        "CREATE INDEX items_normalized_id ON items_normalized (id)",
        "CREATE INDEX items_normalized_item_id ON items_normalized (item_id)",
        "CREATE INDEX items_normalized_item_type ON items_normalized (item_type)",
        "CREATE VIRTUAL TABLE notes_fts USING fts4(content=\"notes_normalized\", \
         notindexed=\"id\", notindexed=\"user_created_time\", notindexed=\"user_updated_time\", \
         notindexed=\"is_todo\", notindexed=\"todo_completed\", notindexed=\"parent_id\", \
         notindexed=\"latitude\", notindexed=\"longitude\", notindexed=\"altitude\", \
         notindexed=\"source_url\", id, title, body, user_created_time, user_updated_time, \
         is_todo, todo_completed, parent_id, latitude, longitude, altitude, source_url)",
        "INSERT INTO notes_fts(notes_fts) VALUES ('rebuild')",
        "CREATE TRIGGER notes_fts_before_update BEFORE UPDATE ON notes_normalized BEGIN DELETE \
         FROM notes_fts WHERE docid=old.rowid; END",
        "CREATE TRIGGER notes_fts_before_delete BEFORE DELETE ON notes_normalized BEGIN DELETE \
         FROM notes_fts WHERE docid=old.rowid; END",
        "CREATE TRIGGER notes_after_update AFTER UPDATE ON notes_normalized BEGIN INSERT INTO \
         notes_fts(docid, id, title, body, user_created_time, user_updated_time, is_todo, \
         todo_completed, parent_id, latitude, longitude, altitude, source_url) SELECT rowid, id, \
         title, body, user_created_time, user_updated_time, is_todo, todo_completed, parent_id, \
         latitude, longitude, altitude, source_url FROM notes_normalized WHERE new.rowid = \
         notes_normalized.rowid; END",
        "CREATE TRIGGER notes_after_insert AFTER INSERT ON notes_normalized BEGIN INSERT INTO \
         notes_fts(docid, id, title, body, user_created_time, user_updated_time, is_todo, \
         todo_completed, parent_id, latitude, longitude, altitude, source_url) SELECT rowid, id, \
         title, body, user_created_time, user_updated_time, is_todo, todo_completed, parent_id, \
         latitude, longitude, altitude, source_url FROM notes_normalized WHERE new.rowid = \
         notes_normalized.rowid; END",
        "CREATE VIRTUAL TABLE items_fts USING fts4(content=\"items_normalized\", \
         notindexed=\"id\", notindexed=\"item_id\", notindexed=\"item_type\", \
         notindexed=\"user_updated_time\", notindexed=\"reserved1\", notindexed=\"reserved2\", \
         notindexed=\"reserved3\", notindexed=\"reserved4\", notindexed=\"reserved5\", \
         notindexed=\"reserved6\", id, title, body, item_id, item_type, user_updated_time, \
         reserved1, reserved2, reserved3, reserved4, reserved5, reserved6)",
        "INSERT INTO items_fts(items_fts) VALUES ('rebuild')",
        "CREATE TRIGGER items_fts_before_update BEFORE UPDATE ON items_normalized BEGIN DELETE \
         FROM items_fts WHERE docid=old.rowid; END",
        "CREATE TRIGGER items_fts_before_delete BEFORE DELETE ON items_normalized BEGIN DELETE \
         FROM items_fts WHERE docid=old.rowid; END",
        "CREATE TRIGGER items_after_update AFTER UPDATE ON items_normalized BEGIN INSERT INTO \
         items_fts(docid, id, title, body, item_id, item_type, user_updated_time, reserved1, \
         reserved2, reserved3, reserved4, reserved5, reserved6) SELECT rowid, id, title, body, \
         item_id, item_type, user_updated_time, reserved1, reserved2, reserved3, reserved4, \
         reserved5, reserved6 FROM items_normalized WHERE new.rowid = items_normalized.rowid; END",
        "CREATE TRIGGER items_after_insert AFTER INSERT ON items_normalized BEGIN INSERT INTO \
         items_fts(docid, id, title, body, item_id, item_type, user_updated_time, reserved1, \
         reserved2, reserved3, reserved4, reserved5, reserved6) SELECT rowid, id, title, body, \
         item_id, item_type, user_updated_time, reserved1, reserved2, reserved3, reserved4, \
         reserved5, reserved6 FROM items_normalized WHERE new.rowid = items_normalized.rowid; END",
        "CREATE VIEW tags_with_note_count AS SELECT tags.id as id, tags.title as title, \
         tags.created_time as created_time, tags.updated_time as updated_time, COUNT(notes.id) as \
         note_count, SUM(CASE WHEN notes.todo_completed > 0 THEN 1 ELSE 0 END) AS \
         todo_completed_count FROM tags LEFT JOIN note_tags nt on nt.tag_id = tags.id LEFT JOIN \
         notes on notes.id = nt.note_id WHERE notes.id IS NOT NULL AND notes.deleted_time = 0 \
         GROUP BY tags.id",
    ],
};
