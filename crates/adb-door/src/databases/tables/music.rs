//! The databases of Retro Music.

use super::super::form::{Database, EMPTY, Kept, Key, Kind, Maker, Table, ZERO};

/// Retro Music's playlists.
pub(super) const PLAYLISTS: Database = Database {
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
    more: &[
        "CREATE UNIQUE INDEX index_SongEntity_playlist_creator_id_id ON SongEntity \
         (playlist_creator_id, id)",
    ],
};

/// Retro Music's queue.
pub(super) const QUEUE: Database = Database {
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
    more: &[],
};
