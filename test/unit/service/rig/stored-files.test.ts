import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import type { AppError } from '../../../../src/base/errors.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { silentLog } from '../../../../src/base/log.js';
import { createLeases, leaseMs, tryEveryMs } from '../../../../src/base/shared/leases.js';
import { createClips } from '../../../../src/service/rig/clips.js';
import { createConversions } from '../../../../src/service/rig/conversions.js';
import { createDurations } from '../../../../src/service/rig/durations.js';
import { startFileExpiry } from '../../../../src/service/rig/expiry.js';
import { createOutputs } from '../../../../src/service/rig/outputs.js';
import { createRemoveGeneration } from '../../../../src/service/rig/removal.js';
import { fromSql, type SqlRow } from '../../../../src/service/rig/row.js';
import { createUploads } from '../../../../src/service/rig/uploads.js';
import { type Blobs, createBlobs } from '../../../../src/service/storage/blobs.js';
import { createFolderStore } from '../../../../src/service/storage/folder.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { eventually } from '../../../support/eventually.js';
import { addRig, onEveryServiceEngine } from '../../../support/service-database.js';

const dayMs = 86_400_000;
const fileOf = (what: string) => ({ kind: 'file' as const, bytes: Buffer.from(what) });
const pictureOf = (what: string) => Buffer.from(`\x89PNG\r\n\x1a\n ${what}`, 'latin1');

