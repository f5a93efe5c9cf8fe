-- Which half of a holiday is free. Reason: Christmas Eve and New Year's Eve are free from noon in many places, so nobody is late in
-- the afternoon, and everybody is expected in the morning. Half a holiday of before stays free in the morning.
ALTER TABLE holiday ADD COLUMN is_afternoon boolean NOT NULL DEFAULT false CHECK (is_half OR NOT is_afternoon);

-- Schedules have lists of their own.
CREATE FUNCTION has_free_afternoons() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM holiday WHERE is_afternoon)
    OR EXISTS (SELECT FROM schedule WHERE holidays::jsonb @? '$.holidays[*].isAfternoon')
$$;

-- An older server expects people in the wrong half, so it stops writing when the first such day is saved.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN has_free_afternoons() THEN 49 WHEN has_leave_by_halves() THEN 48 WHEN EXISTS (SELECT FROM account WHERE length(employed_since) > 0) THEN 47
    WHEN EXISTS (SELECT FROM second_factor) THEN 46 WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END';
