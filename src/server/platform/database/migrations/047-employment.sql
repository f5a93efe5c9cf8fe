-- First day of employment, and spans of it. Reason: the account may be made later than the first day of work, and somebody who
-- left may come back: days outside the employment have no target and are no absences.
ALTER TABLE account ADD COLUMN employed_since text NOT NULL DEFAULT '' CHECK (employed_since ~ '^(\d{4}-\d\d-\d\d)?$');

-- The steps of an employment stand on the ledger. Few rows are of these kinds.
CREATE INDEX ledger_employment ON ledger (chain, n)
  WHERE kind IN ('employee_deactivated', 'employee_reactivated', 'employee_approved');

-- Older servers write no first day, and count targets without it, so they stop writing when the first is set.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN EXISTS (SELECT FROM account WHERE length(employed_since) > 0) THEN 47 WHEN EXISTS (SELECT FROM second_factor) THEN 46
    WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END';
