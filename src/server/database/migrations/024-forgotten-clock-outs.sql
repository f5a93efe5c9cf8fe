-- Forgotten clock-outs. Reason: whoever forgot to clock out was told so by nobody, and could not clock in before an admin had closed
-- what stood open; they are reminded now, say themselves when they left, and clock in meanwhile.

-- How long after the shift's end somebody still clocked in is reminded, and how far back hours can be corrected.
ALTER TABLE settings
  ADD COLUMN reminder_minutes integer NOT NULL DEFAULT 60 CHECK (reminder_minutes BETWEEN 15 AND 480),
  ADD COLUMN correction_days integer NOT NULL DEFAULT 62 CHECK (correction_days BETWEEN 1 AND 366);
ALTER TABLE settings ALTER COLUMN reminder_minutes DROP DEFAULT, ALTER COLUMN correction_days DROP DEFAULT;
