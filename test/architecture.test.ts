import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../src/config.js';

/** The import rule of src/README.md, checked against every import in the sources. */

const root = resolve(import.meta.dirname, '..');

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return name === 'vendor' ? [] : filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

type Import = { from: string; to: string; typeOnly: boolean };

/** Relative imports as paths without extension, from the root. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:import|export)\s+(type\s)?[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g,
  );
  return [...found].map(([, type, target, lazy]) => ({
    from: file.replace(/\.tsx?$/, ''),
    to: relative(root, resolve(root, dirname(file), target ?? lazy ?? '')).replace(/\.(js|tsx?)$/, ''),
    typeOnly: type !== undefined,
  }));
}

const files = [...filesUnder('src'), ...filesUnder('commands')];
const imports = files.flatMap(importsOf);

/** The area of a file: `base`, `bot`, `playground/discord`, or its own name for files at the top of src. */
function wingOf(path: string): string {
  const [top = '', wing = '', room = ''] = path.split('/');
  if (top === 'commands') return 'commands';
  return wing === 'playground' && path.split('/').length > 3 ? `playground/${room}` : wing;
}

const allowed: Record<string, readonly string[]> = {
  base: [],
  contract: ['base'],
  chain: ['base'],
  client: ['contract', 'base'],
  engine: ['base'],
  bot: ['client', 'contract', 'chain', 'base', 'viewer'],
  viewer: [],
  service: ['contract', 'chain', 'engine', 'base'],
  commands: ['bot', 'client', 'contract', 'base'],
  config: ['base'],
  'playground/discord': [],
  'playground/chain': ['base', 'chain'],
  'playground/wallet': ['base', 'chain', 'playground/chain'],
  'playground/actor': [
    'base',
    'chain',
    'playground/discord',
    'playground/chain',
    'playground/wallet',
    'playground/web',
  ],
  'playground/web': [
    'base',
    'viewer',
    'playground/actor',
    'playground/discord',
    'playground/chain',
    'playground/wallet',
  ],
};

const shown = ({ from, to }: Import) => `${from} -> ${to}`;

describe('the import rule', () => {
  it('lets each area import only the areas below it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const below = allowed[wingOf(from)];
      return below && wingOf(to) !== wingOf(from) && !below.includes(wingOf(to));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('keeps the playground out of everything but the composition root and the commands', () => {
    const wrong = imports.filter(
      ({ from, to }) => to.startsWith('src/playground') && !/^src\/(playground|app$|cli\/)/.test(from),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it.each([
    ['bot', ['session', 'cards', 'web']],
    ['service', ['ledger']],
  ])('keeps features of the %s from importing each other', (wing, shared) => {
    const featureOf = (path: string) => {
      const [, inWing, feature, ...rest] = path.split('/');
      return inWing === wing && rest.length > 0 ? feature : undefined;
    };
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [featureOf(from), featureOf(to)];
      return a && b && a !== b && !shared.includes(a) && !shared.includes(b);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('has no import cycle', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, typeOnly } of imports)
      if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, path: string[]) => {
      if (path.includes(file))
        return void cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file)) return;
      for (const target of next.get(file) ?? []) walk(target, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) walk(file, []);
    expect(cycles).toEqual([]);
  });

  it('lets only the configuration read the environment', () => {
    const readers = files.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
    expect(readers.filter((file) => !/^src\/(config|cli\/)/.test(file))).toEqual([]);
  });
});

describe('no private key: bot and service only ever receive', () => {
  /** Functions that create, read, store or use a wallet's key, by the names libraries give them. */
  const keyWork = [
    /\bKeypair\b/,
    /secret_?key|private_?key|\bmnemonic\b|seed_?phrase/i,
    /\b(generateKeyPair|partialSign|sendTransaction|sendRawTransaction|sendAndConfirmTransaction)/,
    /from '(tweetnacl|bip39|@noble\/[^']*|ed25519[^']*)'/,
    /import\s*\{[^}]*\bsign\b[^}]*\}\s*from 'node:crypto'/,
  ];
  const holdsKeys = (text: string) => keyWork.some((pattern) => pattern.test(text));

  it.each([
    'const wallet = Keypair.fromSecretKey(bytes);',
    "createPrivateKey({ key, format: 'der' })",
    'WALLET_PRIVATE_KEY: z.string()',
    "import nacl from 'tweetnacl';",
    "import { randomBytes, sign } from 'node:crypto';",
    'await connection.sendTransaction(transaction)',
  ])('would notice %s', (line) => expect(holdsKeys(line)).toBe(true));

  it('is created, read or used in no file outside the playground', () => {
    const holders = files.filter((file) => holdsKeys(readFileSync(join(root, file), 'utf8')));
    expect(holders.filter((file) => !file.startsWith('src/playground/'))).toEqual([]);
  });

  it('can be configured by no environment variable', () => {
    expect(variables.filter((name) => holdsKeys(name) || /WALLET_(SEED|KEY)|KEYPAIR/.test(name))).toEqual([]);
  });
});
