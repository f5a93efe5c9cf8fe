-- What the nightly check of the record found, and how far one under way is. Reason: admins see it in the settings, after a restart
-- too, and of servers that share a database one checks for all.
CREATE TABLE record_check (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- The last one that came to its end; all three, or none of them.
  ended_at timestamptz,
  records bigint,
  faults jsonb,
  CHECK (num_nulls(ended_at, records, faults) IN (0, 3)),
  -- The one under way, and when it was last heard of.
  heard_at timestamptz,
  done bigint,
  total bigint,
  CHECK (num_nulls(heard_at, done, total) IN (0, 3))
);
