-- People whom an employee leads: a studio, a hub or one person, from a day on. Reason: admins decided every request themselves.
CREATE TABLE lead (
  lead_id uuid NOT NULL REFERENCES account,
  n integer NOT NULL,
  scope text NOT NULL CHECK (scope IN ('studio', 'hub', 'person')),
  -- Of a studio, a hub or an account. A studio that was removed has nobody.
  scope_id uuid NOT NULL CHECK (scope_id <> lead_id),
  from_day date NOT NULL,
  until_day date CHECK (until_day >= from_day),
  PRIMARY KEY (lead_id, n)
);
CREATE TRIGGER refuse_older_server BEFORE INSERT OR UPDATE OR DELETE ON lead
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_older_server();

-- The scope of each lead. Nothing else says who leads whom: active employees only, and nobody themselves.
CREATE VIEW led AS
SELECT l.lead_id, a.id AS user_id, l.from_day, coalesce(l.until_day, 'infinity') AS until_day
FROM lead l
JOIN account o ON o.id = l.lead_id AND o.is_active AND o.role = 'employee'
LEFT JOIN hub h ON l.scope = 'hub' AND h.id = l.scope_id
LEFT JOIN studio s ON s.id = CASE l.scope WHEN 'studio' THEN l.scope_id ELSE h.studio_id END
JOIN account a ON a.id <> l.lead_id AND a.is_active AND a.role = 'employee'
  AND (l.scope = 'person' AND a.id = l.scope_id OR a.department = s.name AND (h.id IS NULL OR a.hub = h.name));

-- An older server knows no such row of the ledger.
CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 41';
