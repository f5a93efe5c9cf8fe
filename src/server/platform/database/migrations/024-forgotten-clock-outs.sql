-- Forgotten clock-outs. Reason: whoever forgot to clock out was told so by nobody, and could not clock in before an admin had closed
-- what stood open; they are reminded now, say themselves when they left, and clock in meanwhile.

-- How long after the shift's end somebody still clocked in is reminded, and how far back hours can be corrected.
ALTER TABLE settings
  ADD COLUMN reminder_minutes integer NOT NULL DEFAULT 60 CHECK (reminder_minutes BETWEEN 15 AND 480),
  ADD COLUMN correction_days integer NOT NULL DEFAULT 62 CHECK (correction_days BETWEEN 1 AND 366);
ALTER TABLE settings ALTER COLUMN reminder_minutes DROP DEFAULT, ALTER COLUMN correction_days DROP DEFAULT;

-- When somebody clocked in again while this entry stood left open: it ended before that, nobody knows when, and counts nothing until
-- its end is stated. The clock-in writes it, in its own statement.
ALTER TABLE counted_entry ADD COLUMN set_aside_at timestamptz(3) CHECK (set_aside_at >= clock_in);

-- At most one entry of somebody is running.
DROP INDEX counted_entry_one_open;
CREATE UNIQUE INDEX counted_entry_one_open ON counted_entry (user_id) WHERE clock_out IS NULL AND set_aside_at IS NULL;

-- What was set aside takes no time beyond the clock-in that did it.
ALTER TABLE counted_entry DROP CONSTRAINT counted_entry_apart;
ALTER TABLE counted_entry ADD CONSTRAINT counted_entry_apart
  EXCLUDE USING gist (user_id WITH =, tstzrange(clock_in, coalesce(clock_out, set_aside_at)) WITH &&) WHERE (NOT overlaps_earlier);

-- Nor does it come back from there.
DROP TRIGGER counted_entry_stays ON counted_entry;
CREATE TRIGGER counted_entry_stays BEFORE UPDATE ON counted_entry FOR EACH ROW
  WHEN (NOT OLD.overlaps_earlier AND (OLD.clock_out IS NOT NULL OR NEW.overlaps_earlier
    OR (OLD.set_aside_at IS NOT NULL AND NEW.set_aside_at IS DISTINCT FROM OLD.set_aside_at)
    OR (NEW.id, NEW.user_id, NEW.clock_in, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.clock_in, OLD.created_at)))
  EXECUTE FUNCTION refuse_change_of_record();

-- Of which entry somebody was reminded that it is still running; once, whichever server finds it due first.
CREATE TABLE reminder (
  -- No foreign key: a correction may take the entry out of what counts.
  entry_id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  mail text NOT NULL DEFAULT 'waiting' CHECK (mail IN ('waiting', 'being-sent', 'sent', 'not-needed')),
  mail_at timestamptz(3) NOT NULL
);
CREATE INDEX reminder_unsent ON reminder (at) WHERE mail IN ('waiting', 'being-sent');
