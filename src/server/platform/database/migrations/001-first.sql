-- The first tables: accounts, time entries, their append-only ledger, settings. Reason: the product's beginning.
--
-- Nothing newer than PostgreSQL 15. Times are parameters: no statement and no default asks the database what time it is.
-- Invariants stand here; the domain only explains them (house, style 7).

-- Which installation this database is; cookies carry a part of the id, since cookies ignore ports.
CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- spec §3 User / employee; account and profile are one row, so that neither can be without the other.
CREATE TABLE account (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email COLLATE "C") AND email <> ''),
  password_hash text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  role text NOT NULL CHECK (role IN ('admin', 'employee')),
  is_active boolean NOT NULL DEFAULT true,
  department text NOT NULL DEFAULT 'General',
  position text NOT NULL DEFAULT 'Employee',
  hub text NOT NULL DEFAULT '',
  employee_id text NOT NULL UNIQUE,
  must_change_password boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1
);

-- Only the hash of a token is stored: who reads this table cannot sign in with it.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

-- Browsers in which the account has signed in before: guessing from elsewhere does not lock their owner out.
CREATE TABLE known_device (
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_device_by_use ON known_device (last_used_at);

-- Employee IDs handed out on the registration's work step; only these are accepted, each once (decisions §3).
CREATE TABLE issued_employee_id (
  employee_id text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX issued_employee_id_by_expiry ON issued_employee_id (expires_at);

-- spec §3 Time entry.
CREATE TABLE time_entry (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES account,
  clock_in timestamptz(3) NOT NULL,
  clock_out timestamptz(3) CHECK (clock_out >= clock_in),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
-- One employee has at most one open entry (decisions §1).
CREATE UNIQUE INDEX time_entry_one_open ON time_entry (user_id) WHERE clock_out IS NULL;
CREATE INDEX time_entry_by_user ON time_entry (user_id, clock_in DESC);
CREATE INDEX time_entry_by_clock_in ON time_entry (clock_in);

CREATE TABLE time_entry_break (
  entry_id uuid NOT NULL REFERENCES time_entry,
  n integer NOT NULL CHECK (n >= 1),
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) CHECK (ended_at >= started_at),
  PRIMARY KEY (entry_id, n)
);
-- One entry has at most one open break (decisions §1).
CREATE UNIQUE INDEX time_entry_break_one_open ON time_entry_break (entry_id) WHERE ended_at IS NULL;

-- Breaks lie inside their entry and do not overlap. A trigger, since an exclusion constraint over uuid and range needs an extension.
CREATE FUNCTION check_breaks_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM time_entry_break b
    WHERE b.entry_id = NEW.id AND (b.started_at < NEW.clock_in OR coalesce(b.ended_at, 'infinity') > coalesce(NEW.clock_out, 'infinity'))
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'time_entry_break_inside';
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION check_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM time_entry e
    WHERE e.id = NEW.entry_id AND (NEW.started_at < e.clock_in OR coalesce(NEW.ended_at, 'infinity') > coalesce(e.clock_out, 'infinity'))
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'time_entry_break_inside';
  END IF;
  IF EXISTS (
    SELECT 1 FROM time_entry_break b
    WHERE b.entry_id = NEW.entry_id AND b.n <> NEW.n
      AND CASE WHEN b.n < NEW.n THEN coalesce(b.ended_at, 'infinity') > NEW.started_at ELSE coalesce(NEW.ended_at, 'infinity') > b.started_at END
  ) THEN
    RAISE EXCEPTION 'breaks overlap' USING ERRCODE = 'check_violation', CONSTRAINT = 'time_entry_break_apart';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_break AFTER INSERT OR UPDATE ON time_entry_break FOR EACH ROW EXECUTE FUNCTION check_break();
CREATE TRIGGER check_breaks_of_entry AFTER UPDATE OF clock_in, clock_out ON time_entry FOR EACH ROW EXECUTE FUNCTION check_breaks_of_entry();

-- What must be erasable one day lies beside the entry; the ledger holds digests of it, made with this salt.
CREATE TABLE time_entry_detail (
  entry_id uuid PRIMARY KEY REFERENCES time_entry,
  ip_address text NOT NULL,
  location text,
  notes text NOT NULL CHECK (length(notes) <= 500),
  salt bytea NOT NULL CHECK (length(salt) = 16)
);

-- spec §3 Activity notification. Address and notes of a punch are read from the entry's detail, so that erasing there erases here.
CREATE TABLE activity_notification (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  severity text NOT NULL,
  message text NOT NULL,
  user_id uuid NOT NULL REFERENCES account,
  user_name text NOT NULL,
  entry_id uuid REFERENCES time_entry,
  at timestamptz(3) NOT NULL,
  read boolean NOT NULL DEFAULT false
);
CREATE INDEX activity_notification_by_time ON activity_notification (at DESC, id);

-- spec §3 Settings: one row, app-config.
CREATE TABLE settings (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  work_start_time text NOT NULL CHECK (work_start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  work_end_time text NOT NULL CHECK (work_end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  break_duration integer NOT NULL CHECK (break_duration BETWEEN 0 AND 480),
  break_start_time text NOT NULL CHECK (break_start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  late_threshold_minutes integer NOT NULL CHECK (late_threshold_minutes BETWEEN 0 AND 60),
  overtime_threshold_hours double precision NOT NULL CHECK (overtime_threshold_hours BETWEEN 0 AND 12),
  allow_flexible_hours boolean NOT NULL,
  require_location_tracking boolean NOT NULL,
  weekend_work_allowed boolean NOT NULL,
  time_zone text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL
);

-- A punch that was answered: the same request again gets the same answer. Kept 48 h.
CREATE TABLE punch_request (
  user_id uuid NOT NULL REFERENCES account,
  request_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  response text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, request_id)
);
CREATE INDEX punch_request_by_time ON punch_request (created_at);

-- The end of each chain. A chain is an employee's id, or the nil uuid for the settings. `n` is also the version on which a
-- punch's decision stands: whoever changes an employee's entries, role or activity moves it.
CREATE TABLE ledger_head (
  chain uuid PRIMARY KEY,
  n bigint NOT NULL CHECK (n >= 0),
  hash bytea NOT NULL
) WITH (fillfactor = 50);

-- Audit trail, live feed and outbox in one. hash = sha256(previous hash || n || LF || body), the first one over no previous hash.
-- `txid` and `seq` are the reader's cursor; they are not hashed, and not kept over a restore.
CREATE TABLE ledger (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  chain uuid NOT NULL,
  n bigint NOT NULL CHECK (n >= 1),
  at timestamptz(3) NOT NULL,
  actor uuid,
  kind text NOT NULL,
  body text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  UNIQUE (chain, n)
);
CREATE INDEX ledger_by_transaction ON ledger (txid, seq);

CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER ledger_rows_stay BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_stays BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

-- The role the application works as. Where the database's owner may not make roles there is none, and the triggers above stand alone.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'punctual_app') THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO punctual_app', current_schema());
    GRANT SELECT, INSERT ON ledger, installation TO punctual_app;
    GRANT SELECT, INSERT, UPDATE ON ledger_head, account, settings, time_entry, time_entry_break, time_entry_detail, activity_notification TO punctual_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON session, known_device, issued_employee_id, punch_request TO punctual_app;
  END IF;
END $$;
