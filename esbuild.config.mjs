import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Bundles what runs in a browser: the playground's page and the bot's link page. */
const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome115', 'firefox115', 'safari16.4'],
  legalComments: 'none',
  logLevel: 'warning',
};

const app = 'src/playground/web/app';
const page = 'dist/src/playground/web/app';
const { metafile } = await build({
  ...common,
  // What is opened on demand (the 3D viewer above all) stays out of the first load.
  splitting: true,
  chunkNames: '[name]-[hash]',
  metafile: true,
  entryPoints: [
    { in: `${app}/main.tsx`, out: 'main' },
    { in: `${app}/style/index.css`, out: 'main' },
    { in: `${app}/index.html`, out: 'index' },
    { in: `${app}/icon.svg`, out: 'icon' },
  ],
  outdir: page,
  loader: { '.html': 'copy', '.svg': 'copy' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
});
const built = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync(page)) if (!built.has(name)) rmSync(join(page, name));

const linkPage = 'src/bot/link/page/main.ts';
if (existsSync(linkPage))
  await build({ ...common, entryPoints: [linkPage], outdir: 'dist/src/bot/link/page' });

// `npx rigsmith` runs the compiled file itself.
chmodSync('dist/src/main.js', 0o755);
