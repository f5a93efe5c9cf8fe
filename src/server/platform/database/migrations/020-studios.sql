-- Studios and their hubs, which were a fixed list. Reason: every workplace has others, and renames them.
--
-- The first ones are put in by the server at its start, so that a backup finds the tables empty.
--
-- An account names its studio as its department, as it always did: what an admin types there need not be a studio. Whoever renames
-- a studio renames it in the accounts too, each with a row of its own in the ledger.
CREATE TABLE studio (
  id uuid PRIMARY KEY,
  place integer NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 120),
  -- Stays with those who have it, and is offered to nobody else.
  is_retired boolean NOT NULL DEFAULT false,
  -- Two may change names in one save.
  UNIQUE (name) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE hub (
  id uuid PRIMARY KEY,
  studio_id uuid NOT NULL REFERENCES studio,
  place integer NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 120),
  is_retired boolean NOT NULL DEFAULT false,
  UNIQUE (studio_id, name) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX account_by_department ON account (department);
