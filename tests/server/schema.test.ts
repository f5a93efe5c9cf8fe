/** Compares `docs/schema.sql` with the catalogue, or writes it. PostgreSQL 15 and 18 show the same. */
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

const FILE = path.resolve(import.meta.dirname, '../../docs/schema.sql');
const COMMAND = 'npx vitest run tests/server/schema.test.ts -u';
const HEAD = `-- The tables as they stand after all migrations. Written by: ${COMMAND}
-- Sentences come from COMMENT ON. A check of one column has none if it says itself.
-- Each table also has the trigger refuse_older_server. Rights of the application: src/server/platform/database/rights.ts.
`;

interface Thing {
  readonly definition: string;
  readonly remark: string | null;
  /** Whether its definition alone does not say what it is for. */
  readonly needsRemark: boolean;
}

/** The lines of a table. */
const LINES = `
  SELECT attrelid AS relation, 1 AS place, attnum AS n, '' AS name, col_description(attrelid, attnum) AS remark, false AS "needsRemark",
    quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
      || CASE WHEN attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY'
        WHEN attgenerated <> '' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid, true) || ') STORED'
        ELSE coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid, true), '') END AS definition
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT conrelid, 1 + strpos('pufxc', contype::text), 0, conname, obj_description(oid, 'pg_constraint'),
    contype = 'x' OR contype = 'c' AND cardinality(conkey) > 1,
    'CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true)
  FROM pg_constraint WHERE contype IN ('p', 'u', 'f', 'x', 'c')`;

/** Tables with their indexes and triggers, then views and functions. */
const STATEMENTS = `
  WITH relation AS (
    SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = current_schema()::regnamespace
  )
  SELECT relname AS relation, 1 AS place, oid, '' AS name, obj_description(oid, 'pg_class') AS remark, true AS "needsRemark",
    'CREATE TABLE ' || quote_ident(relname) AS definition
  FROM relation WHERE relkind = 'r'
  UNION ALL
  SELECT r.relname, 2, NULL, i.relname, obj_description(i.oid, 'pg_class'), false, pg_get_indexdef(i.oid)
  FROM pg_index JOIN relation r ON r.oid = indrelid JOIN pg_class i ON i.oid = indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid AND conrelid = r.oid)
  UNION ALL
  SELECT relname, 3, NULL, tgname, obj_description(t.oid, 'pg_trigger'), true, pg_get_triggerdef(t.oid, true)
  FROM pg_trigger t JOIN relation r ON r.oid = tgrelid WHERE NOT tgisinternal AND tgname <> 'refuse_older_server'
  UNION ALL
  SELECT NULL, 4, NULL, relname, obj_description(oid, 'pg_class'), true,
    'CREATE VIEW ' || relname || E' AS\\n' || rtrim(pg_get_viewdef(oid, true), ';')
  FROM relation WHERE relkind = 'v'
  UNION ALL
  SELECT NULL, 5, NULL, proname, obj_description(oid, 'pg_proc'), false, rtrim(pg_get_functiondef(oid), E'\\n')
  FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`;

let test: TestDatabase;
let statements: (Thing & { readonly oid: number | null; readonly place: number })[];
let lines: (Thing & { readonly relation: number })[];
beforeAll(async () => {
  test = await cloneDatabase();
  const sorted = (sql: string, by: string) =>
    test.owner.query(`SELECT * FROM (${sql}) all_of_it ORDER BY ${by}, name COLLATE "C"`);
  ({ rows: statements } = await sorted(STATEMENTS, 'relation COLLATE "C" NULLS LAST, place'));
  ({ rows: lines } = await sorted(LINES, 'relation, place, n'));
});
afterAll(() => test.drop());

const linesOf = (oid: number) => lines.filter(({ relation }) => relation === oid);

const FUNCTION = 5;

/** Leaves out what PostgreSQL adds to what was written, and wraps long lines. */
const readable = (definition: string): string =>
  definition
    .replaceAll(/('[^']*')::(text|jsonpath)/g, '$1')
    .replaceAll(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'IN ($1)')
    .replaceAll(/<> ALL \(ARRAY\[([^\]]*)\]\)/g, 'NOT IN ($1)')
    .replaceAll(/timestamp(\(3\))? with time zone/g, 'timestamptz$1')
    .replaceAll(' USING btree', '')
    .replaceAll(/^(.*)$/gm, (line) => line.replaceAll(/(.{90,}?) (?=AND |OR |WHEN |EXECUTE )/g, '$1\n  '));

const remarked = ({ remark }: Thing, text: string, indent = ''): string =>
  `${remark ? `${indent}-- ${remark}\n` : ''}${text.replaceAll(/^/gm, indent)}`;

function write(): string {
  const texts = statements.map((statement) => {
    const { definition, place, oid } = statement;
    if (place === FUNCTION)
      return remarked(statement, definition.replace(' OR REPLACE', '').replaceAll('$function$', '$$$$'));
    if (oid === null) return remarked(statement, readable(definition));
    const inside = linesOf(oid).map((line) => remarked(line, readable(line.definition), '  '));
    return remarked(statement, `${definition} (\n${inside.join(',\n')}\n)`);
  });
  return [HEAD, ...texts.map((text) => `${text.replaceAll(/\bpublic\./g, '')};\n`)].join('\n');
}

it('docs/schema.sql shows what stands in a migrated database', async () => {
  await expect(write(), `A migration changed the schema: ${COMMAND} writes the file.`).toMatchFileSnapshot(
    FILE,
  );
});

it('every table, view and trigger says what it is for, and every rule over several columns', () => {
  const all = [...statements, ...statements.flatMap(({ oid }) => (oid === null ? [] : linesOf(oid)))];
  const silent = all.filter(({ needsRemark, remark }) => needsRemark && !remark);
  expect(silent.map(({ definition }) => definition)).toEqual([]);
});

it("a function that names its search path, or has its owner's rights, looks for temporary tables last", () => {
  const functions = statements.filter(({ place }) => place === FUNCTION).map(({ definition }) => definition);
  const bound = functions.filter((text) => /SECURITY DEFINER|SET search_path/.test(text));
  const safe = /SET search_path TO 'pg_catalog', 'public', 'pg_temp'/;
  expect(bound.length).toBeGreaterThan(0);
  expect(bound.filter((text) => !safe.test(text))).toEqual([]);
});
