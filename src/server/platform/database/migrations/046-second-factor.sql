-- Second factors: an authenticator app, passkeys and recovery codes. Reason: a password alone is guessed, reused or phished.
CREATE TABLE second_factor (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('app', 'passkey')),
  name text NOT NULL,
  -- An app's secret, encrypted by a key that is in no table, or a passkey's public key.
  key bytea NOT NULL,
  -- Time step of an app's last code, or a passkey's own count: each works once.
  counter bigint NOT NULL DEFAULT 0,
  credential_id text UNIQUE CHECK ((credential_id IS NULL) = (kind = 'app')),
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE UNIQUE INDEX second_factor_one_app ON second_factor (user_id) WHERE kind = 'app';
CREATE INDEX second_factor_of ON second_factor (user_id);

CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  used_at timestamptz(3),
  PRIMARY KEY (user_id, hash)
);

-- Questions that wait for an answer, for some minutes: with a person and the password that was right for the second step of
-- a sign-in, with neither for a passkey alone or a new one.
CREATE TABLE second_step (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id uuid REFERENCES account ON DELETE CASCADE,
  password_hash text CHECK ((password_hash IS NULL) = (user_id IS NULL)),
  expires_at timestamptz(3) NOT NULL
);

-- When the second factor was passed there by somebody who said that the device is their own.
ALTER TABLE known_device ADD COLUMN factor_at timestamptz(3);

ALTER TABLE settings ADD COLUMN second_factor text NOT NULL DEFAULT 'optional' CHECK (second_factor IN ('optional', 'admins', 'all')),
  -- When it was last made stricter; '' for never.
  ADD COLUMN second_factor_since text NOT NULL DEFAULT '';
ALTER TABLE settings ALTER COLUMN second_factor DROP DEFAULT, ALTER COLUMN second_factor_since DROP DEFAULT;

-- By when they must have a factor; null while they have one, or need none. Kept by triggers, since each request reads it.
ALTER TABLE account ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false,
  ADD COLUMN second_factor_by timestamptz(3);

CREATE FUNCTION due_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.second_factor_by := (
    SELECT greatest(nullif(second_factor_since, '')::timestamptz, NEW.created_at) + interval '7 days' FROM settings
    WHERE NOT NEW.has_second_factor AND (second_factor = 'all' OR (second_factor = 'admins' AND NEW.role = 'admin'))
      -- Their provider asks for one.
      AND NOT EXISTS (SELECT FROM identity WHERE account = NEW.id));
  RETURN NEW;
-- People are registered also when the settings are lost.
EXCEPTION WHEN undefined_table THEN
  RETURN NEW;
END $$;
CREATE TRIGGER due_second_factor BEFORE INSERT OR UPDATE OF role, has_second_factor ON account
  FOR EACH ROW EXECUTE FUNCTION due_second_factor();

CREATE FUNCTION due_no_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET role = role WHERE id = NEW.account;
  RETURN NULL;
END $$;
CREATE TRIGGER due_no_second_factor AFTER INSERT ON identity FOR EACH ROW EXECUTE FUNCTION due_no_second_factor();

-- With the owner's rights: the application cannot put off the day itself.
CREATE FUNCTION due_second_factors() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_RELID <> 'settings'::regclass THEN
    RAISE EXCEPTION 'only the settings require second factors' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE account SET role = role WHERE NOT has_second_factor;
  RETURN NULL;
END $$;
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION due_second_factors() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
CREATE TRIGGER due_second_factors AFTER UPDATE OF second_factor, second_factor_since ON settings FOR EACH ROW
  WHEN (OLD.second_factor <> NEW.second_factor OR OLD.second_factor_since <> NEW.second_factor_since)
  EXECUTE FUNCTION due_second_factors();

CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON second_factor
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON recovery_code
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON second_step
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();

-- Older servers would ask for no second factor, so they stop writing when the first is set up.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN EXISTS (SELECT FROM second_factor) THEN 46 WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END';
