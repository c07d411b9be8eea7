import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { isAppError } from '../../../../src/base/errors.js';
import { type Blobs, createBlobs } from '../../../../src/service/storage/blobs.js';
import type { FileStore } from '../../../../src/service/storage/file-store.js';
import { createFolderStore } from '../../../../src/service/storage/folder.js';
import { type JumpingClock, jumpingClock } from '../../../support/clock.js';
import { engines } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';

const schema = `
  CREATE TABLE stored_file (sha256 TEXT PRIMARY KEY, bytes INTEGER NOT NULL, removing_since INTEGER) STRICT;
  CREATE TABLE file_use (used_by TEXT NOT NULL, sha256 TEXT NOT NULL, since INTEGER NOT NULL,
    PRIMARY KEY (used_by, sha256)) STRICT;`;
const fox = Buffer.from('a fox');
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

for (const { name, options, make } of engines)
  describe(`stored files, known to ${name}`, options, () => {
    let db: Database;
    let other: Database;
    let folder: string;
    let store: FileStore;
    let clock: JumpingClock;
    let blobs: Blobs;
    beforeEach(async () => {
      const made = await make(folderWith({ '001-file.sql': schema }));
      [db, other] = [await made.connect(), await made.connect()];
      folder = mkdtempSync(join(tmpdir(), 'blobs-'));
      store = createFolderStore(folder);
      clock = jumpingClock();
      blobs = createBlobs({ db, store, clock });
    });
    afterEach(async () => {
      await db.close();
      await other.close();
    });

    const files = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => one.name);
    const drop = (user: string) => db.transaction((t) => blobs.drop(t, user));
    const keep = (user: string, sha256: string) => db.transaction((t) => blobs.keep(t, user, [sha256]));

    it('are read by the hash of their content, and stored once however often they are put', async () => {
      const puts = await Promise.all(['one', 'two', 'three'].map((user) => blobs.put(user, fox)));
      for (const put of puts) expect(put).toEqual({ sha256: hash(fox), bytes: 5 });
      expect(await blobs.read(hash(fox))).toEqual(fox);
      expect(files()).toEqual([hash(fox)]);
    });

    it('cut short by a full disk are written again', async () => {
      const { sha256 } = await blobs.put('one', fox);
      writeFileSync(join(folder, sha256.slice(0, 2), sha256), 'a');
      await blobs.put('one', fox);
      expect(await blobs.read(sha256)).toEqual(fox);
    });

    it.each(['../../etc/passwd', '', 'a'.repeat(64), 'A'.repeat(64)])('%j is not found', async (missing) => {
      const error = await blobs.read(missing).catch((thrown: unknown) => thrown);
      expect(isAppError(error, 'not_found')).toBe(true);
    });

    it('stay as long as one of their users, and go with the last', async () => {
      const { sha256 } = await blobs.put('one', fox);
      await keep('two', sha256);
      await drop('one');
      await blobs.removeUnused();
      expect(await blobs.read(sha256)).toEqual(fox);
      await drop('two');
      await blobs.removeUnused();
      expect(files()).toEqual([]);
    });

    it('that were removed get no new user, but can be put again', async () => {
      const { sha256 } = await blobs.put('one', fox);
      await drop('one');
      await blobs.removeUnused();
      await expect(keep('two', sha256)).rejects.toThrow('deleted');
      await blobs.put('two', fox);
      expect(await blobs.read(sha256)).toEqual(fox);
    });

    it('put by one process while another removes them are not lost', async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        await blobs.put('one', fox);
        await drop('one');
        const beside = createBlobs({ db: other, store, clock });
        await Promise.all([blobs.removeUnused(), beside.put('one', fox), beside.removeUnused()]);
        expect(await blobs.read(hash(fox))).toEqual(fox);
      }
    });

    it('whose removal was interrupted by a crash are removed later, or put again', async () => {
      const dying = createBlobs({
        db,
        clock,
        store: { ...store, remove: () => Promise.reject(new Error('killed')) },
      });
      const { sha256 } = await blobs.put('one', fox);
      await drop('one');
      await expect(dying.removeUnused()).rejects.toThrow('killed');
      await blobs.removeUnused();
      expect(files()).toEqual([sha256]);
      clock.jump(61_000);
      await blobs.put('two', fox);
      await blobs.removeUnused();
      expect(await blobs.read(sha256)).toEqual(fox);
      await drop('two');
      await blobs.removeUnused();
      expect(files()).toEqual([]);
    });
  });
