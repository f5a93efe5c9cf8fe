-- Two entries of one employee never overlap, and the overtime threshold goes in half hours. Reason: until now the punch alone saw
-- to the one and the form to the other; what is always true belongs into the database.
--
-- What was there before stays as it is, and is told of as a warning in the log: an entry that overlaps an earlier one is marked,
-- and the marked ones alone are exempt. Punctual never wrote such entries; docs/operations.md says how to mend them.

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS btree_gist;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE EXCEPTION 'This database needs the extension btree_gist, which comes with PostgreSQL (%). Whoever administers it runs CREATE EXTENSION btree_gist in it; then start Punctual again', SQLERRM;
END $$;

ALTER TABLE time_entry ADD COLUMN overlaps_earlier boolean NOT NULL DEFAULT false;

DO $$
DECLARE
  found record;
  others bigint := 0;
BEGIN
  FOR found IN
    UPDATE time_entry e SET overlaps_earlier = true
    FROM (
      SELECT id, max(coalesce(clock_out, 'infinity')) OVER (
        PARTITION BY user_id ORDER BY clock_in, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until
      FROM time_entry WHERE clock_out IS NULL OR clock_out > clock_in
    ) earlier
    WHERE e.id = earlier.id AND e.clock_in < earlier.until
    RETURNING e.id, e.user_id, e.clock_in, e.clock_out
  LOOP
    others := others + 1;
    IF others <= 20 THEN
      RAISE WARNING 'Time entry % of employee % (% to %) overlaps an earlier one. It stays as it is; see "Entries that overlap" in docs/operations.md.',
        found.id, found.user_id, found.clock_in, coalesce(found.clock_out::text, 'still open');
    END IF;
  END LOOP;
  IF others > 20 THEN
    RAISE WARNING 'So do % further time entries.', others - 20;
  END IF;
END $$;

-- An entry is half-open, so that one may begin at the instant at which another ended; an open one goes on without an end.
ALTER TABLE time_entry ADD CONSTRAINT time_entry_apart
  EXCLUDE USING gist (user_id WITH =, tstzrange(clock_in, clock_out) WITH &&) WHERE (NOT overlaps_earlier);

-- NOT VALID leaves a value from before alone until the settings are saved again.
ALTER TABLE settings ADD CONSTRAINT settings_overtime_half_hours
  CHECK (overtime_threshold_hours * 2 = floor(overtime_threshold_hours * 2)) NOT VALID;
DO $$
BEGIN
  ALTER TABLE settings VALIDATE CONSTRAINT settings_overtime_half_hours;
EXCEPTION WHEN check_violation THEN
  RAISE WARNING 'The overtime threshold is no multiple of half an hour. It holds until the settings are saved the next time.';
END $$;
