import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Params } from '../../../../src/base/db/database.js';
import { openSqlite } from '../../../../src/base/db/open-sqlite.js';
import { folderWith } from '../../../support/migrations.js';

const first = 'CREATE TABLE pet (name TEXT PRIMARY KEY) STRICT;';

describe('a SQLite file', () => {
  it('keeps acknowledged commits through a power cut: WAL with full sync', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'a.db');
    const db = await openSqlite(path, folderWith({ '001-pet.sql': first }));
    expect(await db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    const synchronous = () => db.transaction((t) => t.get('PRAGMA synchronous'));
    expect(await synchronous()).toEqual({ synchronous: 2 });
    await db.transaction(async () => undefined, { durable: false });
    expect(await synchronous()).toEqual({ synchronous: 2 });
    await db.close();
  });

  it('writes a small change with less than 5 kB of log', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'a.db');
    const db = await openSqlite(path, folderWith({ '001-pet.sql': first }));
    const logged = () => statSync(`${path}-wal`).size;
    await db.run("INSERT INTO pet VALUES ('Tom')");
    const before = logged();
    await db.run("INSERT INTO pet VALUES ('Kit')"); // a page of the table and one of its key
    expect(logged() - before).toBeGreaterThan(0);
    expect(logged() - before).toBeLessThan(5_000);
    await db.close();
  });

  it('refuses a query without a value for one of its parameters', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'a.db');
    const db = await openSqlite(path, folderWith({ '001-pet.sql': first }));
    const find = (params: Params) => db.get('SELECT 1 FROM pet WHERE name = @name', params);
    await expect(find({ naem: 'Tom' })).rejects.toThrow();
    expect(await find({ name: 'Tom' })).toBeUndefined();
    await db.close();
  });

  it('applies each migration once, in order, and new ones later', async () => {
    const folder = folderWith({
      '001-pet.sql': first,
      '002-age.sql': 'ALTER TABLE pet ADD COLUMN age INTEGER;',
    });
    const path = join(folder, 'a.db');
    await (await openSqlite(path, folder)).close();
    writeFileSync(join(folder, '003-cat.sql'), "INSERT INTO pet (name, age) VALUES ('Tom', 3);");
    await (await openSqlite(path, folder)).close();
    const db = await openSqlite(path, folder);
    expect(await db.all('SELECT * FROM pet')).toEqual([{ name: 'Tom', age: 3 }]);
    await db.close();
  });

  it('is copied before a migration changes its data, and not when it is new', async () => {
    const folder = folderWith({ '001-pet.sql': first });
    const path = join(folder, 'a.db');
    const before = await openSqlite(path, folder);
    await before.run("INSERT INTO pet (name) VALUES ('Tom')");
    await before.close();
    writeFileSync(join(folder, '002-age.sql'), 'DELETE FROM pet;');
    const after = await openSqlite(path, folder);
    expect(await after.all('SELECT name FROM pet')).toEqual([]);
    await after.close();
    const copies = readdirSync(folder).filter((name) => name.includes('.before-'));
    expect(copies).toEqual(['a.db.before-002-age']);
    expect(statSync(join(folder, copies[0] ?? '')).mode & 0o077).toBe(0);
    rmSync(join(folder, '002-age.sql'));
    const copy = await openSqlite(join(folder, copies[0] ?? ''), folder);
    expect(await copy.all('SELECT name FROM pet')).toEqual([{ name: 'Tom' }]);
    await copy.close();
  });

  it('refuses a migration that was changed afterwards', async () => {
    const folder = folderWith({ '001-pet.sql': first });
    const path = join(folder, 'a.db');
    await (await openSqlite(path, folder)).close();
    writeFileSync(join(folder, '001-pet.sql'), `${first} -- and more`);
    await expect(openSqlite(path, folder)).rejects.toThrow('001-pet.sql was changed');
  });

  it('refuses a database written by a newer version, and changes nothing', async () => {
    const folder = folderWith({
      '001-pet.sql': first,
      '009-age.sql': 'ALTER TABLE pet ADD COLUMN age INTEGER;',
    });
    const path = join(folder, 'a.db');
    await (await openSqlite(path, folder)).close();
    const older = folderWith({ '001-pet.sql': first, '002-cat.sql': 'CREATE TABLE cat (name TEXT) STRICT;' });
    await expect(openSqlite(path, older)).rejects.toThrow(
      /a\.db was written by a newer version of Rigsmith \(009-age\.sql is unknown to this one\)/,
    );
    const db = await openSqlite(path, folder);
    expect(await db.all("SELECT 1 FROM sqlite_master WHERE name = 'cat'")).toEqual([]);
    await db.close();
  });

  it('is readable only by its owner, with its journals, even if it was readable by others before', async () => {
    const folder = folderWith({ '001-pet.sql': first });
    const path = join(folder, 'data', 'a.db');
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    const db = await openSqlite(path, folder);
    await db.run("INSERT INTO pet VALUES ('Tom')");
    const modes = ['', '-wal', '-shm'].map((end) => (statSync(`${path}${end}`).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '600', '600']);
    await db.close();
    await (await openSqlite(join(folder, 'made', 'b.db'), folder)).close();
    expect((statSync(join(folder, 'made')).mode & 0o777).toString(8)).toBe('700');
  });

  it('names the folder it cannot create when a file has that name', async () => {
    const folder = folderWith({ data: 'a file' });
    await expect(openSqlite(join(folder, 'data', 'a.db'), folder)).rejects.toThrow('is not writable');
  });
});
