-- The ledger holds a digest of each notification's text, made with this salt; erased with it. Null for those of before.
ALTER TABLE activity_notification ADD COLUMN salt bytea CHECK (length(salt) = 16);
