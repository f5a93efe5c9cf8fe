-- What a punch costs the database besides what it says. Reason: hundreds of them are written in one second, in one statement.
--
-- Whose notification it is, of which entry it tells, and whose details they are: the one statement that writes all of these takes
-- the ids from the row it has just written, and no account and no entry is ever deleted. So these looks into the other table
-- can find nothing, and were an eighth of a punch.
ALTER TABLE activity_notification DROP CONSTRAINT activity_notification_user_id_fkey;
ALTER TABLE activity_notification DROP CONSTRAINT activity_notification_entry_id_fkey;
ALTER TABLE time_entry_detail DROP CONSTRAINT time_entry_detail_entry_id_fkey;

-- Breaks inside their entries are looked for once a statement, not once an entry.
DROP TRIGGER check_breaks_of_entry ON time_entry;
CREATE OR REPLACE FUNCTION check_breaks_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM changed JOIN time_entry_break b ON b.entry_id = changed.id
    WHERE b.started_at < changed.clock_in OR coalesce(b.ended_at, 'infinity') > coalesce(changed.clock_out, 'infinity')
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'time_entry_break_inside';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_breaks_of_entry AFTER UPDATE ON time_entry
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_breaks_of_entry();

-- Old answers are forgotten a day's worth at a time: that needs no tree.
DROP INDEX request_answer_by_time;
CREATE INDEX request_answer_by_time ON request_answer USING brin (created_at);
