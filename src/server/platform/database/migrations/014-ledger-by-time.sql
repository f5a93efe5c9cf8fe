-- An index on the ledger by its time. Reason: a clock that was ahead and has gone back is known by records that lie ahead of now,
-- and each punch looks at the newest.
CREATE INDEX ledger_by_time ON ledger (at);
