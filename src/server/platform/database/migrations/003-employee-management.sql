-- Reason: admins add employees, and close entries that were left open; the last active admin stays, whoever asks.

-- An entry that an admin closed: who, why and when (decisions §1). The entry's clock-out is the time the admin gave.
CREATE TABLE time_entry_closing (
  entry_id uuid PRIMARY KEY REFERENCES time_entry,
  closed_by uuid NOT NULL REFERENCES account,
  reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  at timestamptz(3) NOT NULL
);

-- The first password of whom an admin adds, made once for the installation unless TEMPORARY_PASSWORD names one (decisions §3).
-- In plain text, since admins hand it on; it opens an account only until its owner has chosen a password.
CREATE TABLE temporary_password (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  password text NOT NULL
);

-- There is always an active admin (decisions §3). One at a time over all admins, so that two of them cannot take each other out.
CREATE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305003);
  IF NOT EXISTS (SELECT 1 FROM account WHERE role = 'admin' AND is_active) THEN
    RAISE EXCEPTION 'the last active admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_keep_an_admin';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_an_admin AFTER UPDATE OF role, is_active ON account FOR EACH ROW
  WHEN (OLD.role = 'admin' AND OLD.is_active AND NOT (NEW.role = 'admin' AND NEW.is_active)) EXECUTE FUNCTION keep_an_admin();

DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'punctual_app') THEN
    GRANT SELECT, INSERT ON time_entry_closing, temporary_password TO punctual_app;
  END IF;
END $$;
