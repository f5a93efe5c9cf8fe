-- The hours that days are judged by, from a day on: `[{"from", ...}]`, the first from ''. Reason: a change of the hours must not move
-- the figures of days that have been. Empty where they never changed since this migration.
ALTER TABLE settings ADD COLUMN work_rules jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(work_rules) = 'array');
ALTER TABLE settings ALTER COLUMN work_rules DROP DEFAULT;
-- An older server judges all days by the last hours.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 36';
