-- The language of the workplace, and the one a person chose. Reason: who clocks in reads English seldom, and a register must be legible
-- to the inspectors of its country. An older server writes English and keeps what is here.
ALTER TABLE settings ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
ALTER TABLE account ADD COLUMN language text CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

COMMENT ON COLUMN settings.language IS 'Of files and letters, and of people who have not chosen one.';
COMMENT ON COLUMN account.language IS 'Null: the language of the workplace.';
