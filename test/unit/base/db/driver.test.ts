import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

/** Counts the driver's objects that survive a collection without references, in a process of its own. */
function collectedOn(version: string): Record<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'driver-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  buildSync({
    stdin: {
      resolveDir: resolve('src/base/db'),
      contents: `
        import { loadDriver } from './driver.js';
        const Driver = await loadDriver('${version}');
        const found = { statement: [], iterator: [], database: [], backup: [] };
        const see = (kind, one) => { found[kind].push(new WeakRef(one)); return one; };
        const nativeOf = (db) => db[Object.getOwnPropertySymbols(db)[0]];
        const use = () => {
          const db = new Driver(':memory:');
          see('database', nativeOf(db));
          const statement = see('statement', db.prepare('SELECT 1'));
          for (const _ of see('iterator', statement.iterate())) void _;
          see('backup', nativeOf(db).backup(db, 'main', '${folder}/copy.db', false)).close();
          db.close();
        };
        for (let time = 0; time < 20; time += 1) use();
        await new Promise((resolve) => setTimeout(resolve));
        gc();
        const collected = Object.entries(found).map(([kind, all]) => [kind, all.filter((one) => !one.deref()).length]);
        console.log(JSON.stringify(Object.fromEntries(collected)));`,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: join(folder, 'count.mjs'),
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', join(folder, 'count.mjs')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

it('objects of the driver are collected, but not where Node would abort then', () => {
  expect(collectedOn('24.19.0')).toEqual({ statement: 0, iterator: 0, database: 0, backup: 0 });
  // On such a version the process of this test would abort as well.
  if (process.versions.node.startsWith('24.')) return;
  for (const count of Object.values(collectedOn('24.18.1'))) expect(count).toBeGreaterThan(10);
});
