/** Programs of other makers that write 3D models, run without a display where they are installed. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Why tests with a program are skipped; null where it is installed. */
export function missing(program: string): string | null {
  try {
    execFileSync('which', [program]);
    return null;
  } catch {
    return `${program} is not installed`;
  }
}

/** Blender's reader and writer of glTF need numpy, which Debian's package only recommends. */
export function missingBlender(): string | null {
  const reason = missing('blender');
  if (reason !== null) return reason;
  const options = ['-b', '--factory-startup', '--python-exit-code', '1', '--python-expr', 'import numpy'];
  try {
    execFileSync('blender', options, { stdio: 'ignore' });
    return null;
  } catch {
    return 'Blender has no numpy (python3-numpy)';
  }
}

/** Gives the work an empty folder, and returns the files that it leaves there. */
async function filesOf(work: (folder: string) => Promise<void>): Promise<Map<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'rigsmith-strangers-'));
  try {
    await work(folder);
    const names = await readdir(folder);
    return new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a Python script in Blender, with a folder as its last argument. @returns the files in that folder */
export const runBlender = (script: string): Promise<Map<string, Uint8Array>> =>
  filesOf(async (folder) => {
    const options = ['-b', '--factory-startup', '--python-exit-code', '1', '--python-expr', script];
    await run('blender', [...options, '--', folder], { maxBuffer: 16 * 1024 * 1024 });
  });

/** Converts a model with assimp. @param format an id of `assimp listexport` */
export async function convertByAssimp(
  model: Uint8Array,
  given: string,
  format: string,
  wanted: string,
): Promise<Uint8Array> {
  const files = await filesOf(async (folder) => {
    await writeFile(join(folder, given), model);
    await run('assimp', ['export', given, wanted, `-f${format}`], { cwd: folder });
  });
  const made = files.get(wanted);
  if (!made) throw new Error(`assimp wrote no ${wanted}`);
  return made;
}
