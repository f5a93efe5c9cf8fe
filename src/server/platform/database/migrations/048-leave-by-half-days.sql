-- Leave apart by half-days, and sickness over approved leave. Reason: whoever falls ill on holiday had to ask first, and two kinds of
-- leave could not share a day.

-- One number a half-day: mornings are even.
ALTER TABLE counted_leave DROP CONSTRAINT counted_leave_apart,
  ADD CONSTRAINT counted_leave_apart EXCLUDE USING gist (user_id WITH =, int4range(
    2 * (first - date '2000-01-01') + CASE half WHEN 'afternoon' THEN 1 ELSE 0 END,
    2 * (last - date '2000-01-01') + CASE half WHEN 'morning' THEN 1 ELSE 2 END) WITH &&),
  -- Former servers see one of two halves of a day.
  ADD COLUMN shares_day boolean NOT NULL DEFAULT false;
CREATE INDEX counted_leave_shared ON counted_leave (id) WHERE shares_day;
-- The first item is the leave of a request, the others are leave that gives way to it.
CREATE INDEX correction_item_gives_way ON correction_item (correction_id) WHERE n > 1 AND coalesce(old, new) ? 'kind';

-- 'declared-over': sickness over approved leave. It counts at once, and waits for an administrator.
ALTER TABLE correction DROP CONSTRAINT correction_state_check, DROP CONSTRAINT correction_settled, DROP CONSTRAINT correction_two_sides,
  ADD CONSTRAINT correction_state_check CHECK (
    state IN ('asked', 'sent-back', 'agreed', 'declined', 'withdrawn', 'made', 'objected', 'taken-back')
    OR subject = 'leave' AND state IN ('proposed', 'declared', 'declared-over'));
DROP TRIGGER apply_correction ON correction;
DROP TRIGGER apply_leave ON correction;
DROP INDEX correction_standing;
ALTER TABLE correction DROP COLUMN counts;
ALTER TABLE correction
  ADD COLUMN counts boolean NOT NULL GENERATED ALWAYS AS (state IN ('agreed', 'made', 'objected', 'declared', 'declared-over')) STORED,
  ADD CONSTRAINT correction_settled CHECK (
    (decided_by IS NULL) = (decided_at IS NULL) AND (state = 'agreed' OR NOT self_decided)
    AND CASE WHEN state = 'objected' THEN decided_by IS NULL OR decided_by <> user_id AND decision_reason IS NOT NULL
      ELSE (decided_by IS NULL) = (state IN ('asked', 'sent-back', 'made', 'proposed', 'declared-over')) END),
  ADD CONSTRAINT correction_two_sides CHECK ((CASE state
    WHEN 'asked' THEN true
    WHEN 'sent-back' THEN asked_by = user_id AND sent_back_by <> user_id
    WHEN 'made' THEN asked_by <> user_id
    WHEN 'proposed' THEN asked_by <> user_id
    WHEN 'declared' THEN asked_by = user_id AND decided_by = user_id
    WHEN 'declared-over' THEN asked_by = user_id
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
    ('asked', 'declared'), ('asked', 'proposed'), ('proposed', 'agreed'), ('proposed', 'declined'), ('proposed', 'withdrawn'),
    ('asked', 'declared-over'), ('declared-over', 'agreed'), ('declared-over', 'declined'), ('declared-over', 'withdrawn'))
    AND NOT ((NEW.state = CASE OLD.state WHEN 'declared' THEN 'withdrawn' ELSE 'asked' END
        OR NEW.state = 'declared-over' AND NEW.subject = 'leave' AND OLD.state <> 'declared')
      AND OLD.state IN ('agreed', 'declined', 'declared') AND OLD.asked_by = OLD.user_id AND OLD.sent_back_by IS NULL
      AND (OLD.decided_by = OLD.user_id) = (OLD.state = 'declared') AND NEW.updated_at <= OLD.decided_at + interval '1 minute'))
  EXECUTE FUNCTION refuse_move_of_correction();

