import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * `npm run pictures` makes the pictures of the README. `-- --all` walks through the story of a newcomer in every size,
 * theme and language instead, with a picture of every step in out/pictures; `-- phone german` only in those.
 */

const looks = process.argv.slice(2).map((word) => word.replace(/^--/, ''));
const run = (command, ...args) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...chosen } });
  if (status !== 0) process.exit(status ?? 1);
};
const folder = resolve('out/pictures');
const chosen = looks.length > 0 ? { LOOKS: looks.join(','), PICTURES: folder } : { PICTURES: 'docs' };

if (looks.length > 0) mkdirSync(folder, { recursive: true });
else run('node', 'dist/modules/bench/film.js');
run('npx', 'vitest', 'run', 'test/browser/newcomer.slow.test.ts');
