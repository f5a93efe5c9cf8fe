-- A key for the places in the feed that admins' browsers are given. Reason: they are made of transaction numbers, which would
-- tell how much goes on in the database; sealed with this key they tell nothing, and cannot be made up.
ALTER TABLE installation ADD COLUMN cursor_key bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  CHECK (length(cursor_key) = 32);
