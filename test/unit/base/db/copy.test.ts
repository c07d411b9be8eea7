import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Driver from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyToPostgres } from '../../../../src/base/db/copy.js';
import type { Database } from '../../../../src/base/db/database.js';
import { openSqlite } from '../../../../src/base/db/open-sqlite.js';
import { createTestSchema, openTestSchema } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';
import { needsPostgres, postgresPrograms } from '../../../support/postgres.js';

const tables = `
  CREATE TABLE keeper (id TEXT PRIMARY KEY, pets INTEGER NOT NULL DEFAULT 0,
    note TEXT) STRICT;
  CREATE TABLE animal (id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL REFERENCES keeper (id),
    weight REAL, picture BLOB, fed_at INTEGER) STRICT;
  CREATE TABLE meal (id INTEGER PRIMARY KEY /* identity */, food TEXT NOT NULL) STRICT;`;
const migrations = folderWith({
  '001-pet.sql': tables,
  '002-count.sqlite.sql': `CREATE TRIGGER counted AFTER INSERT ON animal
    BEGIN UPDATE keeper SET pets = pets + 1 WHERE id = NEW.owner; END;`,
  '002-count.postgres.sql': `
    CREATE FUNCTION count_pet() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE keeper SET pets = pets + 1 WHERE id = NEW.owner; RETURN NEW; END $$;
    CREATE TRIGGER counted AFTER INSERT ON animal FOR EACH ROW EXECUTE FUNCTION count_pet();`,
});

describe.skipIf(postgresPrograms === null)(`copying a SQLite file to PostgreSQL${needsPostgres}`, () => {
  let path: string;
  let url: string;
  let schema: string;
  let target: Database;
  beforeAll(async () => {
    path = join(mkdtempSync(join(tmpdir(), 'copy-')), 'a.db');
    const source = await openSqlite(path, migrations);
    await source.run(`INSERT INTO keeper (id) VALUES ('Zoë'), ('ana'), ('Ben')`);
    await source.run('UPDATE keeper SET note = @note', { note: 'a\0b' });
    await source.transaction(async (t) => {
      for (let nth = 0; nth < 5_000; nth += 1)
        await t.run(
          'INSERT INTO animal (owner, weight, picture, fed_at) VALUES (@owner, @weight, @picture, @at)',
          {
            owner: ['Zoë', 'ana', 'Ben'][nth % 3] as string,
            weight: nth / 7,
            picture: nth % 2 ? Buffer.from([nth % 256, 0, 255]) : null,
            at: 1_795_000_000_000 + nth,
          },
        );
    });
    await source.run('DELETE FROM animal WHERE id = 5000');
    await source.run(`INSERT INTO meal (food) VALUES ('hay'), ('corn')`);
    await source.close();
  });
  beforeEach(async () => {
    ({ url, schema } = await createTestSchema());
    target = await openTestSchema(url, migrations, schema);
  });
  afterEach(() => target.close());

  const copy = async () => {
    const from = new Driver(path, { readonly: true });
    const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
    await client.connect();
    try {
      return await copyToPostgres(from, client);
    } finally {
      from.close();
      await client.end();
    }
  };

  it('brings every row over as it was, and counts nothing twice', async () => {
    expect(await copy()).toEqual([
      { table: 'keeper', rows: 3 },
      { table: 'animal', rows: 4_999 },
      { table: 'meal', rows: 2 },
    ]);
    expect(await target.all('SELECT id, pets FROM keeper ORDER BY pets, id DESC')).toEqual([
      { id: 'Ben', pets: 1_666 },
      { id: 'ana', pets: 1_667 },
      { id: 'Zoë', pets: 1_667 },
    ]);
    expect(await target.get(`SELECT note FROM keeper WHERE id = 'Ben'`)).toEqual({ note: 'a\ufffdb' });
    const second = await target.get('SELECT owner, weight, picture, fed_at FROM animal WHERE id = 2');
    expect(second).toEqual({
      owner: 'ana',
      weight: 1 / 7,
      picture: Buffer.from([1, 0, 255]),
      fed_at: 1_795_000_000_001,
    });
  });

  it('continues the numbers where they were, and triggers work again', async () => {
    await copy();
    const added = await target.get(`INSERT INTO animal (owner) VALUES ('Ben') RETURNING id`);
    expect(added).toEqual({ id: 5_001 });
    expect(await target.get(`INSERT INTO meal (food) VALUES ('oats') RETURNING id`)).toEqual({ id: 3 });
    expect(await target.get(`SELECT pets FROM keeper WHERE id = 'Ben'`)).toEqual({ pets: 1_667 });
  });

  it('is refused when the target has rows, and changes nothing', async () => {
    await target.run(`INSERT INTO keeper (id) VALUES ('Eve')`);
    await expect(copy()).rejects.toThrow('not empty: its table keeper');
    expect(await target.all('SELECT id FROM keeper')).toEqual([{ id: 'Eve' }]);
  });

  it('is done already when the target has the same rows, and still continues the numbers', async () => {
    const first = await copy();
    expect(await copy()).toEqual(first);
    expect(await target.get('SELECT count(*) AS count FROM animal')).toEqual({ count: 4_999 });
    expect(await target.get(`INSERT INTO animal (owner) VALUES ('Ben') RETURNING id`)).toEqual({ id: 5_001 });
    await expect(copy()).rejects.toThrow('not empty: its table keeper has rows, and keeper differs');
  });
});
