-- Leave, asked for like a correction. Reason: people who were ill or on holiday were absent.
CREATE TABLE counted_leave (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES account,
  kind text NOT NULL CHECK (kind <> ''),
  first date NOT NULL,
  last date NOT NULL CHECK (last >= first),
  half text CHECK (half IS NULL OR half IN ('morning', 'afternoon') AND first = last),
  CONSTRAINT counted_leave_apart EXCLUDE USING gist (user_id WITH =, daterange(first, last, '[]') WITH &&)
);
CREATE INDEX counted_leave_by_day ON counted_leave (last, first);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON counted_leave
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();

-- Kinds of leave as JSON. Null: those that Punctual begins with.
ALTER TABLE settings ADD COLUMN leave_kinds json CHECK (json_typeof(leave_kinds) = 'array');

-- Corrections are read without the settings, too, when these are lost: then a kind is called by its id.
CREATE FUNCTION leave_kind_name(kind text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT k ->> 'name' FROM settings, json_array_elements(leave_kinds) k WHERE k ->> 'id' = kind), initcap(kind));
EXCEPTION WHEN undefined_table THEN
  RETURN initcap(kind);
END $$;

-- 'times': items are entries. 'leave': one item, leave as {"kind", "first", "last", "half"}, under the id of the leave.
ALTER TABLE correction ADD COLUMN subject text NOT NULL DEFAULT 'times' CHECK (subject IN ('times', 'leave')),
  DROP CONSTRAINT correction_reason_check,
  ADD CONSTRAINT correction_reason_check CHECK ((reason <> '' OR subject = 'leave') AND length(reason) <= 500);

-- 'proposed': an admin's change of leave, which waits for the employee. 'declared': sickness, which counts at once.
ALTER TABLE correction DROP CONSTRAINT correction_state_check, DROP CONSTRAINT correction_settled, DROP CONSTRAINT correction_two_sides,
  ADD CONSTRAINT correction_state_check CHECK (
    state IN ('asked', 'sent-back', 'agreed', 'declined', 'withdrawn', 'made', 'objected', 'taken-back')
    OR subject = 'leave' AND state IN ('proposed', 'declared'));
DROP TRIGGER apply_correction ON correction;
DROP INDEX correction_standing;
ALTER TABLE correction DROP COLUMN counts;
ALTER TABLE correction
  ADD COLUMN counts boolean NOT NULL GENERATED ALWAYS AS (state IN ('agreed', 'made', 'objected', 'declared')) STORED,
  ADD CONSTRAINT correction_settled CHECK (
    (decided_by IS NULL) = (decided_at IS NULL) AND (state = 'agreed' OR NOT self_decided)
    AND CASE WHEN state = 'objected' THEN decided_by IS NULL OR decided_by <> user_id AND decision_reason IS NOT NULL
      ELSE (decided_by IS NULL) = (state IN ('asked', 'sent-back', 'made', 'proposed')) END),
  ADD CONSTRAINT correction_two_sides CHECK ((CASE state
    WHEN 'asked' THEN true
    WHEN 'sent-back' THEN asked_by = user_id AND sent_back_by <> user_id
    WHEN 'made' THEN asked_by <> user_id
    WHEN 'proposed' THEN asked_by <> user_id
    WHEN 'declared' THEN asked_by = user_id AND decided_by = user_id
    WHEN 'objected' THEN asked_by <> user_id AND objection IS NOT NULL
    WHEN 'taken-back' THEN asked_by <> user_id AND objection IS NOT NULL AND decided_by <> user_id
    WHEN 'declined' THEN (asked_by = user_id) <> (decided_by = user_id) AND decision_reason IS NOT NULL
    WHEN 'withdrawn' THEN (asked_by = user_id) = (decided_by = user_id)
    WHEN 'agreed' THEN
      decided_by = user_id AND (self_decided OR asked_by <> user_id OR sent_back_by IS NOT NULL)
      OR decided_by <> user_id AND NOT self_decided AND asked_by = user_id AND sent_back_by IS NULL
    END) IS TRUE);
CREATE INDEX correction_standing ON correction (day) WHERE counts OR decided_by IS NULL;

