-- Corrections: what is to count in place of what was punched. Reason: an entry that has ended could not be put right, and whatever
-- puts one right has two sides, stands on record, and leaves the punches as they were.
--
-- `counted_entry` and `counted_break` change by punches, by closings, and by one function: `apply_correction`, which runs when a
-- correction begins or ceases to count. It has the owner's rights, so that the application needs none to change what has ended.

-- What an employee asks for, or an admin made. It begins as asked for, takes its items, and moves on from there.
CREATE TABLE correction (
  id uuid PRIMARY KEY,
  -- Whose entries.
  user_id uuid NOT NULL REFERENCES account,
  day date NOT NULL,
  asked_by uuid NOT NULL REFERENCES account,
  asked_at timestamptz(3) NOT NULL,
  reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  state text NOT NULL DEFAULT 'asked' CHECK (
    state IN ('asked', 'sent-back', 'agreed', 'declined', 'withdrawn', 'made', 'objected', 'taken-back')),
  counts boolean NOT NULL GENERATED ALWAYS AS (state IN ('agreed', 'made', 'objected')) STORED,
  -- The admin whose times the items are since.
  sent_back_by uuid REFERENCES account,
  -- Who settled it, and when.
  decided_by uuid REFERENCES account,
  decided_at timestamptz(3),
  -- Of who declined it, or sent it back.
  decision_reason text CHECK (decision_reason <> '' AND length(decision_reason) <= 500),
  objection text CHECK (objection <> '' AND length(objection) <= 500),
  self_decided boolean NOT NULL DEFAULT false,
  -- The ledger holds digests of the three texts, made with this salt; erased with them.
  salt bytea NOT NULL CHECK (length(salt) = 16),
  -- Also when the entries that it touches were changed.
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT correction_settled CHECK (
    (decided_by IS NULL) = (state IN ('asked', 'sent-back', 'made', 'objected')) AND (decided_by IS NULL) = (decided_at IS NULL)
    AND (state = 'agreed' OR NOT self_decided)),
  -- Whoever agrees is on the other side of whoever set the times, but for the only admin there is, and that is marked.
  CONSTRAINT correction_two_sides CHECK ((CASE state
    WHEN 'asked' THEN true
    WHEN 'sent-back' THEN asked_by = user_id AND sent_back_by <> user_id
    WHEN 'made' THEN asked_by <> user_id
    WHEN 'objected' THEN asked_by <> user_id AND objection IS NOT NULL
    WHEN 'taken-back' THEN asked_by <> user_id AND objection IS NOT NULL AND decided_by <> user_id
    WHEN 'declined' THEN asked_by = user_id AND decided_by <> user_id AND decision_reason IS NOT NULL
    WHEN 'withdrawn' THEN asked_by = user_id AND decided_by = user_id
    WHEN 'agreed' THEN CASE
      WHEN self_decided THEN asked_by = user_id AND decided_by = user_id AND sent_back_by IS NULL
      WHEN asked_by = user_id AND sent_back_by IS NULL THEN decided_by <> user_id
      ELSE decided_by = user_id END
    END) IS TRUE)
);
CREATE INDEX correction_by_user ON correction (user_id, day);
CREATE INDEX correction_unsettled ON correction (asked_at, id) WHERE decided_by IS NULL;

