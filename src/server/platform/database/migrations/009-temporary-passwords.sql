-- A temporary password runs out, and no password is stored in clear. Reason: one for all, kept in clear and valid for ever, let any
-- newcomer open the account of a colleague who had not signed in yet.

-- Of a temporary password only: from then on it opens nothing, and an admin sets a new one.
ALTER TABLE account ADD COLUMN password_expires_at timestamptz(3);
UPDATE account SET password_expires_at = created_at + interval '72 hours' WHERE must_change_password;
ALTER TABLE account ADD CONSTRAINT account_own_password_stays CHECK (must_change_password OR password_expires_at IS NULL);

DROP TABLE temporary_password;
