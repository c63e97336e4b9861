//! The databases of OpenTracks and OsmAnd. Of OsmAnd what AndroidWorld reads is known.

use super::super::form::{Database, EMPTY, Kept, Key, Kind, Maker, Table, ZERO};

/// OpenTracks.
pub(super) const TRACKS: Database = Database {
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
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, trackid INTEGER NOT NULL, longitude INTEGER, \
             latitude INTEGER, time INTEGER, elevation FLOAT, accuracy FLOAT, speed FLOAT, \
             bearing FLOAT, sensor_heartrate FLOAT, sensor_cadence FLOAT, sensor_power FLOAT, \
             elevation_gain FLOAT, elevation_loss FLOAT, `type` TEXT CHECK(type IN (-2, -1, 0, 1, \
             3)), sensor_distance FLOAT, accuracy_vertical FLOAT, FOREIGN KEY (trackid) \
             REFERENCES tracks(_id) ON UPDATE CASCADE ON DELETE CASCADE",
        ),
        Table::bare(
            "markers",
            "_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT, category TEXT, \
             icon TEXT, trackid INTEGER NOT NULL, length FLOAT, duration INTEGER, longitude \
             INTEGER, latitude INTEGER, time INTEGER, elevation FLOAT, accuracy FLOAT, bearing \
             FLOAT, photoUrl TEXT, FOREIGN KEY (trackid) REFERENCES tracks(_id) ON UPDATE CASCADE \
             ON DELETE CASCADE",
        ),
    ],
    more: &[
        "CREATE INDEX trackpoints_trackid_index ON trackpoints(trackid)",
        "CREATE UNIQUE INDEX tracks_uuid_index ON tracks(uuid)",
        "CREATE INDEX markers_trackid_index ON markers(trackid)",
    ],
};

/// OsmAnd's markers.
pub(super) const MARKERS: Database = Database {
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
    more: &[],
};
