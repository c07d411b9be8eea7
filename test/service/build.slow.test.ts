import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

function emptyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-build-'));
  copyFileSync(join(root, 'build.mjs'), join(folder, 'build.mjs'));
  const build = (...args: string[]) => {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['build.mjs', ...args], options);
    return { status, stderr };
  };
  return { folder, build };
}

it('the build script reports that nothing was built, without failing the installation, and keeps a copied dist', () => {
  const { folder, build } = emptyProject(); // as after `npm ci --omit=dev`, which installs no compilers
  const sentence =
    /^Nothing is built: the compilers are missing .* copy dist from a machine where they ran\.\n$/;
  expect(build('--optional')).toEqual({ status: 0, stderr: expect.stringMatching(sentence) });
  expect(build()).toEqual({ status: 1, stderr: expect.stringMatching(sentence) });
  mkdirSync(join(folder, 'dist', 'src'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'src', 'main.js'), '');
  expect(build()).toEqual({ status: 0, stderr: '' });
});

it('the build script compiles nothing when no source file changed, and compiles again after a change', () => {
  const { folder, build } = emptyProject();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['src', 'commands', 'data/locales', 'data/talk', 'data/vocabulary'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'src', 'main.ts'), '');
  const training = 'dist/src/service/agents/embedded/topics';
  const step = (name: string) =>
    `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('${training}', { recursive: true });
     writeFileSync('${training}/train.js', "require('fs').appendFileSync('steps.txt', 'train ')");
     writeFileSync('dist/src/main.js', '');
     appendFileSync('steps.txt', '${name} ');`;
  for (const name of ['messages', 'compile', 'esbuild.config'])
    writeFileSync(join(folder, `${name}.mjs`), step(name));
  const stepsAfter = () => {
    expect(build()).toEqual({ status: 0, stderr: '' });
    return readFileSync(join(folder, 'steps.txt'), 'utf8').trim().split(' ');
  };

  const once = ['messages', 'compile', 'train', 'esbuild.config'];
  expect(stepsAfter()).toEqual(once);
  expect(stepsAfter()).toEqual(once);
  utimesSync(join(folder, 'src', 'main.ts'), 0, 0); // as in a copy of the folder
  expect(stepsAfter()).toEqual(once);
  writeFileSync(join(folder, 'src', 'main.ts'), 'changed');
  expect(stepsAfter()).toEqual([...once, ...once]);
  writeFileSync(join(folder, 'src', 'added.ts'), '');
  expect(stepsAfter()).toHaveLength(12);
});

it('npm start runs the program in the process that checked the build, with its arguments', () => {
  const { folder } = emptyProject();
  mkdirSync(join(folder, 'dist', 'src'), { recursive: true });
  const program = 'console.log(JSON.stringify([process.argv.slice(1), process.pid]));';
  writeFileSync(join(folder, 'dist', 'src', 'main.js'), program);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, ...command] = scripts.start.split(' ');
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { stdout, pid } = spawnSync(process.execPath, [...command, '--port', '9000'], options);
  const [[path, ...args], ownPid] = JSON.parse(stdout);
  expect([path, args, ownPid]).toEqual([
    join(realpathSync(folder), 'dist/src/main.js'),
    ['start', '--port', '9000'],
    pid,
  ]);
  expect(scripts).not.toHaveProperty('prestart');
});