/** The files of rigs and uploads: how long they stay, and what removes them. */
onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let folder: string;
  let blobs: Blobs;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    folder = mkdtempSync(join(tmpdir(), 'rig-files-'));
    blobs = createBlobs({ db, clock, store: createFolderStore(folder) });
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const fileCount = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
  const idsIn = async (table: 'generation' | 'upload') =>
    (await db.all<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);
  const upload = (what: string, userId = 'usr_mia') =>
    createUploads({ db, blobs, clock, random: systemRandom }).add(userId, pictureOf(what), 'image/png');
  /** Adds a finished rig. */
  const add = (
    id: string,
    { seconds = 10, ...rig }: Parameters<typeof addRig>[2] & { seconds?: number } = {},
  ) => addRig(db, id, { ...rig, startedAt: clock.now() - seconds * 1_000, finishedAt: clock.now() });
  /** Adds a finished rig that was made from a picture, with its files. */
  const make = async (id: string, { from = id, userId = 'usr_mia' } = {}) => {
    const [picture, model, preview] = await Promise.all(
      [pictureOf(from), Buffer.from(`model of ${id}`), Buffer.from(`preview of ${id}`)].map((bytes) =>
        blobs.put(id, bytes),
      ),
    );
    const images = [{ sha256: picture!.sha256, view: null }];
    await add(id, { userId, images, output: { model, preview, animations: ['idle', 'walk'] } });
  };
  /** One round of a process. */
  const expire = (keepDays?: number) =>
    startFileExpiry({ db, blobs, clock, log: silentLog, keepDays }).stop();

  describe('an upload', () => {
    it('is removed with its file after a day, also by two processes at once', async () => {
      await upload('a fox');
      await clock.advance(dayMs - 1);
      const { id } = await upload('an owl');
      await expire();
      expect([(await idsIn('upload')).length, fileCount()]).toEqual([2, 2]);
      await clock.advance(1);
      await Promise.all([expire(), expire()]);
      expect([await idsIn('upload'), fileCount()]).toEqual([[id], 1]);
    });

    it('leaves its file to the rig that was made from it', async () => {
      await upload('gen_1');
      await make('gen_1');
      await clock.advance(dayMs);
      await expire();
      expect([await idsIn('upload'), fileCount()]).toEqual([[], 3]);
    });
  });

  it('files of a request that a crash ended are removed after an hour', async () => {
    await blobs.put('gen_lost', Buffer.from('never accepted'));
    await make('gen_1');
    await clock.advance(3_600_000);
    await expire();
    expect(fileCount()).toBe(4);
    await clock.advance(1);
    await expire();
    expect([await idsIn('generation'), fileCount()]).toEqual([['gen_1'], 3]);
  });

  it('rigs are removed with their files after RIG_KEEP_DAYS, and never without it', async () => {
    await make('gen_1');
    await clock.advance(20 * dayMs);
    await make('gen_2');
    await clock.advance(10 * dayMs + 1);
    await expire();
    expect(await idsIn('generation')).toEqual(['gen_1', 'gen_2']);
    await Promise.all([expire(30), expire(30)]);
    expect([await idsIn('generation'), fileCount()]).toEqual([['gen_2'], 3]);
  });

  describe('a member who deletes a rig', () => {
    const remove = (id: string, userId = 'usr_mia') => createRemoveGeneration({ db, blobs })(userId, id);

    it('also deletes their upload of its picture, but no file of others', async () => {
      await upload('a fox');
      await upload('an owl');
      await upload('a fox', 'usr_max');
      await make('gen_1', { from: 'a fox' });
      await make('gen_2', { from: 'a fox', userId: 'usr_max' });
      await remove('gen_1');
      expect([await idsIn('generation'), (await idsIn('upload')).length]).toEqual([['gen_2'], 2]);
      expect(fileCount()).toBe(4); // the fox and the owl, the model and the preview of the other rig
    });

    it('deletes it once, and none of others', async () => {
      await make('gen_1');
      await expect(remove('gen_1', 'usr_max')).rejects.toMatchObject({ code: 'not_found' });
      const tried = await Promise.allSettled([remove('gen_1'), remove('gen_1')]);
      expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect([await idsIn('generation'), fileCount()]).toEqual([[], 0]);
    });

    it('has to wait until it is made', async () => {
      await make('gen_1');
      await db.run("UPDATE generation SET status = 'running', output = NULL, finished_at = NULL");
      await expect(remove('gen_1')).rejects.toMatchObject({ code: 'invalid_request' });
    });
  });

  describe('what two processes add to a rig at once', () => {
    let made: string[];
    /** Blender works until then. */
    let blender: Promise<void>;
    let isBlenderBroken: boolean;
    beforeEach(async () => {
      made = [];
      blender = Promise.resolve();
      isBlenderBroken = false;
      await make('gen_1');
    });

    /** The outputs of a process. */
    const outputs = () =>
      createOutputs({
        db,
        leases: createLeases({ db, clock, owner: 'a process' }),
        clock,
        blobs,
        executor: {
          async makeFbx() {
            made.push('fbx');
            await blender;
            return isBlenderBroken ? { kind: 'crashed', cause: 'no memory' } : fileOf('fbx');
          },
          async makeFile(request) {
            made.push(request.kind === 'film' ? request.clip : request.format);
            return fileOf(made.at(-1)!);
          },
        },
      });
    const row = async () => ({
      ...fromSql((await db.get<SqlRow>('SELECT * FROM generation'))!),
      ahead: null,
    });
    const output = async () => (await row()).output!;

    it('is kept when it is formats, and removed with the rig', async () => {
      const before = await row();
      const convert = (format: string) =>
        createConversions({ outputs: outputs(), link: (_, ending) => ending, clock }).convert(before, {
          format,
        });
      await Promise.all(['obj', 'stl', 'ply'].map(convert));
      expect(Object.keys((await output()).converted ?? {}).toSorted()).toEqual(['obj', 'ply', 'stl']);
      expect(fileCount()).toBe(6);
      await createRemoveGeneration({ db, blobs })('usr_mia', 'gen_1');
      expect(fileCount()).toBe(0);
    });

    it('is made by one Blender when it is the same FBX, which the other process waits for', async () => {
      let finish!: () => void;
      blender = new Promise((resolve) => {
        finish = resolve;
      });
      const before = await row();
      const patient = manualClock();
      const convert = () =>
        createConversions({ outputs: outputs(), link: (_, ending) => ending, clock: patient }).convert(
          before,
          {
            format: 'fbx',
          },
        );
      const first = convert();
      await eventually(() => expect(made).toEqual(['fbx']));
      const second = convert();
      let isDone = false;
      void second.then(() => {
        isDone = true;
      });
      await clock.advance(leaseMs); // renewed meanwhile
      finish();
      await first;
      await eventually(async () => {
        await clock.advance(tryEveryMs);
        expect(isDone).toBe(true);
      });
      expect(await second).toEqual(await first);
      expect(made).toEqual(['fbx']);
    });

    it('fails once for both when Blender fails, and a later request tries again', async () => {
      let finish!: () => void;
      blender = new Promise((resolve) => {
        finish = resolve;
      });
      isBlenderBroken = true;
      const before = await row();
      const convert = () =>
        createConversions({
          outputs: outputs(),
          link: (_, ending) => ending,
          clock: manualClock(),
        }).convert(before, { format: 'fbx' });
      const errors: AppError[] = [];
      const first = convert().catch((error) => errors.push(error));
      await eventually(() => expect(made).toEqual(['fbx']));
      void convert().catch((error) => errors.push(error));
      await clock.advance(tryEveryMs);
      finish();
      await first;
      await eventually(async () => {
        await clock.advance(tryEveryMs);
        expect(errors).toHaveLength(2);
      });
      const failed = { code: 'internal', message: 'The file could not be made. Try again.' };
      expect(errors).toMatchObject([failed, failed]);
      expect(made).toEqual(['fbx']);
      isBlenderBroken = false;
      expect(await convert()).toMatchObject({ format: 'fbx', url: 'fbx' });
      expect(made).toEqual(['fbx', 'fbx']);
    });

    it('is kept when it is clips, each is made once, and the last one is shown', async () => {
      const animations = ['idle', 'walk', 'run', 'wave'];
      await outputs().change('gen_1', (now) => ({ ...now, animations, turntable: now.preview }));
      const before = await row();
      const show = (clip: string) => createClips(outputs()).show(before, clip);
      await Promise.all(['run', 'wave', 'walk'].map(show));
      expect(Object.keys((await output()).films ?? {}).toSorted()).toEqual(['run', 'wave']);
      await show('run');
      expect([(await output()).clip, made.toSorted(), fileCount()]).toEqual(['run', ['run', 'wave'], 5]);
      await createRemoveGeneration({ db, blobs })('usr_mia', 'gen_1');
      await expect(show('wave')).rejects.toMatchObject({ code: 'not_found' });
      expect(fileCount()).toBe(0);
    });
  });

  it('the expected time is the median of the newest twenty rigs, or that of the catalog before there are three', async () => {
    const expected = () => createDurations({ db, clock })({ id: 'clay', estimated_seconds: 99 });
    await add('gen_1', { seconds: 1_000 });
    await add('gen_2', { seconds: 20 });
    expect(await expected()).toBe(99);
    await add('gen_3', { seconds: 30 });
    expect(await expected()).toBe(30);
    for (let at = 4; at <= 22; at += 1) await add(`gen_${at}`, { seconds: 5 });
    expect(await expected()).toBe(5);
  });
});
