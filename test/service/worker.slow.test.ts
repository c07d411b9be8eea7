import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createGenerationFeature } from '../../src/service/rig/feature.js';
import { eventually } from '../support/eventually.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { grantCredits } from './http-world.js';
import { openCluster } from './processes-world.js';
import { createWorkshop, newFolder, read, remove, sees } from './rig-world.js';

const main = resolve(import.meta.dirname, '../../dist/src/main.js');

describe.skipIf(postgresPrograms === null)(`workers as processes${needsPostgres}`, () => {
  const started: ChildProcess[] = [];
  afterEach(() => started.splice(0).forEach((worker) => void worker.kill('SIGKILL')));

  it('make a rig although the first of them is killed', async () => {
    const folder = newFolder();
    const cluster = await openCluster({ dataDir: `${folder}/service` });
    const service = await cluster.start((context) => [
      createGenerationFeature(context, { executor: createWorkshop(), imageHosts: [], makesRigs: false }),
    ]);
    const alice = service.person('alice');
    await alice.signIn();
    const userId = (await alice.get('/api/users/me')).json().id;
    await grantCredits(service.context, { userId, credits: 100, subject: 'gift' });
    const startWorker = async () => {
      const env = { PATH: process.env.PATH, DATABASE_URL: cluster.databaseUrl, DATA_DIR: folder };
      const worker = spawn(process.execPath, [main, 'worker'], {
        env: { ...env, RIG_PROCESSES: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      started.push(worker);
      const [said] = await once(worker.stdout, 'data');
      expect(String(said)).toBe('The worker is running and makes 1 rig at once.\n');
      return worker;
    };
    const first = await startWorker();
    const { id } = (await alice.post('/api/rig/text-to-rig', { prompt: 'a red fox' })).json();
    await eventually(async () => expect((await read(alice, id)).status).toBe('running'));
    first.kill('SIGKILL');
    const second = await startWorker();
    const made = await sees(alice, id, 'succeeded');
    expect(made.output?.files[0]?.format).toBe('glb');
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
    await cluster.close();
    remove(folder);
  });
});
