-- A period changes only together with its row of the ledger. Reason: two UPDATEs with the application's rights reopened a period and
-- swapped what is frozen, and payroll was handed the forged hours.

-- SHA-256 of the hours that were confirmed. Null for a confirmation of before, which holds whatever they were.
ALTER TABLE period ADD COLUMN confirmed_hash bytea CHECK (length(confirmed_hash) = 32);

-- The row is the last one of the person's chain, written earlier in the same transaction.
CREATE FUNCTION check_period_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger_head h JOIN ledger l ON l.chain = h.chain AND l.n = h.n
    WHERE h.chain = NEW.user_id AND l.txid = pg_current_xact_id() AND (l.body::jsonb #>> '{data,period,first}')::date = NEW.first
      AND l.kind = CASE
        WHEN NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN 'period_closed'
        WHEN NEW.reopened_at IS DISTINCT FROM OLD.reopened_at THEN 'period_reopened'
        WHEN NEW.objected_at IS DISTINCT FROM OLD.objected_at THEN 'period_objected'
        ELSE 'period_confirmed' END
      AND (l.kind = 'period_reopened') = (OLD.is_closed IS TRUE)
      AND CASE WHEN l.kind = 'period_closed' THEN l.body::jsonb #>> '{data,summary}' = encode(NEW.frozen_hash, 'hex')
        ELSE (NEW.frozen, NEW.frozen_hash) IS NOT DISTINCT FROM (OLD.frozen, OLD.frozen_hash) END
      AND NEW.confirmed_hash IS NOT DISTINCT FROM
        CASE WHEN l.kind = 'period_confirmed' THEN decode(l.body::jsonb #>> '{data,figures}', 'hex') ELSE OLD.confirmed_hash END
  ) THEN
    RAISE EXCEPTION 'the ledger does not tell of this change of a period' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_recorded';
  END IF;
  RETURN NULL;
END $$;
-- Whoever erases words changes their salt, which the application may not.
CREATE TRIGGER period_begins_recorded AFTER INSERT ON period FOR EACH ROW EXECUTE FUNCTION check_period_recorded();
CREATE TRIGGER period_recorded AFTER UPDATE ON period FOR EACH ROW WHEN (NEW.salt = OLD.salt) EXECUTE FUNCTION check_period_recorded();
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION check_period_recorded() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;

-- Each step of a correction is counted here: the application has no right to write the count.
CREATE FUNCTION count_step_of_correction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER correction_steps BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state <> 'made') EXECUTE FUNCTION count_step_of_correction();
