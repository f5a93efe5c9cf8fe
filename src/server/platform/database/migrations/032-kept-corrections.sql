-- An objection that an admin has replied to stands, waits for nobody, and is no longer among what is to be reviewed.
ALTER TABLE correction DROP CONSTRAINT correction_settled;
ALTER TABLE correction ADD CONSTRAINT correction_settled CHECK (
  (decided_by IS NULL) = (decided_at IS NULL) AND (state = 'agreed' OR NOT self_decided)
  AND CASE WHEN state = 'objected' THEN decided_by IS NULL OR decided_by <> user_id AND decision_reason IS NOT NULL
    ELSE (decided_by IS NULL) = (state IN ('asked', 'sent-back', 'made')) END);
-- A reply is a step, too, though the state stays.
DROP TRIGGER correction_steps ON correction;
CREATE TRIGGER correction_steps BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state <> 'made' OR OLD.decided_at IS DISTINCT FROM NEW.decided_at)
  EXECUTE FUNCTION count_step_of_correction();
-- An older server does not know the step of a reply.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 32';
