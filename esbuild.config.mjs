import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Bundles what runs in a browser: the playground's page and the pages of the bot. */
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

// The test wallet is one classic script: it has to know the address it was loaded from.
await build({
  ...common,
  format: 'iife',
  entryPoints: [{ in: 'src/playground/web/wallet/main.ts', out: 'wallet' }],
  outdir: page,
});

for (const botPage of ['src/bot/link/page', 'src/bot/purchase/page', 'src/bot/rig/page']) {
  await build({
    ...common,
    entryPoints: [
      { in: `${botPage}/main.ts`, out: 'main' },
      { in: `${botPage}/style/index.css`, out: 'main' },
      { in: `${botPage}/index.html`, out: 'index' },
    ],
    outdir: `dist/${botPage}`,
    loader: { '.html': 'copy' },
  });
}

// `npx rigsmith` runs the compiled file itself.
chmodSync('dist/src/main.js', 0o755);
