-- Links for choosing a new password, and sessions that outlive their token. Reason: who forgot the password asks for a link by
-- mail (decisions §3), and who changes it goes on in the same browser while every other one is signed out.

-- One a person: a newer link takes the older one's place. Only the hash of a token is stored.
CREATE TABLE password_reset (
  user_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  -- Where the link was sent: it is worth nothing once the account has another address.
  email text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);

-- A password change gives a session a new token; its live streams know it by this.
ALTER TABLE session ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX session_by_id ON session (id);

DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'punctual_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON password_reset TO punctual_app;
  END IF;
END $$;
