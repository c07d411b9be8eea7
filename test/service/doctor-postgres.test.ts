import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSeal } from '../../src/base/seal.js';
import { adoptKeys } from '../../src/bot/key-ring.js';
import { runDoctor } from '../../src/cli/doctor.js';
import { createTestDatabase, openTestSchema } from '../support/engines.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';

const key = 'ab'.repeat(32);

async function doctor(settings: Record<string, string>): Promise<string> {
  const usual = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'rigsmith-doctor-')),
    DISCORD_TOKEN: '',
    SERVICE_URL: '',
    MASTER_KEY: key,
    PATH: '', // without Blender, which takes a second to say that it works
  };
  for (const [name, value] of Object.entries({ ...usual, ...settings })) vi.stubEnv(name, value);
  const lines: string[] = [];
  const out = new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) });
  await runDoctor([], { stdout: out, stderr: out });
  return lines.join('');
}
afterEach(() => void vi.unstubAllEnvs());

/** The two databases as a bot and a service with these keys leave them. */
async function writeKeys(url: string, botKey: string, serviceKey: string): Promise<void> {
  const bot = await openTestSchema(url, resolve('data/migrations/bot'), 'bot');
  await adoptKeys(bot, createSeal([botKey]), []);
  await bot.close();
  const service = await openTestSchema(url, resolve('data/migrations/service'), 'service');
  const keyId = createSeal([serviceKey]).keyId;
  await service.run(`INSERT INTO setting (name, value) VALUES ('key_id', @keyId)`, { keyId });
  await service.close();
}

describe.skipIf(postgresPrograms === null)(`rigsmith doctor with DATABASE_URL${needsPostgres}`, () => {
  it('checks that MASTER_KEY opens both schemas', { tags: 'slow' }, async () => {
    const url = await createTestDatabase();
    await writeKeys(url, key, key);
    const said = await doctor({ DATABASE_URL: url });
    expect(said).toMatch(/ok {4}PostgreSQL: \d+/);
    expect(said).toContain('ok    Master key: opens PostgreSQL (bot) and PostgreSQL (service)');
    expect(await doctor({ DATABASE_URL: url, MASTER_KEY: 'cd'.repeat(32) })).toMatch(
      /FAIL {2}Master key: does not open PostgreSQL \(bot\)\n {6}Put the key .* back/,
    );
  });

  it('names the schema of the service when only that one has another key', { tags: 'slow' }, async () => {
    const url = await createTestDatabase();
    await writeKeys(url, key, 'cd'.repeat(32));
    expect(await doctor({ DATABASE_URL: url })).toContain(
      'FAIL  Master key: does not open PostgreSQL (service)',
    );
  });

  it('finds nothing to open in an empty database, and changes nothing', async () => {
    const url = await createTestDatabase();
    for (let time = 0; time < 2; time += 1)
      expect(await doctor({ DATABASE_URL: url })).toContain('ok    Master key: has no data to open yet');
  });
});

it('rigsmith doctor says that PostgreSQL cannot be reached, and what to check', async () => {
  const url = 'postgres://rigsmith:secret@127.0.0.1:1/rigsmith'; // nothing listens on this port
  const said = await doctor({ DATABASE_URL: url });
  for (const name of ['PostgreSQL', 'Master key'])
    expect(said).toMatch(new RegExp(`FAIL  ${name}: .*can't be used: .*\n      Check DATABASE_URL`));
  expect(said).not.toContain('secret');
});
