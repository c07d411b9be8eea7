import { readFile } from 'node:fs/promises';
import { SetupError } from '../base/errors.js';
import { type RigRequest, skeletonKinds } from '../engine/index.js';

/** The words after `rigsmith rig` as a request to the engine. */

export const usage =
  'Use: rigsmith rig text "a red fox" -o fox.glb, rig image a.png -o a.glb, or rig images front.png left.png -o b.glb, rig mesh body.obj -o body.glb, or rig weights model.glb -o out.glb.';

export const options = {
  out: { type: 'string', short: 'o' },
  preview: { type: 'string' },
  turntable: { type: 'string' },
  json: { type: 'string' },
  seed: { type: 'string' },
  views: { type: 'string' },
  skeleton: { type: 'string' },
  detail: { type: 'string' },
  style: { type: 'string' },
} as const;
export type Values = Partial<Record<keyof typeof options, string>>;

const views = ['front', 'left', 'back', 'right'] as const;
type View = (typeof views)[number];

const choices = {
  skeleton: ['auto', ...skeletonKinds],
  detail: ['low', 'medium', 'high'],
  style: ['chibi', 'natural', 'heroic'],
} as const;

function readChoice<K extends keyof typeof choices>(
  values: Values,
  name: K,
): (typeof choices)[K][number] | undefined {
  const given = values[name];
  const found = choices[name].find((choice) => choice === given);
  if (given === undefined || found) return found;
  throw new SetupError(`--${name} takes ${choices[name].join(', ')}, not "${given}".`);
}

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < 2 ** 32) return seed;
  throw new SetupError(`--seed takes a whole number from 0 to 4294967295, not "${text}".`);
}

/** One view a picture, in the order of the files; without --views front, left, back, right. */
function readViews(text: string | undefined, count: number): (View | null)[] {
  const names = text?.split(',') ?? views.slice(0, count);
  const read = names.map((name) => views.find((view) => view === name.trim()));
  if (names.length !== count || read.includes(undefined)) {
    throw new SetupError(`--views takes one of ${views.join(', ')} for each picture, with commas.`);
  }
  return read.map((view) => view ?? null);
}

export async function readInput(path: string): Promise<Uint8Array> {
  return readFile(path).catch(() => {
    throw new SetupError(`The file ${path} cannot be read.`);
  });
}

/** @throws SetupError for words that are no request, and for files that cannot be read */
export async function readRequest([kind, ...rest]: string[], values: Values): Promise<RigRequest> {
  const seed = readSeed(values.seed);
  const parameters = {
    skeleton: readChoice(values, 'skeleton'),
    detail: readChoice(values, 'detail'),
    style: readChoice(values, 'style'),
  };
  const turntable = values.turntable !== undefined;
  const common = { ...(seed !== undefined && { seed }), parameters, turntable };
  const [first] = rest;
  if (kind === 'text' && first !== undefined && rest.length === 1) return { kind, prompt: first, ...common };
  if (kind === 'image' && first !== undefined && rest.length === 1) {
    return { kind, image: await readInput(first), ...common };
  }
  if (kind === 'mesh' && first !== undefined && rest.length === 1) {
    return { kind, model: await readInput(first), ...common };
  }
  if (kind === 'images' && rest.length >= 2 && rest.length <= 4) {
    const sides = readViews(values.views, rest.length);
    const images = await Promise.all(
      rest.map(async (path, index) => ({ bytes: await readInput(path), view: sides[index] ?? null })),
    );
    return { kind, images, ...common };
  }
  throw new SetupError(usage);
}
