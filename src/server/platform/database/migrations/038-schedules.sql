-- Hours of people that differ from the work settings. Reason: part-timers were late and short of hours on every day.
CREATE TABLE schedule (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  is_retired boolean NOT NULL,
  -- `[{"from", "days"}]`: one or two weeks of days, the first from ''.
  versions json NOT NULL CHECK (json_typeof(versions) = 'array'),
  -- `{"region", "holidays"}` of its people, as of another region. Null: the workplace's.
  holidays json
);
-- A person has the schedule from a day on, until the next row. Null: the work settings.
CREATE TABLE schedule_of (
  user_id uuid NOT NULL REFERENCES account,
  from_day date NOT NULL,
  schedule_id uuid REFERENCES schedule,
  PRIMARY KEY (user_id, from_day)
);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON schedule
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON schedule_of
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
-- An older server judges everybody by the work settings.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 38';
