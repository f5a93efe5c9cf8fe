-- The security log, and where sessions were opened. Reason: an IT department asks who signed in from where, and people
-- want to end sessions they left open. Not on the ledger: it ages out, and strangers cause most of it.
ALTER TABLE session ADD COLUMN network text NOT NULL DEFAULT '', ADD COLUMN device text NOT NULL DEFAULT '';

ALTER TABLE settings ADD COLUMN security_log_days integer NOT NULL DEFAULT 400 CHECK (security_log_days BETWEEN 30 AND 3650);

CREATE TABLE security_event (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  -- The last of `count`.
  until timestamptz(3) NOT NULL CHECK (until >= at),
  kind text NOT NULL,
  user_id uuid REFERENCES account ON DELETE CASCADE,
  -- Who did it to `user_id`, if somebody else.
  actor uuid REFERENCES account ON DELETE CASCADE,
  network text NOT NULL,
  device text NOT NULL,
  is_known boolean,
  detail text NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  -- What repetitions within the hour have in common; null for what is not added up.
  sum_key text UNIQUE
);
CREATE INDEX security_event_by_time ON security_event (at DESC, id);
CREATE INDEX security_event_by_user ON security_event (user_id, at DESC, id);
CREATE INDEX security_event_by_kind ON security_event (kind, at DESC, id);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON security_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
