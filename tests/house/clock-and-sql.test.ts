import { describe, expect, it } from 'vitest';
import { oldestServer } from '#server/platform/database/migrate';
import { callsOf, files, read, sources, textsOf } from './sources.ts';

const CLOCKS = ['src/server/platform/clock.ts', 'src/web/time/clock.ts'];
const READS_THE_CLOCK = /^(Date\.now\/0|new Date\/0|Date\/0|Temporal\.Now\..*|process\.hrtime.*)$/;
const ASKS_THE_DATABASE_FOR_THE_TIME =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|\b(current_timestamp|current_date|current_time|localtimestamp|localtime)\b/i;
const SQL =
  /\b(select\s[\s\S]*\bfrom\b|select\s+\w+\s*\(|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|(create|alter|drop)\s+(table|index|role|schema|database|type)\b|begin\s+isolation|^\s*(listen|notify)\s)/i;
const MAY_HOLD_SQL = /(^src\/server\/platform\/database\/|\/([a-z-]+-)?(commands|queries)\.ts$)/;

const withoutComments = (sql: string): string => sql.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

/** SQL that removes what servers of the version before may need, or demands a value that they do not write. */
const TAKES_AWAY =
  /\bDROP (TABLE|COLUMN|DEFAULT|VIEW)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER COLUMN \w+ (SET DATA )?TYPE\b|\bADD COLUMN (?=[^,;]*NOT NULL)(?![^,;]*DEFAULT)/i;

describe('the clock and the database', () => {
  it('the clock is read in two files only, one on the server and one in the browser', () => {
    const readers = sources('src')
      .filter((source) => !CLOCKS.includes(source.path))
      .flatMap((source) =>
        callsOf(source)
          .filter((call) => READS_THE_CLOCK.test(call))
          .map((call) => `${source.path}: ${call}`),
      );
    expect(readers).toEqual([]);
  });

  it('SQL takes times as parameters and never reads the clock of the database', () => {
    const migrations = files('src', ['.sql'])
      .map(read)
      .filter((file) => ASKS_THE_DATABASE_FOR_THE_TIME.test(withoutComments(file.text)));
    const statements = [...sources('src/server'), ...sources('src/cli')].filter((source) =>
      textsOf(source).some(
        (text) => SQL.test(text) && ASKS_THE_DATABASE_FOR_THE_TIME.test(withoutComments(text)),
      ),
    );
    expect([...migrations, ...statements].map((file) => file.path)).toEqual([]);
  });

  it('SQL is only in commands, queries and the database folder', () => {
    const elsewhere = sources('src')
      .filter((source) => !MAY_HOLD_SQL.test(source.path))
      .flatMap((source) =>
        textsOf(source)
          .filter((text) => SQL.test(text))
          .map((text) => `${source.path}: ${text.slice(0, 60)}`),
      );
    expect(elsewhere).toEqual([]);
  });

  it('migrations have no gaps in their numbers, and each gives its reason in the first line', () => {
    const migrations = files('src/server/platform/database/migrations', ['.sql']);
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.map((path) => Number(/(\d+)-[a-z0-9-]+\.sql$/.exec(path)?.[1]))).toEqual(
      migrations.map((_, index) => index + 1),
    );
    expect(migrations.filter((path) => !read(path).text.startsWith('--'))).toEqual([]);
  });

  it('a migration takes from older servers at most, and names the oldest that may still write', () => {
    const found = files('src/server/platform/database/migrations', ['.sql']).slice(42).map(read);
    const numbered = found.map(({ text, path }, index) => ({ text, path, number: 43 + index }));
    const tooNew = numbered.filter(({ text, number }) => oldestServer({ sql: text }) >= number);
    const silent = numbered.filter(
      ({ text }) => TAKES_AWAY.test(withoutComments(text)) && oldestServer({ sql: text }) === 0,
    );
    expect([...tooNew, ...silent].map(({ path }) => path)).toEqual([]);
  });
});
