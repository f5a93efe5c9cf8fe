-- The workplace's zones by their days: `[{"from", "zone"}]`, the first from ''. Reason: a change of the zone must not move the bounds
-- of days that have been. Empty where it never changed, and time_zone is the last.
ALTER TABLE settings ADD COLUMN zone_rules jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(zone_rules) = 'array');
ALTER TABLE settings ALTER COLUMN zone_rules DROP DEFAULT;
-- An older server reckons all days by the last zone.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 33';