it('an installation deletes source maps, unused builds of the pose packages and what a compiler left, and nothing else', () => {
  const { folder } = emptyProject();
  const write = (path: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  };
  const release = 'node_modules/better-sqlite3/build/Release';
  const core = 'node_modules/@tensorflow/tfjs-core';
  const unused = [
    'node_modules/a/index.js.map',
    `${release}/obj/sqlite3.o`,
    `${release}/obj.target/a.o`,
    'node_modules/better-sqlite3/deps/sqlite3.c',
    'node_modules/zod/src/index.ts',
    `${core}/dist/tf-core.min.js`,
    'node_modules/@vladmandic/human/models/iris.bin',
  ];
  const kept = [
    'node_modules/a/index.js',
    'node_modules/a/world.map',
    `${release}/better_sqlite3.node`,
    `${core}/package.json`,
    `${core}/dist/tf-core.node.js`,
    `${core}/node_modules/b/lib/index.js`,
    'node_modules/@vladmandic/human/models/movenet-lightning.bin',
  ];
  for (const path of [...unused, ...kept, 'src/linked/index.js.map']) write(path);
  symlinkSync(join(folder, 'src/linked'), join(folder, 'node_modules/linked'));
  const prune = () => spawnSync(process.execPath, [join(root, 'prune.mjs')], { cwd: folder }).status;
  expect([prune(), prune()]).toEqual([0, 0]);
  expect(unused.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  expect([...kept, 'src/linked/index.js.map'].every((path) => existsSync(join(folder, path)))).toBe(true);
});

it('an installation that compiled SQLite keeps its sources, so that `npm rebuild` can compile it for the next Node.js', () => {
  const { folder } = emptyProject();
  const sources = ['deps/common.gypi', 'src/better_sqlite3.cpp'];
  const built = ['build/Release/better_sqlite3.node', 'build/Makefile'];
  for (const path of [...sources, ...built].map((name) =>
    join(folder, 'node_modules/better-sqlite3', name),
  )) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  expect(spawnSync(process.execPath, [join(root, 'prune.mjs')], { cwd: folder }).status).toBe(0);
  expect(sources.map((path) => existsSync(join(folder, 'node_modules/better-sqlite3', path)))).toEqual([
    true,
    true,
  ]);
});

/** The bundled program; `npm run pretest` builds it. */
const chunks = () => {
  const folder = join(root, 'dist', 'chunks');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'latin1') }));
};

it('has one copy of undici, that of discord.js', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const copies = Object.keys(packages).filter((path) => path.endsWith('node_modules/undici'));
  expect(copies).toEqual(['node_modules/undici']);
});

it('modules share one object with the exports of discord.js, which costs 130 kB each', () => {
  const texts = chunks().map(({ text }) => text);
  expect(texts.filter((text) => /require\("discord\.js"\)|require_src\(\)/.test(text))).not.toEqual([]);
  expect(texts.flatMap((text) => text.match(/__toESM\(require_src\(\)/g) ?? [])).toEqual([]);
});

/** Names of the classes of errors that do not set their name themselves: esbuild numbers those of one name. */
function errorClasses(text: string): string[] {
  const found = text.matchAll(/(?:\b(\w+)=)?\bclass(?: (\w+))? extends (?:\w+\.)?\w*Error\w*\{/g);
  return [...found].flatMap(({ 0: { length }, 1: variable, 2: own, index }) => {
    const name = own ?? variable ?? '';
    const body = text.slice(index + length, index + length + 1_500).split(/\bclass\b/)[0]!;
    const setsName =
      /this\.name=|get name\(|__name\d*\(this/.test(body) || new RegExp(`__name\\d*\\(${name},`).test(text);
    return setsName ? [] : [name];
  });
}

it('no class of errors is renamed in the bundle, because logs show its name', () => {
  const classes = chunks().flatMap(({ text }) => errorClasses(text.replace(/\\?\n/g, '')));
  expect(classes).toContain('AppError');
  const unused = ['SendTransactionError2', '_CombinedPropertyError2']; // of sending transactions, and of shapeshift
  expect(classes.filter((name) => /\d$/.test(name) && !unused.includes(name))).toEqual([]);
});

it('V8 keeps each character of a large module in one byte, because it is ASCII', () => {
  const modules = chunks();
  const large = modules.filter(({ text }) => text.length > 500_000);
  expect(large.length).toBeGreaterThan(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  expect(large.filter(({ text }) => !/^[\x00-\x7f]*$/.test(text)).map(({ name }) => name)).toEqual([]);
});
