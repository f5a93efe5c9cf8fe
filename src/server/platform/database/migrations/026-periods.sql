-- Pay periods. Reason: what payroll was told must stay what the hours say, so that a period that was closed is changed by nobody until
-- it is reopened: not by a route, not by a correction, and not by somebody who works with the application's rights.

-- By which periods the workplace pays, and from which day on: `[{"from", "period", "firstWeekday"}]` by their days.
ALTER TABLE settings ADD COLUMN pay_rules jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(pay_rules) = 'array');
ALTER TABLE settings ALTER COLUMN pay_rules DROP DEFAULT;

-- What was said and done about one person's period; no row before anything was.
CREATE TABLE period (
  user_id uuid NOT NULL REFERENCES account,
  first date NOT NULL,
  last date NOT NULL CHECK (last >= first),
  -- These days in the zone that was the workplace's when it was last spoken of: an entry is of it that begins from then until then.
  start_at timestamptz(3) NOT NULL,
  end_at timestamptz(3) NOT NULL CHECK (end_at > start_at),
  confirmed_at timestamptz(3),
  objected_at timestamptz(3),
  objection text CHECK (objection <> '' AND length(objection) <= 500),
  closed_at timestamptz(3),
  closed_by uuid REFERENCES account,
  -- Of what was closed over.
  closing_reason text CHECK (closing_reason <> '' AND length(closing_reason) <= 500),
  reopened_at timestamptz(3),
  reopened_by uuid REFERENCES account,
  reopening_reason text CHECK (reopening_reason <> '' AND length(reopening_reason) <= 500),
  reopenings integer NOT NULL DEFAULT 0,
  is_closed boolean NOT NULL GENERATED ALWAYS AS (closed_at IS NOT NULL AND (reopened_at IS NULL OR reopened_at < closed_at)) STORED,
  -- What payroll is told of it: `{"person", "timeZone", "workplace"}`, and the SHA-256 of its canonical text, which the ledger has too.
  frozen jsonb,
  frozen_hash bytea CHECK (length(frozen_hash) = 32),
  -- The ledger holds digests of the three texts, made with this salt; erased with them.
  salt bytea NOT NULL CHECK (length(salt) = 16),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, first),
  CONSTRAINT period_apart EXCLUDE USING gist (user_id WITH =, daterange(first, last, '[]') WITH &&),
  CONSTRAINT period_objected CHECK ((objected_at IS NULL) = (objection IS NULL)),
  CONSTRAINT period_frozen CHECK (
    (closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (frozen IS NULL) AND (closed_at IS NULL) = (frozen_hash IS NULL)),
  CONSTRAINT period_reopened CHECK (
    (reopened_at IS NULL) = (reopened_by IS NULL) AND (reopened_at IS NULL) = (reopening_reason IS NULL)
    AND (reopened_at IS NULL OR closed_at IS NOT NULL))
);
CREATE INDEX period_by_end ON period (user_id, end_at) WHERE is_closed;
CREATE INDEX period_by_first ON period (first);

CREATE FUNCTION refuse_change_of_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
END $$;

-- What was closed stays as it is. It can be reopened, which says so itself; and words can be erased, with their salt: by the owner alone.
CREATE TRIGGER period_stays BEFORE UPDATE ON period FOR EACH ROW
  WHEN (OLD.is_closed AND (
    (NEW.user_id, NEW.first, NEW.last, NEW.start_at, NEW.end_at, NEW.confirmed_at, NEW.objected_at, NEW.closed_at, NEW.closed_by, NEW.frozen,
      NEW.frozen_hash) IS DISTINCT FROM
    (OLD.user_id, OLD.first, OLD.last, OLD.start_at, OLD.end_at, OLD.confirmed_at, OLD.objected_at, OLD.closed_at, OLD.closed_by, OLD.frozen,
      OLD.frozen_hash)
    OR (NEW.salt = OLD.salt AND (NEW.objection, NEW.closing_reason) IS DISTINCT FROM (OLD.objection, OLD.closing_reason))
    OR (NEW.reopened_at IS NOT DISTINCT FROM OLD.reopened_at AND (NEW.reopenings, NEW.version) IS DISTINCT FROM (OLD.reopenings, OLD.version))))
  EXECUTE FUNCTION refuse_change_of_closed();
