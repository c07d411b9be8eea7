import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** What the build script does after `npm ci --omit=dev`, which installs no compilers. */

const folder = mkdtempSync(join(tmpdir(), 'rigsmith-build-'));
copyFileSync(resolve(import.meta.dirname, '../../build.mjs'), join(folder, 'build.mjs'));
const build = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr };
};

it('the build script reports that nothing was built, without failing the installation, and keeps a copied dist', () => {
  const sentence =
    /^Nothing is built: the compilers are missing .* copy dist from a machine where they ran\.\n$/;
  expect(build('--optional')).toEqual({ status: 0, stderr: expect.stringMatching(sentence) });
  expect(build()).toEqual({ status: 1, stderr: expect.stringMatching(sentence) });
  mkdirSync(join(folder, 'dist', 'src'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'src', 'main.js'), '');
  expect(build()).toEqual({ status: 0, stderr: '' });
});