DROP TRIGGER correction_steps ON correction;
CREATE TRIGGER correction_steps BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('made', 'declared', 'proposed', 'declared-over')
    OR OLD.decided_at IS DISTINCT FROM NEW.decided_at AND OLD.state <> 'asked')
  EXECUTE FUNCTION count_step_of_correction();

CREATE TRIGGER apply_correction AFTER UPDATE ON correction FOR EACH ROW
  WHEN (OLD.counts <> NEW.counts AND NEW.subject = 'times') EXECUTE FUNCTION apply_correction();

-- The part of leave in a period; null for none.
CREATE FUNCTION leave_within(leave jsonb, first date, last date) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT leave || jsonb_build_object('first', greatest((leave ->> 'first')::date, first), 'last', least((leave ->> 'last')::date, last))
  WHERE (leave ->> 'first')::date <= last AND (leave ->> 'last')::date >= first
$$;

-- All leave of a request goes before any comes, since one takes the days of another. In a closed period each stays what it was.
DROP TRIGGER leave_in_open_period ON counted_leave;
CREATE OR REPLACE FUNCTION apply_leave() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  item record;
BEGIN
  IF TG_RELID <> 'correction'::regclass THEN
    RAISE EXCEPTION 'only a correction changes what counts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Closing waits, since it locks the account.
  PERFORM FROM account WHERE id = NEW.user_id FOR KEY SHARE;
  FOR item IN
    SELECT i.entry_id, CASE WHEN NEW.counts THEN i.old ELSE i.new END AS before, CASE WHEN NEW.counts THEN i.new ELSE i.old END AS after
    FROM correction_item i WHERE i.correction_id = NEW.id
  LOOP
    DELETE FROM counted_leave l WHERE l.id = item.entry_id AND l.user_id = NEW.user_id
      AND item.before = jsonb_build_object('kind', l.kind, 'first', l.first, 'last', l.last, 'half', l.half);
    IF FOUND <> (item.before IS NOT NULL) OR EXISTS (SELECT FROM counted_leave WHERE id = item.entry_id) THEN
      RAISE EXCEPTION 'the leave is no longer what the request says'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_changed_meanwhile';
    END IF;
    IF EXISTS (SELECT FROM period p WHERE p.user_id = NEW.user_id AND p.is_closed
      AND leave_within(item.before, p.first, p.last) IS DISTINCT FROM leave_within(item.after, p.first, p.last)) THEN
      RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
    END IF;
  END LOOP;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the correction has no items' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_has_items';
  END IF;
  INSERT INTO counted_leave (id, user_id, kind, first, last, half)
    SELECT i.entry_id, NEW.user_id, t.leave ->> 'kind', (t.leave ->> 'first')::date, (t.leave ->> 'last')::date, t.leave ->> 'half'
    FROM correction_item i, LATERAL (SELECT CASE WHEN NEW.counts THEN i.new ELSE i.old END AS leave) t
    WHERE i.correction_id = NEW.id AND t.leave IS NOT NULL;
  UPDATE counted_leave l SET shares_day = true WHERE l.user_id = NEW.user_id AND l.half = 'afternoon' AND NOT l.shares_day
    AND EXISTS (SELECT FROM counted_leave m WHERE m.user_id = l.user_id AND m.first = l.first AND m.half = 'morning');
  RETURN NULL;
END $$;
DROP FUNCTION check_period_of_leave();
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION apply_leave() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
CREATE TRIGGER apply_leave AFTER UPDATE ON correction FOR EACH ROW
  WHEN (OLD.counts <> NEW.counts AND NEW.subject = 'leave') EXECUTE FUNCTION apply_leave();

-- Older servers know neither, so they stop writing when the first of either comes.
CREATE FUNCTION has_leave_by_halves() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM correction_item WHERE n > 1 AND coalesce(old, new) ? 'kind') OR EXISTS (SELECT FROM counted_leave WHERE shares_day)
$$;
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN has_leave_by_halves() THEN 48 WHEN EXISTS (SELECT FROM account WHERE length(employed_since) > 0) THEN 47
    WHEN EXISTS (SELECT FROM second_factor) THEN 46 WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END';
