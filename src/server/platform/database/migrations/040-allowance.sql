-- Leave of a year, by rules of the workplace: `[{"year", "unit", "amount", "carriedMonths"}]`, earliest first.
-- Reason: nobody could see what is left. Amounts are days, or minutes where the unit is hours.
ALTER TABLE settings ADD COLUMN leave_allowances json NOT NULL DEFAULT '[]' CHECK (json_typeof(leave_allowances) = 'array');

-- An admin's figures for a person and year; null leaves one to the rules. The last row counts, the others stay.
CREATE TABLE leave_grant (
  user_id uuid NOT NULL REFERENCES account,
  year integer NOT NULL,
  n integer NOT NULL CHECK (n > 0),
  amount double precision CHECK (amount >= 0),
  carried double precision,
  granted_by uuid NOT NULL REFERENCES account,
  granted_at timestamptz NOT NULL,
  -- The ledger holds a digest of the reason, made with this salt; erased with it.
  reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  salt bytea NOT NULL,
  PRIMARY KEY (user_id, year, n)
);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON leave_grant
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
