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
CREATE INDEX kept_press_newest ON kept_press (kiosk_id, received_at DESC, counter DESC);

DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['kiosk', 'kiosk_pairing', 'kiosk_key', 'badge', 'pin', 'kept_press'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server()', name);
  END LOOP;
END $$;

ALTER TABLE time_entry_detail ADD COLUMN kiosk_id uuid REFERENCES kiosk;

ALTER TABLE correction ADD COLUMN is_kept boolean NOT NULL DEFAULT false;
ALTER TABLE correction_item DROP CONSTRAINT correction_item_end_stays;
CREATE OR REPLACE FUNCTION check_items_wait() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its correction;
BEGIN
  -- Whoever agrees at this moment is waited for.
  SELECT * INTO its FROM correction WHERE id = coalesce(NEW.correction_id, OLD.correction_id) FOR SHARE;
  IF its.state NOT IN ('asked', 'sent-back') THEN
    RAISE EXCEPTION 'the items of a correction that is % stay', its.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_items_stay';
  END IF;
  -- Else what runs ends by a punch only, and what has ended runs no more.
  IF TG_OP <> 'DELETE' AND NOT its.is_kept AND its.subject = 'times' AND NOT (
    CASE WHEN NEW.old IS NULL OR NEW.new IS NULL THEN coalesce(NEW.old, NEW.new) ->> 'clockOut' IS NOT NULL
      ELSE (NEW.old ->> 'clockOut' IS NULL) = (NEW.new ->> 'clockOut' IS NULL) END
    AND coalesce(jsonb_path_query_array(NEW.old, '$.breaks[*] ? (@.end == null).start'), '[]')
      = coalesce(jsonb_path_query_array(NEW.new, '$.breaks[*] ? (@.end == null).start'), '[]')
  ) THEN
    RAISE EXCEPTION 'what runs ends by a punch only' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_item_end_stays';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE OR REPLACE FUNCTION apply_correction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  item record;
  entry counted_entry;
BEGIN
  -- A trigger of somebody's temporary table could run it too.
  IF TG_RELID <> 'correction'::regclass THEN
    RAISE EXCEPTION 'only a correction changes what counts' USING ERRCODE = 'insufficient_privilege';
  END IF;

  FOR item IN
    SELECT i.n, i.entry_id, CASE WHEN NEW.counts THEN i.old ELSE i.new END AS before
    FROM correction_item i WHERE i.correction_id = NEW.id ORDER BY i.entry_id
  LOOP
    SELECT * INTO entry FROM counted_entry WHERE id = item.entry_id FOR UPDATE;
    IF (CASE WHEN item.before IS NULL THEN entry.id IS NULL ELSE
      entry.user_id = NEW.user_id
      AND entry.clock_in = (item.before ->> 'clockIn')::timestamptz(3)
      AND entry.clock_out IS NOT DISTINCT FROM (item.before ->> 'clockOut')::timestamptz(3)
      AND (SELECT jsonb_agg(jsonb_build_array(b.started_at, b.ended_at) ORDER BY b.n) FROM counted_break b WHERE b.entry_id = entry.id)
        IS NOT DISTINCT FROM
        (SELECT jsonb_agg(jsonb_build_array(p.started_at, p.ended_at) ORDER BY p.n) FROM breaks_in(item.before) p)
      END) IS NOT TRUE THEN
      RAISE EXCEPTION 'what counts of entry % is no longer what the correction says', item.entry_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_changed_meanwhile';
    END IF;
    IF entry.id IS NOT NULL THEN
      UPDATE correction_item SET gave_way = to_jsonb(entry) WHERE correction_id = NEW.id AND n = item.n;
      DELETE FROM counted_break WHERE entry_id = entry.id;
      DELETE FROM counted_entry WHERE id = entry.id;
    END IF;
  END LOOP;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the correction has no items' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_has_items';
  END IF;

  FOR item IN
    SELECT i.entry_id, i.gave_way, CASE WHEN NEW.counts THEN i.new ELSE i.old END AS after
    FROM correction_item i WHERE i.correction_id = NEW.id ORDER BY i.entry_id
  LOOP
    CONTINUE WHEN item.after IS NULL;
    SELECT * INTO entry FROM jsonb_populate_record(NULL::counted_entry, item.gave_way);
    entry.id := item.entry_id;
    entry.user_id := NEW.user_id;
    entry.clock_in := (item.after ->> 'clockIn')::timestamptz(3);
    entry.clock_out := (item.after ->> 'clockOut')::timestamptz(3);
    -- An entry that kept presses began, and that nobody ended before a later one, lacks its end.
    IF entry.clock_out IS NULL THEN
      SELECT least(entry.set_aside_at, min(later.clock_in)) INTO entry.set_aside_at FROM (
        SELECT e.clock_in FROM counted_entry e WHERE e.user_id = NEW.user_id
        UNION ALL
        SELECT (CASE WHEN NEW.counts THEN i.new ELSE i.old END ->> 'clockIn')::timestamptz(3) FROM correction_item i WHERE i.correction_id = NEW.id
      ) later WHERE later.clock_in > entry.clock_in;
    END IF;
    -- Whatever it was before, it is under the rule now.
    entry.overlaps_earlier := false;
    entry.created_at := coalesce(entry.created_at, NEW.updated_at);
    entry.updated_at := NEW.updated_at;
    INSERT INTO counted_entry SELECT entry.*;
    INSERT INTO counted_break (entry_id, n, started_at, ended_at)
      SELECT item.entry_id, p.n, p.started_at, p.ended_at FROM breaks_in(item.after) p;
    -- One that nobody punched was made nowhere.
    INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt)
      VALUES (item.entry_id, 'unknown', '', uuid_send(gen_random_uuid())) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

-- Temporary tables come last, so that none stands in for one of ours.
DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['check_items_wait', 'apply_correction'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
  END LOOP;
END $$;

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
