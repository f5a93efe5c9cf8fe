-- Kiosks by the door, and the badges and PINs by which people are known there. Reason: most people who clock in have no desk.
CREATE TABLE kiosk (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (name <> ''),
  scope jsonb NOT NULL,
  options jsonb NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  revoked_at timestamptz(3),
  seen_at timestamptz(3),
  heard_at timestamptz(3),
  page_version text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE kiosk_pairing (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  code_hash bytea NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  expires_at timestamptz(3) NOT NULL
);

CREATE TABLE kiosk_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  public_key bytea NOT NULL,
  private_key bytea NOT NULL
);

CREATE TABLE badge (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('badge', 'card')),
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
  created_at timestamptz(3) NOT NULL,
  created_by uuid REFERENCES account
);
CREATE INDEX badge_of ON badge (user_id);

CREATE TABLE pin (
  user_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  hash text NOT NULL,
  is_temporary boolean NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE kept_press (
  sender uuid GENERATED ALWAYS AS (coalesce(kiosk_id, user_id)) STORED,
  kiosk_id uuid REFERENCES kiosk,
  request_id uuid NOT NULL,
  counter bigint NOT NULL,
  punch text NOT NULL CHECK (punch IN ('clock_in', 'break_start', 'break_end', 'clock_out')),
  user_id uuid REFERENCES account,
  claimed_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('recorded', 'requested', 'refused')),
  reason text CHECK ((reason IS NULL) = (outcome = 'recorded')),
  correction_id uuid REFERENCES correction CHECK ((correction_id IS NULL) = (outcome <> 'requested')),
  PRIMARY KEY (sender, request_id)
);
CREATE INDEX kept_press_newest ON kept_press (sender, received_at DESC, counter DESC);

DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['kiosk', 'kiosk_pairing', 'kiosk_key', 'badge', 'pin', 'kept_press'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server()', name);
  END LOOP;
END $$;

ALTER TABLE time_entry_detail ADD COLUMN kiosk_id uuid REFERENCES kiosk;

ALTER TABLE correction ADD COLUMN is_kept boolean NOT NULL DEFAULT false;
ALTER TABLE correction_item DROP CONSTRAINT correction_item_end_stays;
-- Two functions do more than migration 022 made them do. Who may run them, and on which search path, stays.
DO $do$ DECLARE
  change record;
  definition text;
BEGIN
  FOR change IN SELECT * FROM (VALUES ('check_items_wait', '  RETURN coalesce(NEW, OLD);', $sql$
  -- Else what runs ends by a punch only, and what has ended runs no more.
  IF TG_OP <> 'DELETE' AND (SELECT NOT is_kept AND subject = 'times' FROM correction WHERE id = NEW.correction_id) AND NOT (
    CASE WHEN NEW.old IS NULL OR NEW.new IS NULL THEN coalesce(NEW.old, NEW.new) ->> 'clockOut' IS NOT NULL
      ELSE (NEW.old ->> 'clockOut' IS NULL) = (NEW.new ->> 'clockOut' IS NULL) END
    AND coalesce(jsonb_path_query_array(NEW.old, '$.breaks[*] ? (@.end == null).start'), '[]')
      = coalesce(jsonb_path_query_array(NEW.new, '$.breaks[*] ? (@.end == null).start'), '[]')
  ) THEN
    RAISE EXCEPTION 'what runs ends by a punch only' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_item_end_stays';
  END IF;
$sql$), ('apply_correction', '    -- Whatever it was before, it is under the rule now.', $sql$
    -- An entry that kept presses began, and that nobody ended before a later one, lacks its end.
    IF entry.clock_out IS NULL THEN
      SELECT least(entry.set_aside_at, min(later.clock_in)) INTO entry.set_aside_at FROM (
        SELECT e.clock_in FROM counted_entry e WHERE e.user_id = NEW.user_id
        UNION ALL
        SELECT (CASE WHEN NEW.counts THEN i.new ELSE i.old END ->> 'clockIn')::timestamptz(3) FROM correction_item i WHERE i.correction_id = NEW.id
      ) later WHERE later.clock_in > entry.clock_in;
    END IF;
$sql$)) AS change (name, line, before_it) LOOP
    definition := pg_get_functiondef(change.name::regproc);
    IF strpos(definition, change.line) = 0 THEN
      RAISE EXCEPTION '% has no line %', change.name, change.line;
    END IF;
    EXECUTE replace(definition, change.line, ltrim(change.before_it, E'\n') || change.line);
  END LOOP;
END $do$;

-- An older server knows no row of a kiosk, so it stops writing when the first one is paired.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN EXISTS (SELECT FROM kiosk) THEN 52 WHEN has_free_afternoons() THEN 49 WHEN has_leave_by_halves() THEN 48 WHEN EXISTS (SELECT FROM account WHERE length(employed_since) > 0) THEN 47
    WHEN EXISTS (SELECT FROM second_factor) THEN 46 WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END';

COMMENT ON TABLE kiosk IS 'A browser by the door, where people punch by badge or PIN. Its token calls the kiosk''s routes only.';
COMMENT ON COLUMN kiosk.scope IS 'Studios and hubs whose people may use it: [{"scope", "id"}]. Empty: everybody.';
COMMENT ON COLUMN kiosk.heard_at IS 'Last contact while the kiosk kept no press.';
COMMENT ON TABLE kiosk_pairing IS 'Browsers that show a code and wait for an administrator to type it.';
COMMENT ON TABLE kiosk_key IS 'Key to which tablets encrypt badges and PINs that they keep. The private half is sealed by a key that is in no table.';
COMMENT ON TABLE badge IS 'Badges and cards, as digests (HMAC) by a key that is in no table.';
COMMENT ON TABLE pin IS 'PINs for kiosks: argon2id over a digest (HMAC) by a key that is in no table.';
COMMENT ON TABLE kept_press IS 'What became of each press that a device kept without a network.';
COMMENT ON COLUMN kept_press.kiosk_id IS 'Null: a device of the person''s own.';
COMMENT ON COLUMN kept_press.user_id IS 'Null: the badge or PIN was unknown.';
COMMENT ON COLUMN time_entry_detail.kiosk_id IS 'Where the person clocked in. Null: on a device of their own.';
COMMENT ON COLUMN correction.is_kept IS 'Made of presses that a device kept without a network: it may begin or end what runs.';
COMMENT ON CONSTRAINT kept_press_check ON kept_press IS 'Only a recorded press needs no reason.';
COMMENT ON CONSTRAINT kept_press_check1 ON kept_press IS 'A requested press names its correction.';
