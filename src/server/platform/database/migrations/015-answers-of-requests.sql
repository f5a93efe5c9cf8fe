-- Answers are kept of other requests than punches too. Reason: an answer lost on its way made registration, saving the settings and
-- adding an employee look as if they had failed.
ALTER TABLE punch_request RENAME TO request_answer;
ALTER TABLE request_answer RENAME CONSTRAINT punch_request_pkey TO request_answer_pkey;
ALTER INDEX punch_request_by_time RENAME TO request_answer_by_time;
-- Who registers has no account yet, and asks under the nil uuid.
ALTER TABLE request_answer DROP CONSTRAINT punch_request_user_id_fkey;
ALTER TABLE request_answer RENAME COLUMN user_id TO asked_by;
