-- An admin's decision of a request is undone within a minute of it. Reason: nothing took a wrong press back.
DROP TRIGGER correction_moves ON correction;
CREATE TRIGGER correction_moves BEFORE UPDATE ON correction FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
    ('asked', 'agreed'), ('asked', 'declined'), ('asked', 'sent-back'), ('asked', 'withdrawn'), ('asked', 'made'),
    ('sent-back', 'agreed'), ('sent-back', 'declined'), ('sent-back', 'withdrawn'),
    ('made', 'agreed'), ('made', 'objected'), ('objected', 'agreed'), ('objected', 'taken-back'))
    AND NOT (NEW.state = 'asked' AND OLD.state IN ('agreed', 'declined') AND OLD.asked_by = OLD.user_id AND OLD.sent_back_by IS NULL
      AND OLD.decided_by <> OLD.user_id AND NEW.updated_at <= OLD.decided_at + interval '1 minute'))
  EXECUTE FUNCTION refuse_move_of_correction();
-- An older server knows neither this step nor that files are fetched on the record.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 35';
