import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase, write } from '../../../src/base/store.js';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}
const first = 'CREATE TABLE pet (name TEXT PRIMARY KEY) STRICT;';

describe('a database', () => {
  it('keeps acknowledged commits through a power cut: WAL with full sync', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'a.db');
    const db = await openDatabase(path, folderWith({ '001-pet.sql': first }));
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
  });

  it('applies each migration once, in order, and new ones later', async () => {
    const folder = folderWith({
      '001-pet.sql': first,
      '002-age.sql': 'ALTER TABLE pet ADD COLUMN age INTEGER;',
    });
    const path = join(folder, 'a.db');
    (await openDatabase(path, folder)).close();
    writeFileSync(join(folder, '003-cat.sql'), "INSERT INTO pet (name, age) VALUES ('Tom', 3);");
    (await openDatabase(path, folder)).close();
    const db = await openDatabase(path, folder);
    expect(db.prepare('SELECT * FROM pet').all()).toEqual([{ name: 'Tom', age: 3 }]);
    db.close();
  });

  it('refuses a migration that was changed afterwards', async () => {
    const folder = folderWith({ '001-pet.sql': first });
    const path = join(folder, 'a.db');
    (await openDatabase(path, folder)).close();
    writeFileSync(join(folder, '001-pet.sql'), `${first} -- and more`);
    await expect(openDatabase(path, folder)).rejects.toThrow('001-pet.sql was changed');
  });

  it('refuses a database written by a newer version, and changes nothing', async () => {
    const folder = folderWith({
      '001-pet.sql': first,
      '009-age.sql': 'ALTER TABLE pet ADD COLUMN age INTEGER;',
    });
    const path = join(folder, 'a.db');
    (await openDatabase(path, folder)).close();
    const older = folderWith({ '001-pet.sql': first, '002-cat.sql': 'CREATE TABLE cat (name TEXT) STRICT;' });
    await expect(openDatabase(path, older)).rejects.toThrow(
      /a\.db was written by a newer version of Rigsmith \(009-age\.sql is unknown to this one\)/,
    );
    const db = await openDatabase(path, folder);
    expect(db.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'cat'").pluck().get()).toBe(0);
    db.close();
  });

  it('is readable only by its owner, with its journals, even if it was readable by others before', async () => {
    const folder = folderWith({ '001-pet.sql': first });
    const path = join(folder, 'data', 'a.db');
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    const db = await openDatabase(path, folder);
    db.exec("INSERT INTO pet VALUES ('Tom')");
    const modes = ['', '-wal', '-shm'].map((end) => (statSync(`${path}${end}`).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '600', '600']);
    db.close();
    (await openDatabase(join(folder, 'made', 'b.db'), folder)).close();
    expect((statSync(join(folder, 'made')).mode & 0o777).toString(8)).toBe('700');
  });

  it('keeps nothing of a transaction that failed', async () => {
    const db = await openDatabase(':memory:', folderWith({ '001-pet.sql': first }));
    const addTwice = () => {
      db.prepare("INSERT INTO pet VALUES ('Tom')").run();
      db.prepare("INSERT INTO pet VALUES ('Tom')").run();
    };
    expect(() => write(db, addTwice)).toThrow('UNIQUE');
    expect(db.prepare('SELECT count(*) FROM pet').pluck().get()).toBe(0);
    db.close();
  });

  it('names the folder it cannot create when a file has that name', async () => {
    const folder = folderWith({ data: 'a file' });
    await expect(openDatabase(join(folder, 'data', 'a.db'), folder)).rejects.toThrow('is not writable');
  });
});
