import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readEdited } from '../../../base/data-file.js';
import { SetupError } from '../../../base/errors.js';
import type { RigInput } from '../../../contract/pipelines.js';
import type { ViewName } from '../../../engine/index.js';
import { viewNames } from './picture.js';

/**
 * Workflows of ComfyUI, saved with "Export (API)". Titles of nodes name their role:
 * - `in:prompt`, `in:seed`, `in:image`, `in:front` …: the node receives that part of the request, in its input `text`,
 *   `seed` or `image`, or the one after a dot (`in:prompt.value`).
 * - `in:left` with more words (`in:left encoder`): the node is removed, with the links to it, when that view is
 *   missing.
 * - `out:model`: its GLB is taken where several nodes save one. `out:front`, `out:left` …: its picture is a view, and
 *   the engine carves the model from the views.
 */

const node = z.looseObject({
  class_type: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.looseObject({ title: z.string().optional() }).optional(),
});
const workflow = z.record(z.string(), node).refine((nodes) => Object.keys(nodes).length > 0, 'has no nodes');
export type Workflow = z.infer<typeof workflow>;
export type Workflows = Partial<Record<Exclude<RigInput, 'mesh'>, Workflow>>;

/** Parts of a request that a workflow may name. A picture is the name of an uploaded file. */
export type WorkflowValues = Partial<Record<'prompt' | 'image' | ViewName, string>> & { seed?: number };
type ValueName = keyof WorkflowValues;

const usualInputs: Record<ValueName, string> = {
  prompt: 'text',
  seed: 'seed',
  image: 'image',
  front: 'image',
  left: 'image',
  back: 'image',
  right: 'image',
};
const role = /^in:(\w+)(?:\.(\w+))?( .*)?$/;

function roleOf(title = ''): { name: ValueName; input: string; isHelper: boolean } | null {
  const [, name = '', input, words] = role.exec(title) ?? [];
  if (!(name in usualInputs)) return null;
  const known = name as ValueName;
  return { name: known, input: input ?? usualInputs[known], isHelper: words !== undefined };
}

/**
 * Reads `text.json`, `image.json` and `multi_image.json`, as far as they exist.
 * @throws SetupError when there is none, or one is not a workflow in API format
 */
export function readWorkflows(folder: string): Workflows {
  const found: Workflows = {};
  for (const input of ['text', 'image', 'multi_image'] as const) {
    const file = join(folder, `${input}.json`);
    if (existsSync(file)) found[input] = parseWorkflow(file);
  }
  if (Object.keys(found).length > 0) return found;
  throw new SetupError(
    `ComfyUI needs a workflow: ${folder} has no text.json, image.json or multi_image.json.`,
  );
}

const parseWorkflow = (file: string): Workflow =>
  readEdited(
    file,
    workflow,
    (why) => `The workflow ${file} cannot be used. Save it in ComfyUI with "Export (API)". ${why}`,
  );

export const classesOf = (workflows: Workflows): string[] => [
  ...new Set(Object.values(workflows).flatMap((nodes) => Object.values(nodes).map((one) => one.class_type))),
];

/** The parts of a request that a workflow asks for. */
export const namesIn = (nodes: Workflow): Set<ValueName> =>
  new Set(Object.values(nodes).flatMap(({ _meta }) => roleOf(_meta?.title)?.name ?? []));

const isPicture = (name: ValueName) => name !== 'prompt' && name !== 'seed';

/** The workflow with these values, without the nodes of missing views. */
export function fillWorkflow(nodes: Workflow, values: WorkflowValues): Workflow {
  const filled: Workflow = {};
  for (const [id, one] of Object.entries(nodes)) {
    const asked = roleOf(one._meta?.title);
    const value = asked ? values[asked.name] : undefined;
    if (asked && value === undefined && isPicture(asked.name)) continue;
    const isFilled = asked !== null && !asked.isHelper && value !== undefined;
    filled[id] = { ...one, inputs: { ...one.inputs, ...(isFilled && { [asked.input]: value }) } };
  }
  const isRemoved = (id: string) => id in nodes && !(id in filled);
  for (const { inputs } of Object.values(filled))
    for (const [name, value] of Object.entries(inputs))
      if (Array.isArray(value) && isRemoved(String(value[0]))) delete inputs[name];
  return filled;
}

const savedFile = z.object({
  filename: z.string(),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
});
export type SavedFile = z.infer<typeof savedFile>;
/** What the nodes of a finished workflow saved, by node and kind. */
export const outputsReply = z.record(z.string(), z.record(z.string(), z.unknown()));

const filesIn = (output: Record<string, unknown> = {}): SavedFile[] =>
  Object.values(output)
    .flat()
    .flatMap((value) => savedFile.safeParse(value).data ?? []);

const isModel = ({ filename }: SavedFile) => filename.toLowerCase().endsWith('.glb');

/** The files of a finished workflow: views where nodes are titled so, else a GLB; null if there is neither. */
export function resultOf(
  nodes: Workflow,
  outputs: z.infer<typeof outputsReply>,
): { views: { view: ViewName; file: SavedFile }[] } | { model: SavedFile } | null {
  const idOf = (title: string) => Object.keys(nodes).find((id) => nodes[id]?._meta?.title === title) ?? '';
  const views = viewNames.flatMap((view) => {
    const [file] = filesIn(outputs[idOf(`out:${view}`)]);
    return file ? [{ view, file }] : [];
  });
  if (views.length > 0) return { views };
  const named = filesIn(outputs[idOf('out:model')]).find(isModel);
  const model = named ?? Object.values(outputs).flatMap(filesIn).find(isModel);
  return model ? { model } : null;
}
