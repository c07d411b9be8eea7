import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { SetupError } from '../base/errors.js';
import { type RigFormat, rigFormats } from '../engine/types.js';
import { terminalTexts } from './texts.js';

/** The limit for models; the engine's limit for pictures is lower. */
const mostBytes = 50 * 1024 * 1024;

/** @throws SetupError when the path is not a file, the file is larger than 50 MB or it cannot be read */
export async function readInput(path: string): Promise<Uint8Array> {
  const unreadable = () => Promise.reject(new SetupError(`The file ${path} cannot be read.`));
  // Checked before reading because a device or a pipe may never end.
  const found = await stat(path).catch(unreadable);
  if (!found.isFile()) throw new SetupError(`${path} is not a file.`);
  if (found.size > mostBytes) throw new SetupError(`The file ${path} is larger than 50 MB.`);
  return readFile(path).catch(unreadable);
}

const formats: Record<'out' | 'preview' | 'turntable', readonly string[]> = {
  out: rigFormats.map((format) => `.${format}`),
  preview: ['.png'],
  turntable: ['.webp'],
};

/** The format of the model's file; checked by `checkFormats`. */
export const formatOf = (out: string): RigFormat =>
  rigFormats.find((format) => extname(out).toLowerCase() === `.${format}`) ?? 'glb';

/** The name of one of several files: `fox.bvh` becomes `fox-walk.bvh`. */
export const labelled = (out: string, label: string): string =>
  label === '' ? out : out.replace(/(\.\w+)?$/, `-${label}$1`);

/** @throws SetupError when a file's name promises another format than the one that is written */
export function checkFormats(files: Partial<Record<keyof typeof formats, string>>): void {
  for (const [name, endings] of Object.entries(formats)) {
    const path = files[name as keyof typeof formats];
    const given = path === undefined ? '' : extname(path);
    if (given === '' || endings.includes(given.toLowerCase())) continue;
    const option = name === 'out' ? '-o' : `--${name}`;
    const instead = `${basename(path ?? '', given)}${endings[0]}`;
    throw new SetupError(
      terminalTexts()('cli.rig.error.format', { option, given, ending: endings.join(', '), instead }),
    );
  }
}

/** The canonical path, whether or not the file exists. */
const placeOf = async (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    join(await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path))), basename(path)),
  );

/**
 * Checks before the work that each output's folder exists and that no output is another output or an input.
 * @throws SetupError naming the first path that fails
 */
export async function checkOutputs(outputs: readonly string[], inputs: readonly string[]): Promise<void> {
  const taken = new Map<string, string>();
  for (const path of inputs) taken.set(await placeOf(path), `${path} is an input: choose another name.`);
  for (const path of outputs) {
    const folder = await stat(dirname(resolve(path))).catch(() => null);
    const there = await stat(path).catch(() => null);
    if (!folder?.isDirectory() || (there && !there.isFile()))
      throw new SetupError(`The file ${path} cannot be written.`);
    const place = await placeOf(path);
    const refusal = taken.get(place);
    if (refusal) throw new SetupError(refusal);
    taken.set(place, `${path} is given for two outputs: choose another name.`);
  }
}

/** Writes temporary files first and renames them together at the end, so that a failure leaves no partial output. */
export async function writeOutputs(outputs: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  const beside = (path: string) => `${path}.${process.pid}.part`;
  try {
    for (const [path, content] of outputs)
      await writeFile(beside(path), content).catch(() => {
        throw new SetupError(`The file ${path} cannot be written.`);
      });
    for (const path of outputs.keys()) await rename(beside(path), path);
  } finally {
    for (const path of outputs.keys()) await rm(beside(path), { force: true });
  }
}
