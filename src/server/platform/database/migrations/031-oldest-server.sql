-- A server that runs on while a newer one migrates its database writes nothing more; 1.6.4 and earlier do not tell their
-- number. Each later migration names the oldest server that may still write by replacing oldest_server(): its own number,
-- or that of the function before. Each new table gets the trigger, too. Other people's tables are left alone.
CREATE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 31';

-- The owner's own connections have other names. The code is of a class that every version answers with 503.
CREATE FUNCTION refuse_older_server() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') ~ '^punctual( [0-9]+)?$'
    AND coalesce(nullif(substr(current_setting('application_name'), 10), '')::integer, 0) < oldest_server() THEN
    RAISE EXCEPTION 'A newer version of Punctual works on this database' USING ERRCODE = '53400';
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
    AND tableowner = current_user AND tablename <> 'schema_migrations' LOOP
    EXECUTE format('CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server()', name);
  END LOOP;
END $$;
