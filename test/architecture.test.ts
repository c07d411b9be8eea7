import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../src/config.js';
import { t } from './support/copy.js';
import { longFiles, longFunctions } from './support/size-exemptions.js';
import { functionSizes } from './support/sizes.js';
import { operationCounts, positionalSql } from './support/stores.js';

/** The import rule of src/README.md, checked against every import in the sources. */

const root = resolve(import.meta.dirname, '..');

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return name === 'vendor' ? [] : filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

type Import = { from: string; to: string };

/** Relative imports as paths without extension, from the root. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:import|export)\s[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g);
  return [...found].map(([, target, lazy]) => ({
    from: file.replace(/\.tsx?$/, ''),
    to: relative(root, resolve(root, dirname(file), target ?? lazy ?? '')).replace(/\.(js|tsx?)$/, ''),
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
  copy: ['base'],
  contract: ['base'],
  chain: ['base'],
  client: ['contract', 'base'],
  engine: ['base'],
  bot: ['client', 'contract', 'chain', 'copy', 'base', 'viewer'],
  viewer: [],
  service: ['contract', 'chain', 'engine', 'copy', 'base'],
  commands: ['bot', 'client', 'contract', 'copy', 'base'],
  config: ['base', 'copy'],
  metrics: ['base', 'copy'],
  'playground/discord': [],
  'playground/chain': ['base', 'chain'],
  'playground/wallet': ['base', 'chain', 'playground/chain', 'playground/discord'],
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

/** The folders of bot and service that every feature may use. */
const sharedFolders: Readonly<Record<string, readonly string[]>> = {
  bot: ['session', 'language', 'notices', 'cards', 'web', 'interaction', 'delivery', 'gateway', 'settings'],
  service: ['ledger', 'storage'],
};
const isShared = (wing: string, path: string): boolean =>
  (sharedFolders[wing] ?? []).some((folder) => path.startsWith(`src/${wing}/${folder}/`));

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

  it('lets no shared file of the bot but the list know a feature', () => {
    const isFeature = (path: string) =>
      path.startsWith('src/bot/') && path.split('/').length > 3 && !isShared('bot', path);
    const wrong = imports.filter(
      ({ from, to }) => from.startsWith('src/bot/') && !isFeature(from) && isFeature(to),
    );
    expect(wrong.filter(({ from }) => from !== 'src/bot/features').map(shown)).toEqual([]);
  });

  it.each(Object.entries(sharedFolders))(
    'keeps features of the %s from importing each other',
    (wing, shared) => {
      const featureOf = (path: string) => {
        const [, inWing, feature, ...rest] = path.split('/');
        return inWing === wing && rest.length > 0 ? feature : undefined;
      };
      const wrong = imports.filter(({ from, to }) => {
        const [a, b] = [featureOf(from), featureOf(to)];
        return a && b && a !== b && !shared.includes(a) && !shared.includes(b);
      });
      expect(wrong.map(shown)).toEqual([]);
    },
  );

  it('has no import cycle, through types neither', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
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

describe('SQL', () => {
  const statements = /\.prepare(?:<[^()]*?>)?\(\s*(?:'([^']*)'|`([^`]*)`)/g;
  const isPositional = (text: string) =>
    [...text.matchAll(statements)].some(([, plain, template]) => (plain ?? template)?.includes('?'));

  it('would be noticed with positional parameters', () => {
    expect(isPositional("db.prepare<[string], Row>('SELECT a FROM b WHERE c = ?')")).toBe(true);
    expect(isPositional('db.prepare<{ c: string }>(\n  `SELECT a FROM b WHERE c = @c`)')).toBe(false);
  });

  it('names its parameters in the service and what both processes share', () => {
    const owners = files.filter((file) => /^src\/(service|base)\//.test(file));
    expect(owners.filter((file) => isPositional(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});

describe('the size of files and functions', () => {
  const mostLines = { file: 250, function: 60 };
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

  it(`keeps files within ${mostLines.file} lines, and lists no other as an exemption`, () => {
    const written = files.filter((file) => !file.endsWith('.gen.ts'));
    const tooLong = written.filter((file) => textOf(file).split('\n').length - 1 > mostLines.file);
    expect(tooLong.filter((file) => !(file in longFiles))).toEqual([]);
    expect(Object.keys(longFiles).filter((file) => !tooLong.includes(file))).toEqual([]);
  });

  it(`keeps functions within ${mostLines.function} lines of code of their own, and lists no other file`, {
    tags: 'slow',
  }, () => {
    const longer = files.filter((file) => textOf(file).split('\n').length > mostLines.function);
    const tooLong = longer.flatMap((file) =>
      functionSizes(textOf(file), file.endsWith('x') ? 'tsx' : 'ts')
        .filter(({ lines }) => lines > mostLines.function)
        .map(({ name, line, lines }) => ({ file, shown: `${file}:${line} ${name}: ${lines} lines` })),
    );
    expect(tooLong.filter(({ file }) => !(file in longFunctions)).map(({ shown }) => shown)).toEqual([]);
    const needed = new Set(tooLong.map(({ file }) => file));
    expect(Object.keys(longFunctions).filter((file) => !needed.has(file))).toEqual([]);
  });

  it('measures a function without the functions inside it', () => {
    const source =
      'function outer() {\n  const inner = () => {\n    return 1;\n  };\n\n  // why\n  return inner;\n}\n';
    expect(functionSizes(source, 'ts').map(({ line, lines }) => [line, lines])).toEqual([
      [2, 3],
      [1, 3],
    ]);
  });
});

describe('the stores of the bot', () => {
  const mostOperations = 8;
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
  const withSql = files.filter((file) => /^src\/(base|bot)\//.test(file) && /\.prepare\b/.test(textOf(file)));
  const stores = withSql.filter((file) => file.startsWith('src/bot/'));

  it(`have at most ${mostOperations} operations: where there are more, one holds two ideas`, () => {
    const tooMany = stores.flatMap((file) =>
      operationCounts(textOf(file))
        .filter(({ operations }) => operations > mostOperations)
        .map(({ name, operations }) => `${file} ${name}: ${operations} operations`),
    );
    expect(tooMany).toEqual([]);
  });

  it('name the parameters of their SQL', () => {
    const positional = withSql.flatMap((file) =>
      positionalSql(textOf(file)).map((text) => `${file}: ${text}`),
    );
    expect(positional).toEqual([]);
  });

  it('are counted by methods and functions, and their SQL is read also from templates', () => {
    const source = [
      'type Store = { find(id: string): void; add: (id: string) => void; size: number };',
      `db.prepare(\`SELECT \${columns} FROM wallet WHERE id = ?\`);`,
      "db.prepare('SELECT 1 FROM wallet WHERE id = @id');",
      "say('Really delete it?');",
    ].join('\n');
    expect(operationCounts(source)).toEqual([{ name: 'Store', operations: 2 }]);
    expect(positionalSql(source)).toEqual([' FROM wallet WHERE id = ?']);
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
    expect(variables(t).filter((name) => holdsKeys(name) || /WALLET_(SEED|KEY)|KEYPAIR/.test(name))).toEqual(
      [],
    );
  });
});
