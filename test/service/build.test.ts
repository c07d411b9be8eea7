import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** What building does after `npm ci --omit=dev`, which leaves the compilers out. */

const folder = mkdtempSync(join(tmpdir(), 'rigsmith-build-'));
copyFileSync(resolve(import.meta.dirname, '../../build.mjs'), join(folder, 'build.mjs'));
const build = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr };
};

it('says that nothing is built, without failing the installation, and takes a dist that was copied', () => {
  const sentence =
    /^Nothing is built: the compilers are missing .* copy dist from a machine where they ran\.\n$/;
  expect(build('--optional')).toEqual({ status: 0, stderr: expect.stringMatching(sentence) });
  expect(build()).toEqual({ status: 1, stderr: expect.stringMatching(sentence) });
  mkdirSync(join(folder, 'dist', 'src'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'src', 'main.js'), '');
  expect(build()).toEqual({ status: 0, stderr: '' });
});
