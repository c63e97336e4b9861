-- A queue of version 1 with a row in each state, a schedule, and what every column can hold.
CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    function TEXT NOT NULL,
    how TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    scope TEXT NOT NULL,
    alone INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    pause_ms INTEGER NOT NULL,
    retry_on TEXT NOT NULL,
    window TEXT,
    rate TEXT,
    schedule TEXT,
    zone TEXT,
    next INTEGER,
    slot INTEGER,
    of INTEGER REFERENCES job (id),
    added INTEGER NOT NULL
) STRICT;
CREATE TABLE row (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES job (id),
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    params TEXT NOT NULL,
    state INTEGER NOT NULL,
    due INTEGER NOT NULL,
    token INTEGER,
    runner TEXT,
    run TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    answer TEXT,
    seconds REAL,
    message TEXT,
    at INTEGER,
    UNIQUE (job, number)
) STRICT;
CREATE INDEX row_waiting ON row (job, number) WHERE state = 0;
CREATE INDEX row_leased ON row (runner) WHERE state = 1;
CREATE INDEX row_key ON row (key);
CREATE TABLE past (
    row INTEGER NOT NULL REFERENCES row (id),
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    run TEXT,
    message TEXT
) STRICT;
CREATE TABLE tokens (last INTEGER NOT NULL) STRICT;
INSERT INTO tokens VALUES (0);
PRAGMA application_id = 1632784449;
PRAGMA user_version = 1;
INSERT INTO job (id, function, how, sha256, scope, alone, priority, retries, pause_ms, retry_on, window, rate, schedule, zone, next, slot, of, added) VALUES
    (1, 'desk/add_customer', '{"version":1}', 'ab12', 'desk', 1, -3, 5, 1500, 'device_lost,over_budget', 'mon,fri 08:30-17:00', '12/h', '0 7 * * *', 'Europe/Amsterdam', 1795680000000, NULL, NULL, 1795600000000),
    (2, 'desk/add_customer', '{"version":1}', 'ab12', 'desk', 0, 0, 2, 10000, '', NULL, NULL, NULL, NULL, NULL, 1795600000250, 1, 1795600000001);
INSERT INTO row (id, job, number, key, params, state, due, token, runner, run, tries, failures, outcome, answer, seconds, message, at) VALUES
    (1, 1, 1, 'planned', '{"name":"Ada"}', 3, 1795600000000, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL),
    (2, 2, 1, 'waits', '{"name":"Ada \"Lovelace\""}', 0, 1795600001000, NULL, NULL, 'run-1', 2, 1, NULL, NULL, NULL, NULL, 1795600000500),
    (3, 2, 2, 'leased', '{"tags":["a","b"]}', 1, 1795600002000, 7, 'runner-a', 'run-2', 1, 0, NULL, NULL, NULL, NULL, 1795600000600),
    (4, 2, 3, 'ended', '{}', 2, 1795600003000, NULL, NULL, 'run-3', 3, 2, 'stuck', '42', 1.5, 'it''s gone', 1795600003000);
INSERT INTO past VALUES (4, 1795600002500, 'device_lost', 'run-0', 'the phone went away');
UPDATE tokens SET last = 7;
