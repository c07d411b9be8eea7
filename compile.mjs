import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Compiles what runs in Node to dist, file by file, without checking types. `--bench` adds the benchmarks. */
const { exclude } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (exclude.includes(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });

const folders = process.argv.includes('--bench') ? ['src', 'commands', 'bench'] : ['src', 'commands'];
const { outputFiles } = await build({
  entryPoints: folders.flatMap(filesIn).filter((path) => path.endsWith('.ts')),
  outdir: 'dist',
  outbase: '.',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
});

// Unchanged files keep their time, so that `npm run dev` restarts once, and only when something changed.
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
