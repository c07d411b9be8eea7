import { chmodSync, existsSync } from 'node:fs';
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
await build({
  ...common,
  entryPoints: [
    { in: `${app}/main.tsx`, out: 'main' },
    { in: `${app}/style/index.css`, out: 'main' },
    { in: `${app}/index.html`, out: 'index' },
    { in: `${app}/icon.svg`, out: 'icon' },
  ],
  outdir: 'dist/src/playground/web/app',
  loader: { '.html': 'copy', '.svg': 'copy' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
});

const linkPage = 'src/bot/link/page/main.ts';
if (existsSync(linkPage))
  await build({ ...common, entryPoints: [linkPage], outdir: 'dist/src/bot/link/page' });

// `npx rigsmith` runs the compiled file itself.
chmodSync('dist/src/main.js', 0o755);
