import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupError } from '../base/errors.js';

/** As large as the largest model; pictures are held to less by the engine. */
const mostBytes = 50 * 1024 * 1024;

/** @throws SetupError for what is no file, is larger than 50 MB or cannot be read */
export async function readInput(path: string): Promise<Uint8Array> {
  const unreadable = () => Promise.reject(new SetupError(`The file ${path} cannot be read.`));
  // Asked first: a device or a pipe may never end.
  const found = await stat(path).catch(unreadable);
  if (!found.isFile()) throw new SetupError(`${path} is not a file.`);
  if (found.size > mostBytes) throw new SetupError(`The file ${path} is larger than 50 MB.`);
  return readFile(path).catch(unreadable);
}

/** The same name for the same place, whether there is a file or not. */
const placeOf = async (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    join(await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path))), basename(path)),
  );

/**
 * Before the work: every file has a folder and a place of its own, and none is an input.
 * @throws SetupError naming the path that is not so
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
    taken.set(place, `${path} is named for two outputs: choose another name.`);
  }
}

/** Written beside their places and moved there together, so that a failure leaves none half done. */
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
