-- The calendar of absences, and private addresses by which other programs read it. Reason: people plan with who is away.
ALTER TABLE settings ADD COLUMN share_away boolean NOT NULL DEFAULT true;
ALTER TABLE settings ALTER COLUMN share_away DROP DEFAULT;

-- One of each kind a person: a newer address takes the older one's place. Only the hash of its key is stored.
CREATE TABLE calendar_key (
  user_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  scope text NOT NULL CHECK (scope IN ('own', 'people')),
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, scope)
);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON calendar_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
