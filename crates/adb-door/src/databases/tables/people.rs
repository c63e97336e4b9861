//! The database of Android 13's people.
//!
//! A person is spread over several tables there. Left out is what needs Android's own SQLite: the collation `PHONEBOOK`, and the
//! views `view_v1_people`, `view_v1_contact_methods` and `view_v1_phones`. Empty are `name_lookup`, `search_index` and `lookup`
//! of `contacts`: their texts are made by Android's tables of languages.

use super::super::form::{Database, EMPTY, Kept, Key, Kind, Maker, Table};

/// The people.
pub(super) const PEOPLE: Database = Database {
    package: "com.android.providers.contacts",
    path: "/data/data/com.android.providers.contacts/databases/contacts2.db",
    version: 1604,
    made_by: Maker::Android,
    tables: &[
        Table::spread(
            "people",
            Kept::Rows("contacts"),
            Key::Number("_id"),
            &[
                ("_id", "INTEGER PRIMARY KEY", Kind::Key),
                ("display_name", "TEXT", EMPTY),
                ("given_name", "TEXT", EMPTY),
                ("family_name", "TEXT", EMPTY),
                ("company", "TEXT", EMPTY),
                ("phone", "TEXT", EMPTY),
                ("phone_type", "TEXT", EMPTY),
                ("email", "TEXT", EMPTY),
                ("prefix", "TEXT", EMPTY),
                ("middle_name", "TEXT", EMPTY),
                ("suffix", "TEXT", EMPTY),
                ("nickname", "TEXT", EMPTY),
                ("department", "TEXT", EMPTY),
                ("title", "TEXT", EMPTY),
                ("address", "TEXT", EMPTY),
                ("website", "TEXT", EMPTY),
                ("note", "TEXT", EMPTY),
            ],
            "WITH kept AS (SELECT data.*, mimetype, raw_contact_id AS person, row_number() OVER \
             (PARTITION BY raw_contact_id, mimetype_id ORDER BY is_super_primary DESC, is_primary \
             DESC, data._id) AS place FROM data JOIN mimetypes ON mimetypes._id = mimetype_id) \
             SELECT raw_contacts._id, coalesce(name.data1, raw_contacts.display_name, '') AS \
             display_name, coalesce(name.data2, '') AS given_name, coalesce(name.data3, '') AS \
             family_name, coalesce(work.data1, '') AS company, coalesce(phone.data1, '') AS \
             phone, CASE phone.data2 WHEN '1' THEN 'Home' WHEN '2' THEN 'Mobile' WHEN '3' THEN \
             'Work' WHEN '4' THEN 'Work Fax' WHEN '5' THEN 'Home Fax' WHEN '6' THEN 'Pager' WHEN \
             '7' THEN 'Other' ELSE coalesce(phone.data3, '') END AS phone_type, \
             coalesce(email.data1, '') AS email, name.data4 AS prefix, name.data5 AS middle_name, \
             name.data6 AS suffix, nick.data1 AS nickname, work.data5 AS department, work.data4 \
             AS title, place.data1 AS address, site.data1 AS website, note.data1 AS note FROM \
             raw_contacts LEFT JOIN kept AS name ON name.person = raw_contacts._id AND name.place \
             = 1 AND name.mimetype = 'vnd.android.cursor.item/name' LEFT JOIN kept AS work ON \
             work.person = raw_contacts._id AND work.place = 1 AND work.mimetype = \
             'vnd.android.cursor.item/organization' LEFT JOIN kept AS phone ON phone.person = \
             raw_contacts._id AND phone.place = 1 AND phone.mimetype = \
             'vnd.android.cursor.item/phone_v2' LEFT JOIN kept AS email ON email.person = \
             raw_contacts._id AND email.place = 1 AND email.mimetype = \
             'vnd.android.cursor.item/email_v2' LEFT JOIN kept AS nick ON nick.person = \
             raw_contacts._id AND nick.place = 1 AND nick.mimetype = \
             'vnd.android.cursor.item/nickname' LEFT JOIN kept AS place ON place.person = \
             raw_contacts._id AND place.place = 1 AND place.mimetype = \
             'vnd.android.cursor.item/postal-address_v2' LEFT JOIN kept AS site ON site.person = \
             raw_contacts._id AND site.place = 1 AND site.mimetype = \
             'vnd.android.cursor.item/website' LEFT JOIN kept AS note ON note.person = \
             raw_contacts._id AND note.place = 1 AND note.mimetype = \
             'vnd.android.cursor.item/note' WHERE raw_contacts.deleted = 0",
        ),
        Table::bare(
            "_sync_state",
            "_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, account_type TEXT NOT NULL, \
             data TEXT, UNIQUE(account_name, account_type)",
        ),
        Table::bare("_sync_state_metadata", "version INTEGER"),
        Table::bare("properties", "property_key TEXT PRIMARY KEY, property_value TEXT"),
        Table::bare(
            "accounts",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT, account_type TEXT, \
             data_set TEXT, sim_slot_index INTEGER, sim_ef_type INTEGER, ungrouped_visible \
             INTEGER NOT NULL DEFAULT 0, should_sync INTEGER NOT NULL DEFAULT 1, x_is_default \
             INTEGER NOT NULL DEFAULT 0",
        ),
        Table::bare(
            "contacts",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, name_raw_contact_id INTEGER REFERENCES \
             raw_contacts(_id), photo_id INTEGER REFERENCES data(_id), photo_file_id INTEGER \
             REFERENCES photo_files(_id), custom_ringtone TEXT, send_to_voicemail INTEGER NOT \
             NULL DEFAULT 0, x_times_contacted INTEGER NOT NULL DEFAULT 0, x_last_time_contacted \
             INTEGER, times_contacted INTEGER NOT NULL DEFAULT 0, last_time_contacted INTEGER, \
             starred INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, \
             has_phone_number INTEGER NOT NULL DEFAULT 0, lookup TEXT, status_update_id INTEGER \
             REFERENCES data(_id), contact_last_updated_timestamp INTEGER",
        ),
        Table::bare(
            "raw_contacts",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER REFERENCES accounts(_id), \
             sourceid TEXT, backup_id TEXT, raw_contact_is_read_only INTEGER NOT NULL DEFAULT 0, \
             version INTEGER NOT NULL DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0, deleted \
             INTEGER NOT NULL DEFAULT 0, metadata_dirty INTEGER NOT NULL DEFAULT 0, contact_id \
             INTEGER REFERENCES contacts(_id), aggregation_mode INTEGER NOT NULL DEFAULT 0, \
             aggregation_needed INTEGER NOT NULL DEFAULT 1, custom_ringtone TEXT, \
             send_to_voicemail INTEGER NOT NULL DEFAULT 0, x_times_contacted INTEGER NOT NULL \
             DEFAULT 0, x_last_time_contacted INTEGER, times_contacted INTEGER NOT NULL DEFAULT \
             0, last_time_contacted INTEGER, starred INTEGER NOT NULL DEFAULT 0, pinned INTEGER \
             NOT NULL DEFAULT 0, display_name TEXT, display_name_alt TEXT, display_name_source \
             INTEGER NOT NULL DEFAULT 0, phonetic_name TEXT, phonetic_name_style TEXT, sort_key \
             TEXT, phonebook_label TEXT, phonebook_bucket INTEGER, sort_key_alt TEXT, \
             phonebook_label_alt TEXT, phonebook_bucket_alt INTEGER, name_verified INTEGER NOT \
             NULL DEFAULT 0, sync1 TEXT, sync2 TEXT, sync3 TEXT, sync4 TEXT",
        ),
        Table::bare(
            "stream_items",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, raw_contact_id INTEGER NOT NULL, res_package \
             TEXT, icon TEXT, label TEXT, text TEXT, timestamp INTEGER NOT NULL, comments TEXT, \
             stream_item_sync1 TEXT, stream_item_sync2 TEXT, stream_item_sync3 TEXT, \
             stream_item_sync4 TEXT, FOREIGN KEY(raw_contact_id) REFERENCES raw_contacts(_id)",
        ),
        Table::bare(
            "stream_item_photos",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, stream_item_id INTEGER NOT NULL, sort_index \
             INTEGER, photo_file_id INTEGER NOT NULL, stream_item_photo_sync1 TEXT, \
             stream_item_photo_sync2 TEXT, stream_item_photo_sync3 TEXT, stream_item_photo_sync4 \
             TEXT, FOREIGN KEY(stream_item_id) REFERENCES stream_items(_id)",
        ),
        Table::bare(
            "photo_files",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, height INTEGER NOT NULL, width INTEGER NOT \
             NULL, filesize INTEGER NOT NULL",
        ),
        Table::bare(
            "packages",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, package TEXT NOT NULL",
        ),
        Table::bare(
            "mimetypes",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL",
        ),
        Table::bare(
            "data",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, package_id INTEGER REFERENCES package(_id), \
             mimetype_id INTEGER REFERENCES mimetype(_id) NOT NULL, raw_contact_id INTEGER \
             REFERENCES raw_contacts(_id) NOT NULL, hash_id TEXT, is_read_only INTEGER NOT NULL \
             DEFAULT 0, is_primary INTEGER NOT NULL DEFAULT 0, is_super_primary INTEGER NOT NULL \
             DEFAULT 0, data_version INTEGER NOT NULL DEFAULT 0, data1 TEXT, data2 TEXT, data3 \
             TEXT, data4 TEXT, data5 TEXT, data6 TEXT, data7 TEXT, data8 TEXT, data9 TEXT, data10 \
             TEXT, data11 TEXT, data12 TEXT, data13 TEXT, data14 TEXT, data15 TEXT, data_sync1 \
             TEXT, data_sync2 TEXT, data_sync3 TEXT, data_sync4 TEXT, carrier_presence INTEGER \
             NOT NULL DEFAULT 0, is_preferred_phone_account_migration_pending INTEGER NOT NULL \
             DEFAULT 0, preferred_phone_account_component_name TEXT, preferred_phone_account_id \
             TEXT",
        ),
        Table::bare(
            "phone_lookup",
            "data_id INTEGER REFERENCES data(_id) NOT NULL, raw_contact_id INTEGER REFERENCES \
             raw_contacts(_id) NOT NULL, normalized_number TEXT NOT NULL, min_match TEXT NOT NULL",
        ),
        Table::bare(
            "name_lookup",
            "data_id INTEGER REFERENCES data(_id) NOT NULL, raw_contact_id INTEGER REFERENCES \
             raw_contacts(_id) NOT NULL, normalized_name TEXT NOT NULL, name_type INTEGER NOT \
             NULL, PRIMARY KEY (data_id, normalized_name, name_type)",
        ),
        Table::bare("nickname_lookup", "name TEXT, cluster TEXT"),
        Table::bare(
            "groups",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, package_id INTEGER REFERENCES package(_id), \
             account_id INTEGER REFERENCES accounts(_id), sourceid TEXT, version INTEGER NOT NULL \
             DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0, title TEXT, title_res INTEGER, notes \
             TEXT, system_id TEXT, deleted INTEGER NOT NULL DEFAULT 0, group_visible INTEGER NOT \
             NULL DEFAULT 0, should_sync INTEGER NOT NULL DEFAULT 1, auto_add INTEGER NOT NULL \
             DEFAULT 0, favorites INTEGER NOT NULL DEFAULT 0, group_is_read_only INTEGER NOT NULL \
             DEFAULT 0, sync1 TEXT, sync2 TEXT, sync3 TEXT, sync4 TEXT",
        ),
        Table::bare(
            "agg_exceptions",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER NOT NULL, raw_contact_id1 \
             INTEGER REFERENCES raw_contacts(_id), raw_contact_id2 INTEGER REFERENCES \
             raw_contacts(_id)",
        ),
        Table::bare("visible_contacts", "_id INTEGER PRIMARY KEY"),
        Table::bare("default_directory", "_id INTEGER PRIMARY KEY"),
        Table::bare(
            "status_updates",
            "status_update_data_id INTEGER PRIMARY KEY REFERENCES data(_id), status TEXT, \
             status_ts INTEGER, status_res_package TEXT, status_label INTEGER, status_icon \
             INTEGER",
        ),
        Table::bare(
            "data_usage_stat",
            "stat_id INTEGER PRIMARY KEY AUTOINCREMENT, data_id INTEGER NOT NULL, usage_type \
             INTEGER NOT NULL DEFAULT 0, x_times_used INTEGER NOT NULL DEFAULT 0, \
             x_last_time_used INTEGER NOT NULL DEFAULT 0, times_used INTEGER NOT NULL DEFAULT 0, \
             last_time_used INTEGER NOT NULL DEFAULT 0, FOREIGN KEY(data_id) REFERENCES data(_id)",
        ),
        Table::bare(
            "pre_authorized_uris",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, uri STRING NOT NULL, expiration INTEGER NOT \
             NULL DEFAULT 0",
        ),
        Table::bare(
            "deleted_contacts",
            "contact_id INTEGER PRIMARY KEY, contact_deleted_timestamp INTEGER NOT NULL default 0",
        ),
        Table::bare(
            "directories",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, packageName TEXT NOT NULL, authority TEXT NOT \
             NULL, typeResourceId INTEGER, typeResourceName TEXT, accountType TEXT, accountName \
             TEXT, displayName TEXT, exportSupport INTEGER NOT NULL DEFAULT 0, shortcutSupport \
             INTEGER NOT NULL DEFAULT 0, photoSupport INTEGER NOT NULL DEFAULT 0",
        ),
        Table::bare(
            "presence",
            "presence_data_id INTEGER PRIMARY KEY REFERENCES data(_id), protocol INTEGER NOT \
             NULL, custom_protocol TEXT, im_handle TEXT, im_account TEXT, presence_contact_id \
             INTEGER REFERENCES contacts(_id), presence_raw_contact_id INTEGER REFERENCES \
             raw_contacts(_id), mode INTEGER, chat_capability INTEGER NOT NULL DEFAULT 0, \
             UNIQUE(protocol, custom_protocol, im_handle, im_account)",
        ),
        Table::bare(
            "agg_presence",
            "presence_contact_id INTEGER PRIMARY KEY REFERENCES contacts(_id), mode INTEGER, \
             chat_capability INTEGER NOT NULL DEFAULT 0",
        ),
        Table::bare(
            "v1_settings",
            "_id INTEGER PRIMARY KEY, _sync_account TEXT, _sync_account_type TEXT, key STRING NOT \
             NULL, value STRING",
        ),
    ],
    more: &[
        "INSERT INTO mimetypes(mimetype) VALUES ('vnd.android.cursor.item/email_v2'), \
         ('vnd.android.cursor.item/im'), ('vnd.android.cursor.item/nickname'), \
         ('vnd.android.cursor.item/organization'), ('vnd.android.cursor.item/phone_v2'), \
         ('vnd.android.cursor.item/sip_address'), ('vnd.android.cursor.item/name'), \
         ('vnd.android.cursor.item/postal-address_v2'), ('vnd.android.cursor.item/identity'), \
         ('vnd.android.cursor.item/photo'), ('vnd.android.cursor.item/group_membership'), \
         ('vnd.android.cursor.item/note'), ('vnd.android.cursor.item/contact_event'), \
         ('vnd.android.cursor.item/website'), ('vnd.android.cursor.item/relation'), \
         ('vnd.com.google.cursor.item/contact_misc')",
        "INSERT INTO accounts(_id, ungrouped_visible, should_sync) VALUES (1, 1, 0)",
        "INSERT INTO raw_contacts(_id, account_id, contact_id, aggregation_needed, display_name, \
         display_name_alt, display_name_source, sort_key, phonebook_label, sort_key_alt, \
         phonebook_label_alt) SELECT _id, 1, _id, 0, display_name, other, 40, display_name, \
         upper(substr(display_name, 1, 1)), other, upper(substr(other, 1, 1)) FROM (SELECT *, \
         iif(given_name = '' OR family_name = '', display_name, family_name || ', ' || \
         given_name) AS other FROM people)",
        "INSERT INTO contacts(_id, name_raw_contact_id, has_phone_number) SELECT _id, _id, phone \
         != '' FROM people",
        "INSERT INTO visible_contacts SELECT _id FROM people",
        "INSERT INTO default_directory SELECT _id FROM people",
        "INSERT INTO data(mimetype_id, raw_contact_id, data1, data2, data3, data4, data5, data6) \
         SELECT mimetypes._id, person, nullif(data1, ''), nullif(data2, ''), nullif(data3, ''), \
         nullif(data4, ''), nullif(data5, ''), nullif(data6, '') FROM (SELECT _id AS person, \
         'name' AS kind, display_name AS data1, given_name AS data2, family_name AS data3, prefix \
         AS data4, middle_name AS data5, suffix AS data6 FROM people UNION ALL SELECT _id, \
         'phone_v2', phone, CASE phone_type WHEN 'Home' THEN 1 WHEN 'Mobile' THEN 2 WHEN 'Work' \
         THEN 3 WHEN 'Work Fax' THEN 4 WHEN 'Home Fax' THEN 5 WHEN 'Pager' THEN 6 WHEN 'Other' \
         THEN 7 ELSE 0 END, iif(phone_type IN ('Home', 'Mobile', 'Work', 'Work Fax', 'Home Fax', \
         'Pager', 'Other'), '', phone_type), '', '', '' FROM people WHERE phone != '' UNION ALL \
         SELECT _id, 'email_v2', email, 1, '', '', '', '' FROM people WHERE email != '' UNION ALL \
         SELECT _id, 'organization', company, 1, '', title, department, '' FROM people WHERE \
         company || title || department != '' UNION ALL SELECT _id, 'nickname', nickname, 1, '', \
         '', '', '' FROM people WHERE nickname != '' UNION ALL SELECT _id, 'postal-address_v2', \
         address, 1, '', '', '', '' FROM people WHERE address != '' UNION ALL SELECT _id, \
         'website', website, 7, '', '', '', '' FROM people WHERE website != '' UNION ALL SELECT \
         _id, 'note', note, '', '', '', '', '' FROM people WHERE note != '') JOIN mimetypes ON \
         mimetype = 'vnd.android.cursor.item/' || kind ORDER BY person, mimetypes._id",
        "INSERT INTO phone_lookup(data_id, raw_contact_id, normalized_number, min_match) SELECT \
         _id, raw_contact_id, number, substr(number, -1, 1) || substr(number, -2, 1) || \
         substr(number, -3, 1) || substr(number, -4, 1) || substr(number, -5, 1) || \
         substr(number, -6, 1) || substr(number, -7, 1) FROM (SELECT _id, raw_contact_id, \
         replace(replace(replace(replace(replace(replace(data1, ' ', ''), '-', ''), '(', ''), \
         ')', ''), '.', ''), '/', '') AS number FROM data WHERE mimetype_id = (SELECT _id FROM \
         mimetypes WHERE mimetype = 'vnd.android.cursor.item/phone_v2'))",
        "CREATE VIRTUAL TABLE search_index USING FTS4 (contact_id INTEGER REFERENCES \
         contacts(_id) NOT NULL, content TEXT, name TEXT, tokens TEXT)",
        "CREATE VIEW view_data AS SELECT data._id AS _id, hash_id, raw_contact_id, \
         raw_contacts.contact_id AS contact_id, raw_contacts.account_id, accounts.account_name AS \
         account_name, accounts.account_type AS account_type, accounts.data_set AS data_set, \
         (CASE WHEN accounts.data_set IS NULL THEN accounts.account_type ELSE \
         accounts.account_type||'/'||accounts.data_set END) AS account_type_and_data_set, \
         raw_contacts.sourceid AS sourceid, raw_contacts.backup_id AS backup_id, \
         raw_contacts.version AS version, raw_contacts.dirty AS dirty, raw_contacts.sync1 AS \
         sync1, raw_contacts.sync2 AS sync2, raw_contacts.sync3 AS sync3, raw_contacts.sync4 AS \
         sync4, is_primary, is_super_primary, data_version, data.package_id, package AS \
         res_package, data.mimetype_id, mimetype AS mimetype, is_read_only, data1, data2, data3, \
         data4, data5, data6, data7, data8, data9, data10, data11, data12, data13, data14, \
         data15, carrier_presence, preferred_phone_account_component_name, \
         preferred_phone_account_id, data_sync1, data_sync2, data_sync3, data_sync4, \
         contacts.custom_ringtone AS custom_ringtone, contacts.send_to_voicemail AS \
         send_to_voicemail, 0 AS x_last_time_contacted, 0 AS x_times_contacted, 0 AS \
         last_time_contacted, 0 AS times_contacted, contacts.starred AS starred, contacts.pinned \
         AS pinned, name_raw_contact.display_name_source AS display_name_source, \
         name_raw_contact.display_name AS display_name, name_raw_contact.display_name_alt AS \
         display_name_alt, name_raw_contact.phonetic_name AS phonetic_name, \
         name_raw_contact.phonetic_name_style AS phonetic_name_style, name_raw_contact.sort_key \
         AS sort_key, name_raw_contact.phonebook_label AS phonebook_label, \
         name_raw_contact.phonebook_bucket AS phonebook_bucket, name_raw_contact.sort_key_alt AS \
         sort_key_alt, name_raw_contact.phonebook_label_alt AS phonebook_label_alt, \
         name_raw_contact.phonebook_bucket_alt AS phonebook_bucket_alt, has_phone_number, \
         name_raw_contact_id, lookup, photo_id, photo_file_id, CAST(EXISTS (SELECT _id FROM \
         visible_contacts WHERE contacts._id=visible_contacts._id) AS INTEGER) AS \
         in_visible_group, CAST(EXISTS (SELECT _id FROM default_directory WHERE \
         contacts._id=default_directory._id) AS INTEGER) AS in_default_directory, \
         status_update_id, contacts.contact_last_updated_timestamp, (CASE WHEN photo_file_id IS \
         NULL THEN (CASE WHEN photo_id IS NULL OR photo_id=0 THEN NULL ELSE \
         'content://com.android.contacts/contacts/'||raw_contacts.contact_id|| '/photo' END) ELSE \
         'content://com.android.contacts/display_photo/'||photo_file_id END) AS photo_uri, (CASE \
         WHEN photo_id IS NULL OR photo_id=0 THEN NULL ELSE \
         'content://com.android.contacts/contacts/'||raw_contacts.contact_id|| '/photo' END) AS \
         photo_thumb_uri, 0 AS raw_contact_is_user_profile, groups.sourceid AS group_sourceid \
         FROM data JOIN mimetypes ON (data.mimetype_id=mimetypes._id) JOIN raw_contacts ON \
         (data.raw_contact_id=raw_contacts._id) JOIN accounts ON \
         (raw_contacts.account_id=accounts._id) JOIN contacts ON \
         (raw_contacts.contact_id=contacts._id) JOIN raw_contacts AS name_raw_contact \
         ON(name_raw_contact_id=name_raw_contact._id) LEFT OUTER JOIN packages ON \
         (data.package_id=packages._id) LEFT OUTER JOIN groups ON \
         (mimetypes.mimetype='vnd.android.cursor.item/group_membership' AND \
         groups._id=data.data1)",
        "CREATE VIEW view_raw_contacts AS SELECT raw_contacts._id AS _id, contact_id, \
         aggregation_mode, raw_contact_is_read_only, deleted, raw_contacts.metadata_dirty, \
         display_name_source, display_name, display_name_alt, phonetic_name, phonetic_name_style, \
         sort_key, phonebook_label, phonebook_bucket, sort_key_alt, phonebook_label_alt, \
         phonebook_bucket_alt, 0 AS raw_contact_is_user_profile, custom_ringtone, \
         send_to_voicemail, 0 AS x_last_time_contacted, 0 AS last_time_contacted, 0 AS \
         x_times_contacted, 0 AS times_contacted, starred, pinned, raw_contacts.account_id, \
         accounts.account_name AS account_name, accounts.account_type AS account_type, \
         accounts.data_set AS data_set, (CASE WHEN accounts.data_set IS NULL THEN \
         accounts.account_type ELSE accounts.account_type||'/'||accounts.data_set END) AS \
         account_type_and_data_set, raw_contacts.sourceid AS sourceid, raw_contacts.backup_id AS \
         backup_id, raw_contacts.version AS version, raw_contacts.dirty AS dirty, \
         raw_contacts.sync1 AS sync1, raw_contacts.sync2 AS sync2, raw_contacts.sync3 AS sync3, \
         raw_contacts.sync4 AS sync4 FROM raw_contacts JOIN accounts ON \
         (raw_contacts.account_id=accounts._id)",
        "CREATE VIEW view_contacts AS SELECT contacts._id AS _id, contacts.custom_ringtone AS \
         custom_ringtone, name_raw_contact.display_name_source AS display_name_source, \
         name_raw_contact.display_name AS display_name, name_raw_contact.display_name_alt AS \
         display_name_alt, name_raw_contact.phonetic_name AS phonetic_name, \
         name_raw_contact.phonetic_name_style AS phonetic_name_style, name_raw_contact.sort_key \
         AS sort_key, name_raw_contact.phonebook_label AS phonebook_label, \
         name_raw_contact.phonebook_bucket AS phonebook_bucket, name_raw_contact.sort_key_alt AS \
         sort_key_alt, name_raw_contact.phonebook_label_alt AS phonebook_label_alt, \
         name_raw_contact.phonebook_bucket_alt AS phonebook_bucket_alt, has_phone_number, \
         name_raw_contact_id, lookup, photo_id, photo_file_id, CAST(EXISTS (SELECT _id FROM \
         visible_contacts WHERE contacts._id=visible_contacts._id) AS INTEGER) AS \
         in_visible_group, CAST(EXISTS (SELECT _id FROM default_directory WHERE \
         contacts._id=default_directory._id) AS INTEGER) AS in_default_directory, \
         status_update_id, contacts.contact_last_updated_timestamp, 0 AS x_last_time_contacted, 0 \
         AS last_time_contacted, contacts.send_to_voicemail AS send_to_voicemail, \
         contacts.starred AS starred, contacts.pinned AS pinned, 0 AS x_times_contacted, 0 AS \
         times_contacted, (CASE WHEN photo_file_id IS NULL THEN (CASE WHEN photo_id IS NULL OR \
         photo_id=0 THEN NULL ELSE 'content://com.android.contacts/contacts/'||contacts._id|| \
         '/photo' END) ELSE 'content://com.android.contacts/display_photo/'||photo_file_id END) \
         AS photo_uri, (CASE WHEN photo_id IS NULL OR photo_id=0 THEN NULL ELSE \
         'content://com.android.contacts/contacts/'||contacts._id|| '/photo' END) AS \
         photo_thumb_uri, 0 AS is_user_profile FROM contacts JOIN raw_contacts AS \
         name_raw_contact ON(name_raw_contact_id=name_raw_contact._id)",
        "CREATE VIEW view_raw_entities AS SELECT contact_id, raw_contacts.deleted AS deleted, \
         raw_contacts.metadata_dirty, is_primary, is_super_primary, data_version, \
         data.package_id, package AS res_package, data.mimetype_id, mimetype AS mimetype, \
         is_read_only, data1, data2, data3, data4, data5, data6, data7, data8, data9, data10, \
         data11, data12, data13, data14, data15, carrier_presence, \
         preferred_phone_account_component_name, preferred_phone_account_id, data_sync1, \
         data_sync2, data_sync3, data_sync4, raw_contacts.account_id, accounts.account_name AS \
         account_name, accounts.account_type AS account_type, accounts.data_set AS data_set, \
         (CASE WHEN accounts.data_set IS NULL THEN accounts.account_type ELSE \
         accounts.account_type||'/'||accounts.data_set END) AS account_type_and_data_set, \
         raw_contacts.sourceid AS sourceid, raw_contacts.backup_id AS backup_id, \
         raw_contacts.version AS version, raw_contacts.dirty AS dirty, raw_contacts.sync1 AS \
         sync1, raw_contacts.sync2 AS sync2, raw_contacts.sync3 AS sync3, raw_contacts.sync4 AS \
         sync4, data_sync1, data_sync2, data_sync3, data_sync4, raw_contacts._id AS _id, data._id \
         AS data_id, raw_contacts.starred AS starred, 0 AS raw_contact_is_user_profile, \
         groups.sourceid AS group_sourceid FROM raw_contacts JOIN accounts ON \
         (raw_contacts.account_id=accounts._id) LEFT OUTER JOIN data ON \
         (data.raw_contact_id=raw_contacts._id) LEFT OUTER JOIN packages ON \
         (data.package_id=packages._id) LEFT OUTER JOIN mimetypes ON \
         (data.mimetype_id=mimetypes._id) LEFT OUTER JOIN groups ON \
         (mimetypes.mimetype='vnd.android.cursor.item/group_membership' AND \
         groups._id=data.data1)",
        "CREATE VIEW view_entities AS SELECT raw_contacts.contact_id AS _id, \
         raw_contacts.contact_id AS contact_id, raw_contacts.deleted AS deleted, \
         raw_contacts.metadata_dirty, is_primary, is_super_primary, data_version, \
         data.package_id, package AS res_package, data.mimetype_id, mimetype AS mimetype, \
         is_read_only, data1, data2, data3, data4, data5, data6, data7, data8, data9, data10, \
         data11, data12, data13, data14, data15, carrier_presence, \
         preferred_phone_account_component_name, preferred_phone_account_id, data_sync1, \
         data_sync2, data_sync3, data_sync4, raw_contacts.account_id, accounts.account_name AS \
         account_name, accounts.account_type AS account_type, accounts.data_set AS data_set, \
         (CASE WHEN accounts.data_set IS NULL THEN accounts.account_type ELSE \
         accounts.account_type||'/'||accounts.data_set END) AS account_type_and_data_set, \
         raw_contacts.sourceid AS sourceid, raw_contacts.backup_id AS backup_id, \
         raw_contacts.version AS version, raw_contacts.dirty AS dirty, raw_contacts.sync1 AS \
         sync1, raw_contacts.sync2 AS sync2, raw_contacts.sync3 AS sync3, raw_contacts.sync4 AS \
         sync4, contacts.custom_ringtone AS custom_ringtone, name_raw_contact.display_name_source \
         AS display_name_source, name_raw_contact.display_name AS display_name, \
         name_raw_contact.display_name_alt AS display_name_alt, name_raw_contact.phonetic_name AS \
         phonetic_name, name_raw_contact.phonetic_name_style AS phonetic_name_style, \
         name_raw_contact.sort_key AS sort_key, name_raw_contact.phonebook_label AS \
         phonebook_label, name_raw_contact.phonebook_bucket AS phonebook_bucket, \
         name_raw_contact.sort_key_alt AS sort_key_alt, name_raw_contact.phonebook_label_alt AS \
         phonebook_label_alt, name_raw_contact.phonebook_bucket_alt AS phonebook_bucket_alt, \
         has_phone_number, name_raw_contact_id, lookup, photo_id, photo_file_id, CAST(EXISTS \
         (SELECT _id FROM visible_contacts WHERE contacts._id=visible_contacts._id) AS INTEGER) \
         AS in_visible_group, CAST(EXISTS (SELECT _id FROM default_directory WHERE \
         contacts._id=default_directory._id) AS INTEGER) AS in_default_directory, \
         status_update_id, contacts.contact_last_updated_timestamp, 0 AS x_last_time_contacted, 0 \
         AS last_time_contacted, contacts.send_to_voicemail AS send_to_voicemail, \
         contacts.starred AS starred, contacts.pinned AS pinned, 0 AS x_times_contacted, 0 AS \
         times_contacted, (CASE WHEN photo_file_id IS NULL THEN (CASE WHEN photo_id IS NULL OR \
         photo_id=0 THEN NULL ELSE \
         'content://com.android.contacts/contacts/'||raw_contacts.contact_id|| '/photo' END) ELSE \
         'content://com.android.contacts/display_photo/'||photo_file_id END) AS photo_uri, (CASE \
         WHEN photo_id IS NULL OR photo_id=0 THEN NULL ELSE \
         'content://com.android.contacts/contacts/'||raw_contacts.contact_id|| '/photo' END) AS \
         photo_thumb_uri, 0 AS is_user_profile, data_sync1, data_sync2, data_sync3, data_sync4, \
         raw_contacts._id AS raw_contact_id, data._id AS data_id, groups.sourceid AS \
         group_sourceid FROM raw_contacts JOIN accounts ON (raw_contacts.account_id=accounts._id) \
         JOIN contacts ON (raw_contacts.contact_id=contacts._id) JOIN raw_contacts AS \
         name_raw_contact ON(name_raw_contact_id=name_raw_contact._id) LEFT OUTER JOIN data ON \
         (data.raw_contact_id=raw_contacts._id) LEFT OUTER JOIN packages ON \
         (data.package_id=packages._id) LEFT OUTER JOIN mimetypes ON \
         (data.mimetype_id=mimetypes._id) LEFT OUTER JOIN groups ON \
         (mimetypes.mimetype='vnd.android.cursor.item/group_membership' AND \
         groups._id=data.data1)",
        "CREATE VIEW view_data_usage AS SELECT stat_id, data_id, usage_type, 0 AS x_times_used, 0 \
         AS x_last_time_used, 0 AS times_used, 0 AS last_time_used FROM data_usage_stat WHERE 0",
        "CREATE VIEW view_stream_items AS SELECT stream_items._id, contacts._id AS contact_id, \
         contacts.lookup AS contact_lookup, accounts.account_name, accounts.account_type, \
         accounts.data_set, stream_items.raw_contact_id as raw_contact_id, raw_contacts.sourceid \
         as raw_contact_source_id, stream_items.res_package, stream_items.icon, \
         stream_items.label, stream_items.text, stream_items.timestamp, stream_items.comments, \
         stream_items.stream_item_sync1, stream_items.stream_item_sync2, \
         stream_items.stream_item_sync3, stream_items.stream_item_sync4 FROM stream_items JOIN \
         raw_contacts ON (stream_items.raw_contact_id=raw_contacts._id) JOIN accounts ON \
         (raw_contacts.account_id=accounts._id) JOIN contacts ON \
         (raw_contacts.contact_id=contacts._id)",
        "CREATE VIEW view_groups AS SELECT groups._id AS _id, groups.account_id AS account_id, \
         accounts.account_name AS account_name, accounts.account_type AS account_type, \
         accounts.data_set AS data_set, (CASE WHEN accounts.data_set IS NULL THEN \
         accounts.account_type ELSE accounts.account_type||'/'||accounts.data_set END) AS \
         account_type_and_data_set, sourceid, version, dirty, title, title_res, notes, system_id, \
         deleted, group_visible, groups.should_sync AS should_sync, auto_add, favorites, \
         group_is_read_only, sync1, sync2, sync3, sync4, package AS res_package FROM groups JOIN \
         accounts ON (groups.account_id=accounts._id) LEFT OUTER JOIN packages ON \
         (groups.package_id=packages._id)",
        "CREATE VIEW view_settings AS SELECT accounts._id AS account_id, accounts.account_name AS \
         account_name, accounts.account_type AS account_type, accounts.data_set AS data_set, \
         ungrouped_visible, should_sync FROM accounts",
        "CREATE VIEW view_v1_organizations AS SELECT data._id AS _id, raw_contact_id AS person, \
         is_primary AS isprimary, accounts.account_name, accounts.account_type, data1 AS company, \
         data2 AS type, data3 AS label, data4 AS title FROM data JOIN mimetypes ON \
         (data.mimetype_id = mimetypes._id) JOIN raw_contacts ON (data.raw_contact_id = \
         raw_contacts._id) JOIN accounts ON (raw_contacts.account_id=accounts._id) WHERE \
         mimetypes.mimetype='vnd.android.cursor.item/organization' AND raw_contacts.deleted=0",
        "CREATE VIEW view_v1_extensions AS SELECT data._id AS _id, data.raw_contact_id AS person, \
         accounts.account_name, accounts.account_type, data1 AS name, data2 AS value FROM data \
         JOIN mimetypes ON (data.mimetype_id = mimetypes._id) JOIN raw_contacts ON \
         (data.raw_contact_id = raw_contacts._id) JOIN accounts ON \
         (raw_contacts.account_id=accounts._id) WHERE \
         mimetypes.mimetype='vnd.android.cursor.item/contact_extensions' AND \
         raw_contacts.deleted=0",
        "CREATE VIEW view_v1_groups AS SELECT groups._id AS _id, accounts.account_name, \
         accounts.account_type, title AS name, notes AS notes, system_id AS system_id FROM groups \
         JOIN accounts ON (groups.account_id=accounts._id)",
        "CREATE VIEW view_v1_group_membership AS SELECT data._id AS _id, data.raw_contact_id AS \
         person, accounts.account_name, accounts.account_type, data1 AS group_id, title AS name, \
         notes AS notes, system_id AS system_id, groups.sourceid AS group_sync_id, \
         accounts.account_name AS group_sync_account, accounts.account_type AS \
         group_sync_account_type FROM data JOIN mimetypes ON (data.mimetype_id = mimetypes._id) \
         JOIN raw_contacts ON (data.raw_contact_id = raw_contacts._id) JOIN accounts ON \
         (raw_contacts.account_id=accounts._id)LEFT OUTER JOIN packages ON (data.package_id = \
         packages._id) LEFT OUTER JOIN groups ON \
         (mimetypes.mimetype='vnd.android.cursor.item/group_membership' AND groups._id = \
         data.data1) WHERE mimetypes.mimetype='vnd.android.cursor.item/group_membership' AND \
         raw_contacts.deleted=0",
        "CREATE VIEW view_v1_photos AS SELECT data._id AS _id, data.raw_contact_id AS person, \
         accounts.account_name, accounts.account_type, data.data15 AS data, legacy_photo.data4 AS \
         exists_on_server, legacy_photo.data3 AS download_required, legacy_photo.data2 AS \
         local_version, legacy_photo.data5 AS sync_error FROM data JOIN mimetypes ON \
         (mimetypes._id = data.mimetype_id) JOIN raw_contacts ON (raw_contacts._id = \
         data.raw_contact_id) JOIN accounts ON (raw_contacts.account_id=accounts._id) LEFT OUTER \
         JOIN data name ON (raw_contacts._id = name.raw_contact_id AND (SELECT mimetype FROM \
         mimetypes WHERE mimetypes._id = name.mimetype_id)='vnd.android.cursor.item/name') LEFT \
         OUTER JOIN data organization ON (raw_contacts._id = organization.raw_contact_id AND \
         (SELECT mimetype FROM mimetypes WHERE mimetypes._id = \
         organization.mimetype_id)='vnd.android.cursor.item/organization' AND \
         organization.is_primary) LEFT OUTER JOIN data email ON (raw_contacts._id = \
         email.raw_contact_id AND (SELECT mimetype FROM mimetypes WHERE mimetypes._id = \
         email.mimetype_id)='vnd.android.cursor.item/email_v2' AND email.is_primary) LEFT OUTER \
         JOIN data note ON (raw_contacts._id = note.raw_contact_id AND (SELECT mimetype FROM \
         mimetypes WHERE mimetypes._id = note.mimetype_id)='vnd.android.cursor.item/note') LEFT \
         OUTER JOIN data phone ON (raw_contacts._id = phone.raw_contact_id AND (SELECT mimetype \
         FROM mimetypes WHERE mimetypes._id = \
         phone.mimetype_id)='vnd.android.cursor.item/phone_v2' AND phone.is_primary) LEFT OUTER \
         JOIN data legacy_photo ON (raw_contacts._id = legacy_photo.raw_contact_id AND (SELECT \
         mimetype FROM mimetypes WHERE mimetypes._id = \
         legacy_photo.mimetype_id)='vnd.android.cursor.item/photo_v1_extras' AND data._id = \
         legacy_photo.data1) WHERE mimetypes.mimetype='vnd.android.cursor.item/photo' AND \
         raw_contacts.deleted=0",
        "CREATE INDEX raw_contacts_contact_id_index ON raw_contacts (contact_id)",
        "CREATE INDEX raw_contacts_source_id_account_id_index ON raw_contacts (sourceid, \
         account_id)",
        "CREATE UNIQUE INDEX raw_contacts_backup_id_account_id_index ON raw_contacts (backup_id, \
         account_id)",
        "CREATE UNIQUE INDEX mime_type ON mimetypes (mimetype)",
        "CREATE INDEX data_raw_contact_id ON data (raw_contact_id)",
        "CREATE INDEX data_mimetype_data1_index ON data (mimetype_id, data1)",
        "CREATE INDEX data_hash_id_index ON data (hash_id)",
        "CREATE INDEX phone_lookup_index ON phone_lookup (normalized_number, raw_contact_id, \
         data_id)",
        "CREATE INDEX phone_lookup_min_match_index ON phone_lookup (min_match, raw_contact_id, \
         data_id)",
        "CREATE INDEX phone_lookup_data_id_min_match_index ON phone_lookup (data_id, min_match)",
        "CREATE INDEX name_lookup_raw_contact_id_index ON name_lookup (raw_contact_id)",
        "CREATE UNIQUE INDEX nickname_lookup_index ON nickname_lookup (name, cluster)",
        "CREATE INDEX groups_source_id_account_id_index ON groups (sourceid, account_id)",
        "CREATE UNIQUE INDEX aggregation_exception_index1 ON agg_exceptions (raw_contact_id1, \
         raw_contact_id2)",
        "CREATE UNIQUE INDEX aggregation_exception_index2 ON agg_exceptions (raw_contact_id2, \
         raw_contact_id1)",
        "CREATE UNIQUE INDEX data_usage_stat_index ON data_usage_stat (data_id, usage_type)",
        "CREATE INDEX contacts_has_phone_index ON contacts (has_phone_number)",
        "CREATE INDEX contacts_name_raw_contact_id_index ON contacts (name_raw_contact_id)",
        "CREATE INDEX contacts_contact_last_updated_timestamp_index ON \
         contacts(contact_last_updated_timestamp)",
        "CREATE INDEX deleted_contacts_contact_deleted_timestamp_index ON \
         deleted_contacts(contact_deleted_timestamp)",
        "CREATE INDEX name_lookup_index ON name_lookup (normalized_name, name_type, \
         raw_contact_id, data_id)",
        "CREATE INDEX raw_contact_sort_key1_index ON raw_contacts (sort_key)",
        "CREATE INDEX raw_contact_sort_key2_index ON raw_contacts (sort_key_alt)",
        "CREATE INDEX presenceIndex ON presence (presence_raw_contact_id)",
        "CREATE INDEX presenceIndex2 ON presence (presence_contact_id)",
        "CREATE TRIGGER view_settings_update INSTEAD OF UPDATE ON view_settings BEGIN UPDATE \
         accounts SET ungrouped_visible = NEW.ungrouped_visible, should_sync = NEW.should_sync \
         WHERE _id = OLD.account_id; END",
        "CREATE TRIGGER accounts_insert_local_account AFTER INSERT ON accounts WHEN \
         NEW.account_name IS NULL AND NEW.account_type IS NULL AND NEW.data_set IS NULL BEGIN \
         UPDATE accounts SET ungrouped_visible = 1, should_sync = 0 WHERE _id = NEW._id; END",
        "CREATE TRIGGER raw_contacts_deleted BEFORE DELETE ON raw_contacts BEGIN DELETE FROM data \
         WHERE raw_contact_id=OLD._id; DELETE FROM agg_exceptions WHERE raw_contact_id1=OLD._id \
         OR raw_contact_id2=OLD._id; DELETE FROM visible_contacts WHERE _id=OLD.contact_id AND \
         (SELECT COUNT(*) FROM raw_contacts WHERE contact_id=OLD.contact_id)=1; DELETE FROM \
         default_directory WHERE _id=OLD.contact_id AND (SELECT COUNT(*) FROM raw_contacts WHERE \
         contact_id=OLD.contact_id)=1; DELETE FROM contacts WHERE _id=OLD.contact_id AND (SELECT \
         COUNT(*) FROM raw_contacts WHERE contact_id=OLD.contact_id)=1; END",
        "CREATE TRIGGER raw_contacts_marked_deleted AFTER UPDATE ON raw_contacts BEGIN UPDATE \
         raw_contacts SET version=OLD.version+1 WHERE _id=OLD._id AND NEW.deleted!= OLD.deleted; \
         END",
        "CREATE TRIGGER data_updated AFTER UPDATE ON data BEGIN UPDATE data SET \
         data_version=OLD.data_version+1 WHERE _id=OLD._id; UPDATE raw_contacts SET \
         version=version+1 WHERE _id=OLD.raw_contact_id; END",
        "CREATE TRIGGER data_deleted BEFORE DELETE ON data BEGIN UPDATE raw_contacts SET \
         version=version+1 WHERE _id=OLD.raw_contact_id; DELETE FROM phone_lookup WHERE \
         data_id=OLD._id; DELETE FROM status_updates WHERE status_update_data_id=OLD._id; DELETE \
         FROM name_lookup WHERE data_id=OLD._id; END",
        "CREATE TRIGGER groups_updated1 AFTER UPDATE ON groups BEGIN UPDATE groups SET \
         version=OLD.version+1 WHERE _id=OLD._id; END",
        "CREATE TRIGGER groups_auto_add_updated1 AFTER UPDATE OF auto_add ON groups BEGIN DELETE \
         FROM default_directory; INSERT OR IGNORE INTO default_directory SELECT contact_id FROM \
         raw_contacts WHERE NOT EXISTS (SELECT _id FROM groups WHERE raw_contacts.account_id = \
         groups.account_id AND auto_add != 0); INSERT OR IGNORE INTO default_directory SELECT \
         contact_id FROM raw_contacts JOIN data ON (raw_contacts._id=raw_contact_id) WHERE \
         mimetype_id=(SELECT _id FROM mimetypes WHERE \
         mimetype='vnd.android.cursor.item/group_membership') AND EXISTS (SELECT _id FROM groups \
         WHERE raw_contacts.account_id = groups.account_id AND auto_add != 0); END",
        "CREATE TRIGGER presence_deleted BEFORE DELETE ON presence BEGIN DELETE FROM agg_presence \
         WHERE presence_contact_id = (SELECT presence_contact_id FROM presence WHERE \
         presence_raw_contact_id=OLD.presence_raw_contact_id AND NOT EXISTS(SELECT \
         presence_raw_contact_id FROM presence WHERE presence_contact_id=OLD.presence_contact_id \
         AND presence_raw_contact_id!=OLD.presence_raw_contact_id)); END",
        "CREATE TRIGGER presence_inserted AFTER INSERT ON presence BEGIN INSERT OR REPLACE INTO \
         agg_presence(presence_contact_id, mode, chat_capability) SELECT presence_contact_id, \
         mode, chat_capability FROM presence WHERE (ifnull(mode, 0) * 10 + \
         ifnull(chat_capability, 0)) = (SELECT MAX (ifnull(mode, 0) * 10 + \
         ifnull(chat_capability, 0)) FROM presence WHERE \
         presence_contact_id=NEW.presence_contact_id) AND \
         presence_contact_id=NEW.presence_contact_id; END",
        "CREATE TRIGGER presence_updated AFTER UPDATE ON presence BEGIN INSERT OR REPLACE INTO \
         agg_presence(presence_contact_id, mode, chat_capability) SELECT presence_contact_id, \
         mode, chat_capability FROM presence WHERE (ifnull(mode, 0) * 10 + \
         ifnull(chat_capability, 0)) = (SELECT MAX (ifnull(mode, 0) * 10 + \
         ifnull(chat_capability, 0)) FROM presence WHERE \
         presence_contact_id=NEW.presence_contact_id) AND \
         presence_contact_id=NEW.presence_contact_id; END",
    ],
};