DROP TRIGGER correction_moves ON correction;
CREATE TRIGGER correction_moves BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
    ('asked', 'agreed'), ('asked', 'declined'), ('asked', 'sent-back'), ('asked', 'withdrawn'), ('asked', 'made'),
    ('sent-back', 'agreed'), ('sent-back', 'declined'), ('sent-back', 'withdrawn'),
    ('made', 'agreed'), ('made', 'objected'), ('objected', 'agreed'), ('objected', 'taken-back'),
    ('asked', 'declared'), ('asked', 'proposed'), ('proposed', 'agreed'), ('proposed', 'declined'), ('proposed', 'withdrawn'))
    AND NOT (NEW.state = CASE OLD.state WHEN 'declared' THEN 'withdrawn' ELSE 'asked' END
      AND OLD.state IN ('agreed', 'declined', 'declared') AND OLD.asked_by = OLD.user_id AND OLD.sent_back_by IS NULL
      AND (OLD.decided_by = OLD.user_id) = (OLD.state = 'declared') AND NEW.updated_at <= OLD.decided_at + interval '1 minute'))
  EXECUTE FUNCTION refuse_move_of_correction();

DROP TRIGGER correction_steps ON correction;
CREATE TRIGGER correction_steps BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('made', 'declared', 'proposed') OR OLD.decided_at IS DISTINCT FROM NEW.decided_at AND OLD.state <> 'asked')
  EXECUTE FUNCTION count_step_of_correction();

-- Nothing of an entry's times is to be said of leave.
ALTER TABLE correction_item DROP CONSTRAINT correction_item_end_stays,
  ADD CONSTRAINT correction_item_end_stays CHECK (coalesce(old, new) ? 'kind' OR (
    CASE WHEN old IS NULL OR new IS NULL THEN coalesce(old, new) ->> 'clockOut' IS NOT NULL
      ELSE (old ->> 'clockOut' IS NULL) = (new ->> 'clockOut' IS NULL) END
    AND coalesce(jsonb_path_query_array(old, '$.breaks[*] ? (@.end == null).start'), '[]') =
      coalesce(jsonb_path_query_array(new, '$.breaks[*] ? (@.end == null).start'), '[]')));

CREATE TRIGGER apply_correction AFTER UPDATE ON correction FOR EACH ROW
  WHEN (OLD.counts <> NEW.counts AND NEW.subject = 'times') EXECUTE FUNCTION apply_correction();

-- Like `apply_correction`, for leave. It alone writes leave, with the owner's rights.
CREATE FUNCTION apply_leave() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  item record;
BEGIN
  IF TG_RELID <> 'correction'::regclass THEN
    RAISE EXCEPTION 'only a correction changes what counts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT i.entry_id, CASE WHEN NEW.counts THEN i.old ELSE i.new END AS before, CASE WHEN NEW.counts THEN i.new ELSE i.old END AS after
  INTO STRICT item FROM correction_item i WHERE i.correction_id = NEW.id;
  DELETE FROM counted_leave l WHERE l.id = item.entry_id AND l.user_id = NEW.user_id
    AND item.before = jsonb_build_object('kind', l.kind, 'first', l.first, 'last', l.last, 'half', l.half);
  IF FOUND <> (item.before IS NOT NULL) OR EXISTS (SELECT FROM counted_leave WHERE id = item.entry_id) THEN
    RAISE EXCEPTION 'the leave is no longer what the request says'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_changed_meanwhile';
  END IF;
  IF item.after IS NOT NULL THEN
    INSERT INTO counted_leave (id, user_id, kind, first, last, half) VALUES (item.entry_id, NEW.user_id, item.after ->> 'kind',
      (item.after ->> 'first')::date, (item.after ->> 'last')::date, item.after ->> 'half');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_leave AFTER UPDATE ON correction FOR EACH ROW
  WHEN (OLD.counts <> NEW.counts AND NEW.subject = 'leave') EXECUTE FUNCTION apply_leave();

-- No leave comes into a closed period, or goes from it. Closing waits, since it locks the account.
CREATE FUNCTION check_period_of_leave() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  leave counted_leave := coalesce(NEW, OLD);
BEGIN
  PERFORM FROM account WHERE id = leave.user_id FOR KEY SHARE;
  IF EXISTS (SELECT FROM period p WHERE p.user_id = leave.user_id AND p.is_closed AND p.first <= leave.last AND p.last >= leave.first) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER leave_in_open_period AFTER INSERT OR DELETE ON counted_leave FOR EACH ROW EXECUTE FUNCTION check_period_of_leave();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['apply_leave', 'check_period_of_leave'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
-- An older server knows no leave: people on leave would be absent.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 39';
