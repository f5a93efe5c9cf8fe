-- A salt for each account. Reason: the ledger is never changed, so it holds names and e-mail addresses as digests only, made with
-- this salt; whoever erases a person erases it too, and the digests tell nothing any more.
ALTER TABLE account ADD COLUMN ledger_salt bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) CHECK (length(ledger_salt) = 16);
