-- How long an open entry of yesterday is a night shift under way, in hours; older, it was left open. Reason: whoever works over
-- midnight has forgotten nothing.
ALTER TABLE settings ADD COLUMN night_shift_hours integer NOT NULL DEFAULT 16 CHECK (night_shift_hours BETWEEN 0 AND 20);
ALTER TABLE settings ALTER COLUMN night_shift_hours DROP DEFAULT;