CREATE TRIGGER period_is_not_deleted BEFORE DELETE ON period FOR EACH ROW WHEN (OLD.is_closed) EXECUTE FUNCTION refuse_change_of_closed();

-- Whoever writes an entry holds its account's key until they commit, since the entry refers to it. So whoever closes waits for them,
-- and then sees what they wrote; and who comes later waits, and then sees that it is closed.
CREATE FUNCTION check_period_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account WHERE id = NEW.user_id FOR UPDATE;
  IF EXISTS (
    SELECT FROM counted_entry e
    WHERE e.user_id = NEW.user_id AND e.clock_out IS NULL AND e.clock_in >= NEW.start_at AND e.clock_in < NEW.end_at
  ) THEN
    RAISE EXCEPTION 'an entry of the period is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_entry_open';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER period_closes AFTER INSERT ON period FOR EACH ROW WHEN (NEW.is_closed) EXECUTE FUNCTION check_period_ends();
CREATE TRIGGER period_closes_later AFTER UPDATE ON period FOR EACH ROW
  WHEN (NEW.is_closed AND NOT OLD.is_closed) EXECUTE FUNCTION check_period_ends();

-- No entry begins in a closed period that did not when it was closed, and none of those goes or changes. New entries are looked at
-- once a statement, however many it writes: their clock-in alone does not tell whether somebody has closed its day.
CREATE FUNCTION check_periods_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A snapshot from before would not show what was closed since.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'entries are written in read committed transactions' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  -- Entries that go hold nothing of the account of themselves.
  IF TG_OP <> 'INSERT' THEN
    PERFORM FROM account WHERE id IN (SELECT user_id FROM changed) ORDER BY id FOR KEY SHARE;
  END IF;
  IF EXISTS (
    SELECT FROM changed JOIN period p ON p.user_id = changed.user_id AND p.is_closed AND p.end_at > changed.clock_in
    WHERE p.start_at <= changed.clock_in
  ) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER counted_entry_in_open_period AFTER INSERT ON counted_entry
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_periods_open();
CREATE TRIGGER counted_entry_of_open_period AFTER DELETE ON counted_entry
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_periods_open();

-- Of what is open nothing lies in a closed period, and a punch changes nothing else: only then is a row looked at by itself. An entry that
-- overlaps an earlier one can be mended after it has ended, and a break that has ended comes by a correction.
CREATE FUNCTION check_period_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account WHERE id IN (OLD.user_id, NEW.user_id) ORDER BY id FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM period p
    WHERE p.is_closed AND ((p.user_id = OLD.user_id AND p.start_at <= OLD.clock_in AND p.end_at > OLD.clock_in)
      OR (p.user_id = NEW.user_id AND p.start_at <= NEW.clock_in AND p.end_at > NEW.clock_in))
  ) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER counted_entry_mended AFTER UPDATE ON counted_entry FOR EACH ROW
  WHEN (OLD.clock_out IS NOT NULL OR (NEW.user_id, NEW.clock_in) IS DISTINCT FROM (OLD.user_id, OLD.clock_in))
  EXECUTE FUNCTION check_period_of_entry();

CREATE FUNCTION check_period_of_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account WHERE id = (SELECT user_id FROM counted_entry WHERE id = NEW.entry_id) FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM counted_entry e JOIN period p ON p.user_id = e.user_id AND p.is_closed AND p.end_at > e.clock_in
    WHERE e.id = NEW.entry_id AND p.start_at <= e.clock_in
  ) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER counted_break_added AFTER INSERT ON counted_break FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION check_period_of_break();

-- Their names mean what they mean here, whatever temporary tables somebody has made.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['check_period_ends', 'check_periods_open', 'check_period_of_entry', 'check_period_of_break'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
