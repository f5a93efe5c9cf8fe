-- The address that the server itself saw at a clock-in, beside the one that the look-up told. Reason: a client can claim any address,
-- or none. Erased with the other details of an entry; entries from before have none.
ALTER TABLE time_entry_detail ADD COLUMN seen_address text;
