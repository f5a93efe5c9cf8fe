-- The public half of the key that payroll files are signed with. Reason: servers that share a database sign with one key, and who
-- receives the files has one to check them by. The other half is a file, which no backup holds.
CREATE TABLE signing_key (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- SubjectPublicKeyInfo, DER: 44 bytes for Ed25519.
  public_key bytea NOT NULL CHECK (length(public_key) = 44),
  since timestamptz NOT NULL
);
