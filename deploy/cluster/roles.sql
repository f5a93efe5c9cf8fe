-- Once, on the primary as postgres. The owner may make roles, since Punctual works as one of its own.
CREATE ROLE punctual LOGIN CREATEROLE PASSWORD '{{password}}';
CREATE DATABASE punctual OWNER punctual;
\connect punctual
CREATE EXTENSION btree_gist;
CREATE ROLE pgbouncer LOGIN PASSWORD '{{password}}';
CREATE SCHEMA pgbouncer AUTHORIZATION pgbouncer;
CREATE FUNCTION pgbouncer.look_up(asked text, OUT usename name, OUT passwd text) RETURNS SETOF record
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS 'SELECT usename, passwd FROM pg_shadow WHERE usename = asked AND NOT usesuper';
REVOKE ALL ON FUNCTION pgbouncer.look_up FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pgbouncer.look_up TO pgbouncer;
