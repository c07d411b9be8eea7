import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Driver from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import { expandLists, toPostgres } from '../../../../src/base/db/dialect.js';
import { openPostgres } from '../../../../src/base/db/open-postgres.js';
import { openSqlite } from '../../../../src/base/db/open-sqlite.js';
import { createTestDatabase } from '../../../support/engines.js';
import { needsPostgres, postgresPrograms } from '../../../support/postgres.js';

/** Both engines understand every statement in the source code, whether a test runs it or not. */

const literal = /`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g;
const isStatement = (text: string) =>
  /^\s*(SELECT\b[^;]*\bFROM\b|INSERT INTO\b|UPDATE\b[^;]*\bSET\b|DELETE FROM\b|WITH\b[^;]*\bSELECT\b)/.test(
    text,
  );

type Statement = { file: string; sql: string };

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** The texts of constants, for statements that are put together from them. */
function constantsIn(source: string): Map<string, string> {
  const constant = /\bconst (\w+)(?:: string)? =\s*(?:`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)')/g;
  const found = [...source.matchAll(constant)].map(([, name, a, b]) => [name!, a ?? b!] as const);
  const numbers = [...source.matchAll(/\bconst (\w+) = ([\d_]+);/g)].map(
    ([, name, value]) => [name!, value!.replaceAll('_', '')] as const,
  );
  return new Map([...found, ...numbers]);
}

function statementsOf(part: 'bot' | 'service'): { statements: Statement[]; computed: string[] } {
  const files = sourceFiles(resolve('src', part)).map((file) => ({
    file,
    source: readFileSync(file, 'utf8'),
  }));
  const everywhere = new Map(files.flatMap(({ source }) => [...constantsIn(source)]));
  const statements: Statement[] = [];
  const computed: string[] = [];
  for (const { file, source } of files) {
    const own = constantsIn(source);
    const fill = (text: string): string =>
      text.replace(/\$\{(\w+)\}/g, (whole, name) => {
        const known = own.get(name) ?? everywhere.get(name);
        return known === undefined ? whole : fill(known);
      });
    for (const [, quoted, plain] of source.matchAll(literal)) {
      const sql = fill((quoted ?? plain ?? '').replaceAll("\\'", "'"));
      if (!isStatement(sql)) continue;
      if (sql.includes('${')) computed.push(`${file}: ${sql}`);
      else statements.push({ file, sql });
    }
  }
  return { statements, computed };
}

/** A list parameter with two values, wherever the statement has a list. */
const withLists = (sql: string) => {
  const lists = [...sql.matchAll(/\bIN @(\w+)/g)].map(([, name]) => [name!, ['a', 'b']] as const);
  return expandLists(sql, Object.fromEntries(lists)).sql;
};

for (const part of ['bot', 'service'] as const)
  describe(`the statements of the ${part}`, () => {
    const migrations = resolve('data/migrations', part);
    const { statements, computed } = statementsOf(part);

    it('are found', () => {
      expect(statements.length).toBeGreaterThan(150);
      // Statements made by code are left to the contract tests of their stores.
      expect(computed.length).toBeLessThan(statements.length / 8);
    });

    it('are understood by SQLite', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'db-')), 'a.db');
      await (await openSqlite(path, migrations)).close();
      const db = new Driver(path);
      const refused: string[] = [];
      for (const { file, sql } of statements)
        try {
          db.prepare(withLists(sql));
        } catch (error) {
          refused.push(`${file}: ${(error as Error).message}: ${sql}`);
        }
      db.close();
      expect(refused).toEqual([]);
    });

    it.skipIf(postgresPrograms === null)(`are understood by PostgreSQL${needsPostgres}`, async () => {
      const url = await createTestDatabase();
      const place = { url, schema: part, applicationName: 'test', clock: systemClock, random: Math.random };
      await (await openPostgres(migrations, place)).close();
      const client = new pg.Client({ connectionString: url, options: `-c search_path=${part}` });
      await client.connect();
      const refused: string[] = [];
      for (const [at, { file, sql }] of statements.entries())
        await client
          .query(`PREPARE s${at} AS ${toPostgres(withLists(sql)).text}`)
          .catch((error) => refused.push(`${file}: ${error.message}: ${sql}`));
      await client.end();
      expect(refused).toEqual([]);
    });
  });
