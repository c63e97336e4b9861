//! The databases of the calendar, Pro Expense, Broccoli and Tasks.

use super::super::form::{Database, EMPTY, Kept, Key, Kind, Maker, Table, ZERO};

/// The calendar.
pub(super) const EVENTS: Database = Database {
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
    more: &[
        "CREATE UNIQUE INDEX index_events_id ON events (id)",
        "CREATE UNIQUE INDEX index_event_types_id ON event_types (id)",
        "CREATE UNIQUE INDEX index_widgets_widget_id ON widgets (widget_id)",
        "CREATE UNIQUE INDEX index_tasks_id_task_id ON tasks (id, task_id)",
    ],
};

/// Pro Expense.
pub(super) const EXPENSES: Database = Database {
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
    more: &[],
};

/// Broccoli.
pub(super) const RECIPES: Database = Database {
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
            "recipeId INTEGER NOT NULL, categoryId INTEGER NOT NULL, PRIMARY KEY(recipeId, \
             categoryId), FOREIGN KEY(recipeId) REFERENCES recipes(recipeId) ON UPDATE NO ACTION \
             ON DELETE CASCADE, FOREIGN KEY(categoryId) REFERENCES categories(categoryId) ON \
             UPDATE NO ACTION ON DELETE CASCADE",
        ),
    ],
    more: &[
        "CREATE INDEX index_recipes_with_categories_recipeId ON recipes_with_categories (recipeId)",
        "CREATE INDEX index_recipes_with_categories_categoryId ON recipes_with_categories \
         (categoryId)",
        "CREATE VIRTUAL TABLE recipes_fts USING FTS4(title TEXT, description TEXT, source TEXT, \
         ingredients TEXT, tokenize=unicode61 `tokenchars=#`, content=recipes)",
        "INSERT INTO recipes_fts(recipes_fts) VALUES ('rebuild')",
        "CREATE TRIGGER room_fts_content_sync_recipes_fts_BEFORE_UPDATE BEFORE UPDATE ON recipes \
         BEGIN DELETE FROM recipes_fts WHERE docid=OLD.rowid; END",
        "CREATE TRIGGER room_fts_content_sync_recipes_fts_BEFORE_DELETE BEFORE DELETE ON recipes \
         BEGIN DELETE FROM recipes_fts WHERE docid=OLD.rowid; END",
        "CREATE TRIGGER room_fts_content_sync_recipes_fts_AFTER_UPDATE AFTER UPDATE ON recipes \
         BEGIN INSERT INTO recipes_fts(docid, title, description, source, ingredients) VALUES \
         (NEW.rowid, NEW.title, NEW.description, NEW.source, NEW.ingredients); END",
        "CREATE TRIGGER room_fts_content_sync_recipes_fts_AFTER_INSERT AFTER INSERT ON recipes \
         BEGIN INSERT INTO recipes_fts(docid, title, description, source, ingredients) VALUES \
         (NEW.rowid, NEW.title, NEW.description, NEW.source, NEW.ingredients); END",
    ],
};

