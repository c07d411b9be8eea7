import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    { in: `${app}/style/late.css`, out: 'late' },
    { in: `${app}/index.html`, out: 'index' },
    { in: `${app}/icon.svg`, out: 'icon' },
    { in: `${app}/character.webp`, out: 'character' },
    { in: `${app}/character-still.webp`, out: 'character-still' },
    { in: 'docs/gallery.webp', out: 'gallery' },
  ],
  outdir: page,
  loader: { '.html': 'copy', '.svg': 'copy', '.webp': 'copy' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
});
// Without these, the browser finds the chunks and the data only after it has read the main script.
const chunks = metafile.outputs[`${page}/main.js`].imports.filter(({ kind }) => kind === 'import-statement');
const preloads = [
  ...chunks.map(({ path }) => `<link rel="modulepreload" href="/${basename(path)}" />`),
  '<link rel="preload" href="/actor/world" as="fetch" crossorigin />',
];
const html = readFileSync(join(page, 'index.html'), 'utf8');
writeFileSync(join(page, 'index.html'), html.replace('</head>', `  ${preloads.join('\n    ')}\n  </head>`));

const built = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync(page)) if (!built.has(name)) rmSync(join(page, name));

// The page's texts in the other languages; the English ones are in the bundle.
for (const name of readdirSync('data/locales')) {
  const texts = Object.entries(JSON.parse(readFileSync(`data/locales/${name}`, 'utf8')));
  const own = texts.filter(([key]) => key.startsWith('playground.'));
  if (name !== 'en-US.json')
    writeFileSync(join(page, `copy-${name}`), JSON.stringify(Object.fromEntries(own)));
}

// The test wallet is one classic script: it has to know the address it was loaded from.
await build({
  ...common,
  format: 'iife',
  entryPoints: [{ in: 'src/playground/web/wallet/main.ts', out: 'wallet' }],
  outdir: page,
});

/** Puts `src/bot/web/page/parts/NAME.html` where a page of the bot says `{{> NAME}}`. */
const sharedParts = {
  name: 'shared-parts',
  setup({ onLoad }) {
    onLoad({ filter: /\.html$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\{\{> (\w+)\}\}\n/g, (_, name) =>
        readFileSync(`src/bot/web/page/parts/${name}.html`, 'utf8'),
      ),
      loader: 'copy',
    }));
  },
};

for (const botPage of ['src/bot/link/page', 'src/bot/purchase/page', 'src/bot/rig/page']) {
  await build({
    ...common,
    entryPoints: [
      { in: `${botPage}/main.ts`, out: 'main' },
      { in: `${botPage}/style/index.css`, out: 'main' },
      { in: `${botPage}/index.html`, out: 'index' },
    ],
    outdir: `dist/${botPage}`,
    // The server sends messages as syntax trees.
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    plugins: [sharedParts],
  });
}

for (const botPage of ['src/bot/home/page', 'src/bot/linked-roles/page']) {
  await build({
    ...common,
    entryPoints: [
      { in: `${botPage}/style/index.css`, out: 'main' },
      { in: `${botPage}/index.html`, out: 'index' },
    ],
    outdir: `dist/${botPage}`,
    plugins: [sharedParts],
  });
}

await build({
  ...common,
  entryPoints: [{ in: 'src/metrics/dashboard/style/index.css', out: 'main' }],
  outdir: 'dist/src/metrics/dashboard',
});

// `npx rigsmith` runs the compiled file itself.
chmodSync('dist/src/main.js', 0o755);
