-- The workplace in the settings: its name, who can register, how times and weeks are shown; and accounts that wait for an
-- admin's approval. Reason: whoever installs Punctual wants their own workplace in it, and not everybody wants everybody in it.

ALTER TABLE settings
  ADD COLUMN workplace_name text NOT NULL DEFAULT '' CHECK (length(workplace_name) <= 60),
  ADD COLUMN registration text NOT NULL DEFAULT 'open' CHECK (registration IN ('open', 'invitation', 'approval', 'off')),
  ADD COLUMN hour_format text NOT NULL DEFAULT '24h' CHECK (hour_format IN ('24h', '12h')),
  ADD COLUMN first_weekday integer NOT NULL DEFAULT 1 CHECK (first_weekday IN (1, 6, 7)),
  -- The present invitation link is made from this number and the installation's key, so that no copy of the ledger has it.
  ADD COLUMN invitation integer NOT NULL DEFAULT 1 CHECK (invitation >= 1),
  -- Whoever has worked with it until now has set it up.
  ADD COLUMN is_set_up boolean NOT NULL DEFAULT true;
ALTER TABLE settings
  ALTER COLUMN workplace_name DROP DEFAULT,
  ALTER COLUMN registration DROP DEFAULT,
  ALTER COLUMN hour_format DROP DEFAULT,
  ALTER COLUMN first_weekday DROP DEFAULT,
  ALTER COLUMN invitation DROP DEFAULT,
  ALTER COLUMN is_set_up DROP DEFAULT;

-- Who registered and is neither approved nor refused yet.
ALTER TABLE account
  ADD COLUMN awaits_approval boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT account_waits_inactive CHECK (NOT (awaits_approval AND is_active));
