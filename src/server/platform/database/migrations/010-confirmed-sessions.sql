-- When a session's person entered their password for the last time. Reason: what gives power over an account asks for the own
-- password, unless it was entered a moment ago.
ALTER TABLE session ADD COLUMN password_entered_at timestamptz(3);
UPDATE session SET password_entered_at = created_at;
ALTER TABLE session ALTER COLUMN password_entered_at SET NOT NULL;
