import { basename } from 'node:path';
import { SetupError } from '../base/errors.js';
import { isProportions } from '../engine/kinds.js';
import type { RigFormat, RigParameters, RigRequest, SkeletonKind, WeightsRequest } from '../engine/types.js';
import { readInput } from './rig-files.js';
import { terminalTexts } from './texts.js';
import { type ValuesOf, verbs } from './verbs.js';

/** Parses the arguments of `rigsmith rig` into a request to the engine. */

type Values = ValuesOf<'rig'>;

const views = ['front', 'left', 'back', 'right'] as const;
type View = (typeof views)[number];

/** A choice that the table of verbs allows; `readArguments` refused every other. */
const chosen = <T extends string>(given: string | undefined): T | undefined => given as T | undefined;

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < 2 ** 32) return seed;
  throw new SetupError(terminalTexts()('cli.rig.error.seed', { given: text }));
}

/** Names separated by commas; the engine knows which ones the body has. */
function readClips(text: string | undefined): string[] | undefined {
  const names = text?.split(',').map((name) => name.trim());
  return names?.filter((name) => name !== '');
}

/**
 * One view per picture, in file order. Without --views they come from the file names; null lets the engine decide.
 */
function readViews(text: string | undefined, paths: readonly string[]): (View | null)[] {
  if (text === undefined) return namedViews(paths);
  const read = text.split(',').map((name) => views.find((view) => view === name.trim()));
  if (read.length !== paths.length || read.includes(undefined))
    throw new SetupError(terminalTexts()('cli.rig.error.views', { views: views.join(', ') }));
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

const usageError = (): SetupError => {
  const forms = Object.values(verbs.rig.forms).join(', ');
  return new SetupError(terminalTexts()('cli.rig.error.usage', { forms }));
};

const clipOptions = ['clips', 'root-motion'] as const;
const looks = ['style', 'proportions'] as const;

/** Options each kind of request accepts besides the output files. */
const taken: Record<string, readonly (keyof Values)[]> = {
  text: ['preview', 'turntable', 'seed', 'skeleton', 'detail', ...looks, 'spec-out', ...clipOptions],
  spec: ['preview', 'turntable', 'seed', 'skeleton', 'detail', ...looks, 'spec-out', ...clipOptions],
  image: ['preview', 'turntable', 'seed', 'skeleton', 'detail', 'style', ...clipOptions],
  images: ['preview', 'turntable', 'seed', 'skeleton', 'detail', 'style', 'views', ...clipOptions],
  mesh: ['preview', 'turntable', 'seed', 'skeleton', 'detail', 'style', 'height', ...clipOptions],
  weights: ['preview', 'turntable', 'seed'],
};

/** Options every kind of request accepts; the others depend on the format. */
const always: readonly (keyof Values)[] = ['out', 'json', 'clip', 'author', 'license', 'compress'];

/** Options that only some formats have. */
const formatOptions = {
  clip: ['usdz', 'obj', 'stl', 'ply', 'bvh'],
  author: ['vrm'],
  license: ['vrm'],
  compress: ['glb'],
} as const satisfies Partial<Record<keyof Values, readonly RigFormat[]>>;

/** @throws SetupError for an option that the format of the model's file does not use */
export function checkFormatOptions(format: RigFormat, values: Values): void {
  for (const [option, formats] of Object.entries(formatOptions))
    if (values[option as keyof Values] !== undefined && !(formats as readonly string[]).includes(format))
      throw new SetupError(
        terminalTexts()('cli.rig.error.unfit_format', { option: `--${option}`, format: `.${format}` }),
      );
}

/** @throws SetupError for an option that would have no effect */
export function checkOptions(kind: string | undefined, values: Values): void {
  const fitting = taken[kind ?? ''];
  if (!fitting) throw usageError();
  const [unexpected] = (Object.keys(values) as (keyof Values)[]).filter(
    (name) => !always.includes(name) && !fitting.includes(name),
  );
  if (unexpected)
    throw new SetupError(
      terminalTexts()('cli.rig.error.unfit', { kind: kind ?? '', option: `--${unexpected}` }),
    );
  if (isProportions(values.style) && !fitting.includes('proportions')) {
    const choices = verbs.rig.options.style.choices.join(', ');
    throw new SetupError(
      terminalTexts()('cli.error.choice', { option: '--style', given: values.style, choices }),
    );
  }
}

/** @throws SetupError unless it is a number of metres from a centimetre to a hundred metres */
function readHeight(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const metres = Number(text);
  if (metres >= 0.01 && metres <= 100) return metres;
  throw new SetupError(terminalTexts()('cli.rig.error.height'));
}

/** @throws SetupError for a file that is not JSON */
async function readJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readInput(path));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SetupError(terminalTexts()('cli.rig.error.spec', { path }), { cause });
  }
}

/** @throws SetupError for invalid arguments and unreadable files */
export async function readRequest(
  [kind, ...rest]: string[],
  values: Values,
): Promise<RigRequest | WeightsRequest> {
  const seed = readSeed(values.seed);
  const parameters = {
    skeleton: chosen<SkeletonKind | 'auto'>(values.skeleton),
    detail: chosen<'low' | 'medium' | 'high'>(values.detail),
    style: chosen<NonNullable<RigParameters['style']>>(values.style),
    proportions: chosen<NonNullable<RigParameters['proportions']>>(values.proportions),
  };
  const turntable = values.turntable !== undefined;
  const common = {
    ...(seed !== undefined && { seed }),
    parameters,
    turntable,
    clips: readClips(values.clips),
    rootMotion: values['root-motion'],
  };
  const [first] = rest;
  if (kind === 'text' && first !== undefined && rest.length === 1) return { kind, prompt: first, ...common };
  if (kind === 'spec' && first !== undefined && rest.length === 1)
    return { kind, spec: await readJson(first), ...common };
  if (kind === 'image' && first !== undefined && rest.length === 1) {
    return { kind, image: await readInput(first), fileName: basename(first), ...common };
  }
  if (kind === 'mesh' && first !== undefined && rest.length === 1) {
    return { kind, model: await readInput(first), height: readHeight(values.height), ...common };
  }
  if (kind === 'weights' && first !== undefined && rest.length === 1) {
    return { kind, model: await readInput(first), seed, turntable };
  }
  if (kind === 'images' && rest.length >= 2 && rest.length <= 4) {
    const sides = readViews(values.views, rest);
    const images = await Promise.all(
      rest.map(async (path, index) => ({ bytes: await readInput(path), view: sides[index] ?? null })),
    );
    const front = rest[Math.max(0, sides.indexOf('front'))]!;
    return { kind, images, fileName: basename(front), ...common };
  }
  throw usageError();
}
