import { basename } from 'node:path';
import { SetupError } from '../base/errors.js';
import { type RigRequest, skeletonKinds, type WeightsRequest } from '../engine/types.js';
import { readInput } from './rig-files.js';

/** Parses the arguments of `rigsmith rig` into a request to the engine. */

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
  help: { type: 'boolean', short: 'h' },
} as const;
export type Values = Partial<Record<Exclude<keyof typeof options, 'help'>, string>>;

export const help = `rigsmith rig text WORDS -o FILE.glb       a character from a sentence
rigsmith rig image PICTURE -o FILE.glb    from one picture
rigsmith rig images PICTURES -o FILE.glb  from two to four views of one figure
rigsmith rig mesh MODEL -o FILE.glb       a skeleton, weights and clips for a GLB or OBJ
rigsmith rig weights MODEL -o FILE.glb    new weights for the skeleton a GLB has

  --preview FILE.png       a picture of it        --seed N        a whole number (text)
  --turntable FILE.webp    a moving picture       --detail        low, medium or high
  --json FILE              a report               --skeleton      auto, ${skeletonKinds.join(', ')}
  --views front,left,...   which side each picture shows
  --style                  chibi, natural or heroic (text)
`;

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
  throw new SetupError(`--${name} must be one of ${choices[name].join(', ')}, not "${given}".`);
}

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < 2 ** 32) return seed;
  throw new SetupError(`--seed must be a whole number from 0 to 4294967295, not "${text}".`);
}

/**
 * One view per picture, in file order. Without --views they come from the file names; null lets the engine decide.
 */
function readViews(text: string | undefined, paths: readonly string[]): (View | null)[] {
  if (text === undefined) return namedViews(paths);
  const read = text.split(',').map((name) => views.find((view) => view === name.trim()));
  if (read.length !== paths.length || read.includes(undefined))
    throw new SetupError(`--views needs one of ${views.join(', ')} for each picture, separated by commas.`);
  return read.map((view) => view ?? null);
}

/** Views named by the files; all null when two files name the same view. */
function namedViews(paths: readonly string[]): (View | null)[] {
  const named = paths.map(
    (path) =>
      views.find((view) => new RegExp(`(^|[^a-z])${view}([^a-z]|$)`, 'i').test(basename(path))) ?? null,
  );
  const known = named.filter((view) => view !== null);
  return new Set(known).size === known.length ? named : named.map(() => null);
}

/** Options each kind of request accepts besides the output files. */
const taken: Record<string, readonly (keyof Values)[]> = {
  text: ['preview', 'turntable', 'seed', 'skeleton', 'detail', 'style'],
  image: ['preview', 'turntable', 'seed', 'skeleton', 'detail'],
  images: ['preview', 'turntable', 'seed', 'skeleton', 'detail', 'views'],
  mesh: ['preview', 'turntable', 'seed', 'skeleton', 'detail'],
  weights: ['preview', 'turntable', 'seed'],
};

/** @throws SetupError for an option that would have no effect */
export function checkOptions(kind: string | undefined, values: Values): void {
  const fitting = taken[kind ?? ''];
  if (!fitting) throw new SetupError(usage);
  const [unexpected] = (Object.keys(values) as (keyof Values)[]).filter(
    (name) => name !== 'out' && name !== 'json' && !fitting.includes(name),
  );
  if (unexpected) throw new SetupError(`rig ${kind} has no option --${unexpected}.`);
}

/** @throws SetupError for invalid arguments and unreadable files */
export async function readRequest(
  [kind, ...rest]: string[],
  values: Values,
): Promise<RigRequest | WeightsRequest> {
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
  if (kind === 'weights' && first !== undefined && rest.length === 1) {
    return { kind, model: await readInput(first), seed, turntable };
  }
  if (kind === 'images' && rest.length >= 2 && rest.length <= 4) {
    const sides = readViews(values.views, rest);
    const images = await Promise.all(
      rest.map(async (path, index) => ({ bytes: await readInput(path), view: sides[index] ?? null })),
    );
    return { kind, images, ...common };
  }
  throw new SetupError(usage);
}