/// Tasks.
pub(super) const TASKS: Database = Database {
    package: "org.tasks",
    path: "/data/data/org.tasks/databases/database",
    version: 88,
    made_by: Maker::Room(Some("a2597380bdfaeeb040d40bab2fc653c1")),
    tables: &[
        Table::bare(
            "notification",
            "uid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, timestamp \
             INTEGER NOT NULL, `type` INTEGER NOT NULL, location INTEGER, FOREIGN KEY(task) \
             REFERENCES tasks(_id) ON UPDATE NO ACTION ON DELETE CASCADE",
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
            "file_id INTEGER PRIMARY KEY AUTOINCREMENT, file_uuid TEXT NOT NULL, filename TEXT \
             NOT NULL, uri TEXT NOT NULL",
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
                ("remoteId", "TEXT", Kind::Own),
                ("collapsed", "INTEGER NOT NULL", ZERO),
                ("parent", "INTEGER NOT NULL", ZERO),
                ("order", "INTEGER", Kind::Maybe),
                ("read_only", "INTEGER NOT NULL DEFAULT 0", ZERO),
            ],
        ),
        Table::bare(
            "alarms",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, time INTEGER \
             NOT NULL, `type` INTEGER NOT NULL DEFAULT 0, `repeat` INTEGER NOT NULL DEFAULT 0, \
             `interval` INTEGER NOT NULL DEFAULT 0, FOREIGN KEY(task) REFERENCES tasks(_id) ON \
             UPDATE NO ACTION ON DELETE CASCADE",
        ),
        Table::bare(
            "places",
            "place_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, uid TEXT, name TEXT, address \
             TEXT, phone TEXT, url TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL, \
             place_color INTEGER NOT NULL, place_icon INTEGER NOT NULL, place_order INTEGER NOT \
             NULL, radius INTEGER NOT NULL DEFAULT 250",
        ),
        Table::bare(
            "geofences",
            "geofence_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, place \
             TEXT, arrival INTEGER NOT NULL, departure INTEGER NOT NULL, FOREIGN KEY(task) \
             REFERENCES tasks(_id) ON UPDATE NO ACTION ON DELETE CASCADE",
        ),
        Table::bare(
            "tags",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, task INTEGER NOT NULL, name TEXT, \
             tag_uid TEXT, task_uid TEXT, FOREIGN KEY(task) REFERENCES tasks(_id) ON UPDATE NO \
             ACTION ON DELETE CASCADE",
        ),
        Table::bare(
            "filters",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT, sql TEXT, `values` TEXT, \
             criterion TEXT, f_color INTEGER, f_icon INTEGER, f_order INTEGER NOT NULL",
        ),
        Table::bare(
            "caldav_lists",
            "cdl_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cdl_account TEXT, cdl_uuid TEXT, \
             cdl_name TEXT, cdl_color INTEGER NOT NULL, cdl_ctag TEXT, cdl_url TEXT, cdl_icon \
             INTEGER, cdl_order INTEGER NOT NULL, cdl_access INTEGER NOT NULL, cdl_last_sync \
             INTEGER NOT NULL",
        ),
        Table::bare(
            "caldav_tasks",
            "cd_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cd_task INTEGER NOT NULL, \
             cd_calendar TEXT, cd_remote_id TEXT, cd_object TEXT, cd_etag TEXT, cd_last_sync \
             INTEGER NOT NULL, cd_deleted INTEGER NOT NULL, cd_remote_parent TEXT, gt_moved \
             INTEGER NOT NULL, gt_remote_order INTEGER NOT NULL, FOREIGN KEY(cd_task) REFERENCES \
             tasks(_id) ON UPDATE NO ACTION ON DELETE CASCADE",
        ),
        Table::bare(
            "caldav_accounts",
            "cda_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cda_uuid TEXT, cda_name TEXT, \
             cda_url TEXT, cda_username TEXT, cda_password TEXT, cda_error TEXT, cda_account_type \
             INTEGER NOT NULL, cda_collapsed INTEGER NOT NULL, cda_server_type INTEGER NOT NULL",
        ),
        Table::bare(
            "principals",
            "id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, account INTEGER NOT NULL, href TEXT \
             NOT NULL, email TEXT, display_name TEXT, FOREIGN KEY(account) REFERENCES \
             caldav_accounts(cda_id) ON UPDATE NO ACTION ON DELETE CASCADE",
        ),
        Table::bare(
            "principal_access",
            "id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, principal INTEGER NOT NULL, list \
             INTEGER NOT NULL, invite INTEGER NOT NULL, access INTEGER NOT NULL, FOREIGN \
             KEY(principal) REFERENCES principals(id) ON UPDATE NO ACTION ON DELETE CASCADE, \
             FOREIGN KEY(list) REFERENCES caldav_lists(cdl_id) ON UPDATE NO ACTION ON DELETE \
             CASCADE",
        ),
        Table::bare(
            "attachment",
            "attachment_id INTEGER PRIMARY KEY AUTOINCREMENT, task INTEGER NOT NULL, file INTEGER \
             NOT NULL, file_uuid TEXT NOT NULL, FOREIGN KEY(task) REFERENCES tasks(_id) ON UPDATE \
             NO ACTION ON DELETE CASCADE, FOREIGN KEY(file) REFERENCES attachment_file(file_id) \
             ON UPDATE NO ACTION ON DELETE CASCADE",
        ),
    ],
    more: &[
        "CREATE UNIQUE INDEX index_notification_task ON notification (task)",
        "CREATE UNIQUE INDEX t_rid ON tasks (remoteId)",
        "CREATE INDEX active_and_visible ON tasks (completed, deleted, hideUntil)",
        "CREATE INDEX index_alarms_task ON alarms (task)",
        "CREATE UNIQUE INDEX place_uid ON places (uid)",
        "CREATE INDEX index_geofences_task ON geofences (task)",
        "CREATE INDEX index_tags_task ON tags (task)",
        "CREATE INDEX index_caldav_tasks_cd_task ON caldav_tasks (cd_task)",
        "CREATE UNIQUE INDEX index_principals_account_href ON principals (account, href)",
        "CREATE UNIQUE INDEX index_principal_access_list_principal ON principal_access (list, \
         principal)",
        "CREATE INDEX index_principal_access_principal ON principal_access (principal)",
        "CREATE UNIQUE INDEX index_attachment_task_file ON attachment (task, file)",
        "CREATE INDEX index_attachment_task ON attachment (task)",
        "CREATE INDEX index_attachment_file ON attachment (file)",
    ],
};
