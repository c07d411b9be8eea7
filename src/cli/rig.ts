import { basename, extname } from 'node:path';
import { isAppError, SetupError } from '../base/errors.js';
import type { Rig, VrmLicense } from '../engine/types.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { checkFormats, checkOutputs, formatOf, labelled, writeOutputs } from './rig-files.js';
import { tellStages } from './rig-progress.js';
import { checkFormatOptions, checkOptions, readRequest } from './rig-request.js';
import { terminalTexts } from './texts.js';
import type { ValuesOf } from './verbs.js';

/** Runs the engine from the command line. Ctrl+C ends it at once; nothing is written before the end. */

/** Pixels along a side of a preview that is not written: a larger one can take longer than the character. */
const unseenPreview = 64;

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function summary({ report }: Rig, files: readonly string[]): string {
  const { unknown = [], unexpressed = [] } = report.words ?? {};
  const clips = report.animations.map(({ name }) => name);
  const more = clips.length > 12 ? [`${clips.length - 12} more`] : [];
  return [
    `${files.join(', ')}: ${report.skeleton}, ${report.joints.length} joints, ${report.mesh.triangles} triangles`,
    `clips: ${[...clips.slice(0, 12), ...more].join(', ')}`,
    `validator: ${report.validation.errors} errors, ${report.validation.warnings} warnings; seed ${report.seed}`,
    ...(report.notes ?? []),
    ...(unknown.length > 0 ? [`not understood: ${unknown.join(', ')}`] : []),
    ...(unexpressed.length > 0 ? [`not shown: ${unexpressed.join(', ')}`] : []),
    '',
  ].join('\n');
}

async function rig(operands: string[], out: string, values: ValuesOf<'rig'>, io: Io): Promise<void> {
  const request = await readRequest(operands, values);
  const { convertRig, createMoveNet, makeRig } = await import('../engine/index.js'); // loaded only after the arguments are valid
  const { onStage, end } = tellStages(io.stderr, terminalTexts());
  const pose = ['text', 'spec', 'weights'].includes(request.kind) ? null : await createMoveNet();
  const shown = values.preview === undefined ? { ...request, previewSize: unseenPreview } : request;
  const made = await makeRig(shown, { onStage, pose }).finally(end);
  const models = await convertRig(made.glb, values.compress ? 'meshopt.glb' : formatOf(out), {
    name: basename(out, extname(out)),
    author: values.author ?? 'Rigsmith',
    license: (values.license as VrmLicense | undefined) ?? 'owner',
    clip: values.clip,
  });
  const named = models.map(({ label, bytes }): [string, Uint8Array] => [labelled(out, label), bytes]);
  const files: [string | undefined, Uint8Array | string | undefined][] = [
    ...named,
    [values.preview, made.preview],
    [values.turntable, made.turntable],
    [values.json, asJson({ class: made.report.skeleton, ...made.report })],
    [values['spec-out'], asJson(made.report.spec)],
  ];
  await writeOutputs(new Map(files.flatMap(([path, content]) => (path && content ? [[path, content]] : []))));
  io.stdout.write(
    summary(
      made,
      named.map(([path]) => path),
    ),
  );
}

/** @returns 0; 1 when the engine failed; 2 with one sentence for invalid arguments, pictures, models or files */
export async function runRig(argv: string[], io: Io): Promise<number> {
  const { values, operands } = readArguments('rig', argv);
  const [kind, ...inputs] = operands;
  checkOptions(kind, values);
  if (values.out === undefined) throw new SetupError(terminalTexts()('cli.rig.error.out'));
  const { out, preview, turntable, json, 'spec-out': spec } = values;
  const outputs = [out, preview, turntable, json, spec].filter((path) => path !== undefined);
  await checkOutputs(outputs, kind === 'text' ? [] : inputs);
  checkFormats(values);
  checkFormatOptions(formatOf(out), values);
  try {
    await rig(operands, out, values, io);
    return 0;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    if (isAppError(error) && error.code !== 'internal') throw new SetupError(error.message, { cause: error });
    const { message } = isAppError(error) && error.cause instanceof Error ? error.cause : (error as Error);
    io.stderr.write(`${terminalTexts()('cli.rig.error.failed', { message })}\n`);
    return 1;
  }
}
