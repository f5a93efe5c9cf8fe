-- What counts has a name of its own: `counted_entry` and `counted_break` hold the times that screens, reports and files reckon with.
-- Reason: until now that was what was punched; a correction will change it, while the punches stay on the ledger as they were.
--
-- Details and closings tell of an entry as it was made, and keep their names.
ALTER TABLE time_entry RENAME TO counted_entry;
ALTER TABLE counted_entry RENAME CONSTRAINT time_entry_pkey TO counted_entry_pkey;
ALTER TABLE counted_entry RENAME CONSTRAINT time_entry_user_id_fkey TO counted_entry_user_id_fkey;
ALTER TABLE counted_entry RENAME CONSTRAINT time_entry_check TO counted_entry_check;
ALTER TABLE counted_entry RENAME CONSTRAINT time_entry_apart TO counted_entry_apart;
ALTER INDEX time_entry_one_open RENAME TO counted_entry_one_open;
ALTER INDEX time_entry_by_user RENAME TO counted_entry_by_user;
ALTER INDEX time_entry_by_clock_in RENAME TO counted_entry_by_clock_in;
ALTER INDEX time_entry_by_clock_out RENAME TO counted_entry_by_clock_out;
ALTER TRIGGER time_entry_stays ON counted_entry RENAME TO counted_entry_stays;

ALTER TABLE time_entry_break RENAME TO counted_break;
ALTER TABLE counted_break RENAME CONSTRAINT time_entry_break_pkey TO counted_break_pkey;
ALTER TABLE counted_break RENAME CONSTRAINT time_entry_break_entry_id_fkey TO counted_break_entry_id_fkey;
ALTER TABLE counted_break RENAME CONSTRAINT time_entry_break_n_check TO counted_break_n_check;
ALTER TABLE counted_break RENAME CONSTRAINT time_entry_break_check TO counted_break_check;
ALTER INDEX time_entry_break_one_open RENAME TO counted_break_one_open;
ALTER INDEX time_entry_break_by_start RENAME TO counted_break_by_start;
ALTER INDEX time_entry_break_further RENAME TO counted_break_further;
ALTER TRIGGER time_entry_break_stays ON counted_break RENAME TO counted_break_stays;

CREATE OR REPLACE FUNCTION check_breaks_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM changed JOIN counted_break b ON b.entry_id = changed.id
    WHERE b.started_at < changed.clock_in OR coalesce(b.ended_at, 'infinity') > coalesce(changed.clock_out, 'infinity')
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'counted_break_inside';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION check_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM counted_entry e
    WHERE e.id = NEW.entry_id AND (NEW.started_at < e.clock_in OR coalesce(NEW.ended_at, 'infinity') > coalesce(e.clock_out, 'infinity'))
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'counted_break_inside';
  END IF;
  IF EXISTS (
    SELECT 1 FROM counted_break b
    WHERE b.entry_id = NEW.entry_id AND b.n <> NEW.n
      AND CASE WHEN b.n < NEW.n THEN coalesce(b.ended_at, 'infinity') > NEW.started_at ELSE coalesce(NEW.ended_at, 'infinity') > b.started_at END
  ) THEN
    RAISE EXCEPTION 'breaks overlap' USING ERRCODE = 'check_violation', CONSTRAINT = 'counted_break_apart';
  END IF;
  RETURN NULL;
END $$;
