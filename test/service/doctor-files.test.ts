import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runDoctor } from '../../src/cli/doctor.js';
import { startS3 } from '../support/s3.js';

/** What `rigsmith doctor` says about the place of stored files, and about a configuration that was not read. */

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Without Blender, which takes a second to say that it works. */
const noPrograms = '';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function doctor(settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const usual = {
    DATA_DIR: makeFolder(),
    DISCORD_TOKEN: '',
    SERVICE_URL: '',
    MASTER_KEY: '',
    PATH: noPrograms,
  };
  for (const [name, value] of Object.entries({ ...usual, ...settings })) vi.stubEnv(name, value);
  const lines: string[] = [];
  const out = new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) });
  const code = await runDoctor([], { stdout: out, stderr: out });
  return { code, said: lines.join('') };
}

async function openBucket() {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = await s3.createBucket();
  return {
    ARTIFACTS: `s3://${bucket}/files`,
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

describe('the place of stored files', () => {
  it('is written, read and cleaned up in a bucket', async () => {
    const settings = await openBucket();
    expect((await doctor(settings)).said).toContain(`ok    Files: ${settings.ARTIFACTS}\n`);
  });

  it.each([
    ['a missing bucket', { ARTIFACTS: 's3://nowhere/files' }],
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }],
    ['a missing key', { AWS_ACCESS_KEY_ID: '' }],
  ])('fails for %s with what to correct', async (_, changes) => {
    const { code, said } = await doctor({ ...(await openBucket()), ...changes });
    expect(code).toBe(1);
    expect(said).toMatch(/FAIL {2}Files: .+\n {6}Correct ARTIFACTS and the AWS_ variables\./);
  });

  it('leaves nothing in a folder', async () => {
    const folder = makeFolder();
    expect((await doctor({ ARTIFACTS: folder })).said).toContain(`ok    Files: ${folder}\n`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a .env with a token', () => {
  const inFolder = (text: string) => {
    const folder = makeFolder();
    writeFileSync(join(folder, '.env'), text);
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
  };

  it('that was not read fails, because all other checks are of the playground', async () => {
    inFolder('PORT=1\nDISCORD_TOKEN=secret\n');
    const { code, said } = await doctor({});
    expect(code).toBe(1);
    expect(said).toMatch(/FAIL {2}\.env: .* was not read.*\n {6}.*set -a; \. /);
    expect(said).not.toContain('secret');
  });

  it('is accepted while it is empty', async () => {
    inFolder('DISCORD_TOKEN=\n');
    expect((await doctor({})).said).not.toContain('.env');
  });
});
