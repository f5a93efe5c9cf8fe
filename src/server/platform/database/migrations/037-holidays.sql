-- Public holidays of the workplace, and the workplace's own free days. Reason: on a public holiday everybody counted as missing.
CREATE TABLE holiday (
  day date PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  is_half boolean NOT NULL
);
-- Changes with each change of the holidays, so that readers know what they have read. Null while there were none.
ALTER TABLE settings ADD COLUMN plans_id uuid;
-- Country and region whose holidays were chosen, as 'DE-BY'; '' for none.
ALTER TABLE settings ADD COLUMN holiday_region text NOT NULL DEFAULT '';
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON holiday
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
-- An older server expects people on holidays.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 37';
