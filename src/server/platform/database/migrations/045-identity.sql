-- Who signs in at the OpenID Connect provider, and the account that is theirs. Reason: companies have one sign-in for everything.
-- The provider's subject never changes and is nobody else's; an email address may go to another person.

-- With the owner's rights: servers of the version before have none to this table, and oldest_server() reads it.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION refuse_older_server() SECURITY DEFINER SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;

CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL CHECK (subject <> '' AND length(subject) <= 255),
  account uuid NOT NULL REFERENCES account,
  linked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_by_account ON identity (account);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON identity
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();

-- An older server knows no such row of the ledger, so it stops writing when the first comes.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END';
