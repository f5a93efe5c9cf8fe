-- Failed sign-ins and other limited actions, counted by all servers together. Reason: each server counted in its memory, so two
-- servers allowed twice as much. `rate-limiter-flexible` writes it. Keys are hashes.
-- Unlogged: counting waits for no disk and reaches no standby. A crash of PostgreSQL forgives, as a restart of the server did.
CREATE UNLOGGED TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL,
  -- Epoch milliseconds.
  expire bigint NOT NULL
);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON rate_limit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();
