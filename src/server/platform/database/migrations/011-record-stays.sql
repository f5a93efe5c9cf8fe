-- What is on record about a working time stays: when it began, whose it is, and its end once there is one. Reason: reports read these
-- tables, and until now the application could move a clock-in without a trace.
--
-- The application has no right to most of this either (`rights.ts`); this holds where it works with all rights of the owner too.
-- An entry that overlaps an earlier one may be mended, as docs/operations.md says.

CREATE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what is on record about a working time stays' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER time_entry_stays BEFORE UPDATE ON time_entry FOR EACH ROW
  WHEN (NOT OLD.overlaps_earlier AND (OLD.clock_out IS NOT NULL OR NEW.overlaps_earlier
    OR (NEW.id, NEW.user_id, NEW.clock_in, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.clock_in, OLD.created_at)))
  EXECUTE FUNCTION refuse_change_of_record();

CREATE TRIGGER time_entry_break_stays BEFORE UPDATE ON time_entry_break FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL
    OR (NEW.entry_id, NEW.n, NEW.started_at) IS DISTINCT FROM (OLD.entry_id, OLD.n, OLD.started_at))
  EXECUTE FUNCTION refuse_change_of_record();