-- Times are {"clockIn", "clockOut", "breaks": [{"start", "end"}]}, instants as ISO 8601 in UTC. What was stays visible here for ever.
CREATE TABLE correction_item (
  correction_id uuid NOT NULL REFERENCES correction,
  n integer NOT NULL CHECK (n >= 1),
  -- Of an entry that is added the id it will have. No entry need be there under it: what was removed is gone from what counts.
  entry_id uuid NOT NULL,
  -- Null: a missing entry is added.
  old jsonb CHECK (jsonb_typeof(old) = 'object'),
  -- Null: an entry made by mistake is removed.
  new jsonb CHECK (jsonb_typeof(new) = 'object'),
  -- The row of `counted_entry` that gave way last; so one that comes back is what it was in all else, too.
  gave_way jsonb,
  PRIMARY KEY (correction_id, n),
  UNIQUE (correction_id, entry_id),
  CONSTRAINT correction_item_changes CHECK (old IS DISTINCT FROM new),
  -- What runs ends by a punch, and what has ended runs no more.
  CONSTRAINT correction_item_end_stays CHECK (
    CASE WHEN old IS NULL OR new IS NULL THEN coalesce(old, new) ->> 'clockOut' IS NOT NULL
      ELSE (old ->> 'clockOut' IS NULL) = (new ->> 'clockOut' IS NULL) END
    AND coalesce(jsonb_path_query_array(old, '$.breaks[*] ? (@.end == null).start'), '[]') =
      coalesce(jsonb_path_query_array(new, '$.breaks[*] ? (@.end == null).start'), '[]'))
);
CREATE INDEX correction_item_by_entry ON correction_item (entry_id);

-- A correction goes these ways only, and none of what it is once it is settled.
CREATE FUNCTION refuse_move_of_correction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a correction that is % does not become %', OLD.state, NEW.state
    USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_moves';
END $$;
CREATE TRIGGER correction_moves BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
    ('asked', 'agreed'), ('asked', 'declined'), ('asked', 'sent-back'), ('asked', 'withdrawn'), ('asked', 'made'),
    ('sent-back', 'agreed'), ('sent-back', 'declined'), ('sent-back', 'withdrawn'),
    ('made', 'agreed'), ('made', 'objected'), ('objected', 'agreed'), ('objected', 'taken-back')))
  EXECUTE FUNCTION refuse_move_of_correction();

-- Items change only while nobody has agreed to them.
CREATE FUNCTION check_items_wait() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_state text;
BEGIN
  -- Whoever agrees at this moment is waited for.
  SELECT state INTO its_state FROM correction WHERE id = coalesce(NEW.correction_id, OLD.correction_id) FOR SHARE;
  IF its_state NOT IN ('asked', 'sent-back') THEN
    RAISE EXCEPTION 'the items of a correction that is % stay', its_state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_items_stay';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER correction_items_stay BEFORE INSERT OR DELETE OR UPDATE OF correction_id, n, entry_id, old, new ON correction_item
  FOR EACH ROW EXECUTE FUNCTION check_items_wait();

-- Details, closings and notifications tell what was, and stay when an entry is removed from what counts.
ALTER TABLE time_entry_closing DROP CONSTRAINT time_entry_closing_entry_id_fkey;

-- What has ended is never updated. It gives way to a correction, and to nothing else.
CREATE OR REPLACE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Within another trigger: the application has no right to delete, so that the one is `apply_correction`.
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what is on record about a working time stays' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER counted_entry_gives_way BEFORE DELETE ON counted_entry FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER counted_break_gives_way BEFORE DELETE ON counted_break FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();

-- The breaks of an item's times, in their order.
CREATE FUNCTION breaks_in(times jsonb) RETURNS TABLE (n bigint, started_at timestamptz(3), ended_at timestamptz(3))
  LANGUAGE sql STABLE AS $$
  SELECT pause.n, (pause.value ->> 'start')::timestamptz(3), (pause.value ->> 'end')::timestamptz(3)
  FROM jsonb_array_elements(times -> 'breaks') WITH ORDINALITY AS pause (value, n)
$$;

-- Puts the new times of a correction's items in the place of their old ones, or back. All old ones go first, since entries of one
-- request may take each other's place; breaks are replaced as a whole. Overlaps are refused by the constraints of the tables.
CREATE FUNCTION apply_correction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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

-- Their names mean what they mean here, whatever temporary tables somebody has made: one runs with the owner's rights, and the other
-- judges what the application does.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION apply_correction() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION check_items_wait() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
CREATE TRIGGER apply_correction AFTER UPDATE ON correction FOR EACH ROW
  WHEN (OLD.counts <> NEW.counts) EXECUTE FUNCTION apply_correction();
