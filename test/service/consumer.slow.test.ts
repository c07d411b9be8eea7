import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The libraries `rigsmith/engine` and `rigsmith/local-discord`, used by name from a package outside this tree. */

const root = resolve(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-consumer-'));
  const dependencies = { rigsmith: `file:${root}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'rigsmith')); // what npm makes of a `file:` dependency
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const rig = `
import { AppError, makeRig, type Rig, type TextRequest } from 'rigsmith/engine';

const request: TextRequest = { kind: 'text', prompt: 'a red fox', seed: 1, previewSize: 64, parameters: { detail: 'low' } };
const { glb, report }: Rig = await makeRig(request);
const refusal = await makeRig({ ...request, prompt: 'a sports car' }).catch((error: unknown) => error);
console.log(JSON.stringify({
  magic: String.fromCharCode(...glb.slice(0, 4)),
  skeleton: report.skeleton,
  refused: refusal instanceof AppError && refusal.code,
}));
`;
const chat = `
import { createLocalDiscord, type LocalDiscord } from 'rigsmith/local-discord';

const discord: LocalDiscord = await createLocalDiscord();
const { token } = discord.createBot({ name: 'Greeter' });
const answer = await fetch(discord.api + '/v10/users/@me', { headers: { authorization: 'Bot ' + token } });
console.log(JSON.stringify({ name: (await answer.json() as { username: string }).username }));
await discord.close();
`;

/** Node 20 runs no TypeScript, so the types are removed by the compiler. */
async function runs(name: string, source: string): Promise<unknown> {
  writeFileSync(join(folder, `${name}.ts`), source);
  await run(process.execPath, [tsc, '-p', '.', '--noEmit', 'false', '--outDir', 'out'], { cwd: folder });
  const { stdout } = await run(process.execPath, [join('out', `${name}.js`)], { cwd: folder });
  return JSON.parse(stdout);
}

describe('a package that depends on rigsmith', () => {
  it('makes a rig with rigsmith/engine', async () => {
    expect(await runs('rig', rig)).toEqual({ magic: 'glTF', skeleton: 'quadruped', refused: 'no_body' });
  });

  it('starts a server with rigsmith/local-discord', async () => {
    expect(await runs('chat', chat)).toEqual({ name: 'greeter' });
  });

  it('has its mistakes reported by the compiler', async () => {
    writeFileSync(join(folder, 'wrong.ts'), rig.replace("kind: 'text'", "kind: 'speech'"));
    const report = await run(process.execPath, [tsc, '-p', '.'], { cwd: folder }).catch(
      (error) => error.stdout,
    );
    expect(report).toMatch(/^wrong\.ts\(4,\d+\): error TS2322: Type '"speech"'/);
    rmSync(join(folder, 'wrong.ts'));
  });

  it('cannot import internal modules', async () => {
    writeFileSync(join(folder, 'deep.mjs'), "await import('rigsmith/dist/src/engine/version.js');");
    await expect(run(process.execPath, ['deep.mjs'], { cwd: folder })).rejects.toThrow(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });

  it('gets the data that the engine reads', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(files).toEqual(expect.arrayContaining(['dist', 'data/vocabulary']));
  });
});
