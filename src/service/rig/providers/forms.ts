import { z } from 'zod';
import { readEdited } from '../../../base/data-file.js';
import type { RigInput } from '../../../contract/pipelines.js';
import { dataUri, picturesOf, viewNames } from './picture.js';
import type { ShapeRequest } from './provider.js';

/**
 * The hosted models that an operator uses, from `providers.json` of the catalog: which input of a model takes which
 * part of a request. Hosts offer new models more often than Rigsmith is released.
 */

const inputName = z.string().min(1).max(100);
const form = z.strictObject({
  /** As its host names it: `owner/name`, with an endpoint or a version. */
  model: z.string().regex(/^[\w.-]+(\/[\w.-]+)+(:[0-9a-f]{64})?$/),
  /** Inputs of the model. */
  prompt: inputName.optional(),
  longest_prompt: z.number().int().positive().default(1_000),
  image: inputName.optional(),
  /** An input that takes a list of pictures. */
  images: inputName.optional(),
  views: z.partialRecord(z.enum(viewNames), inputName).default({}),
  seed: inputName.optional(),
  /** Takes the address of the model of the first step. */
  mesh: inputName.optional(),
  fixed: z.record(z.string(), z.json()).default({}),
});
export type Form = z.infer<typeof form>;

/** A model for the shape, and another for its texture where the first makes none. */
const recipe = z.strictObject({ shape: form, texture: form.optional() });
const recipes = z
  .strictObject({ text: recipe, image: recipe, multi_image: recipe })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'names no model');
export type Recipe = z.infer<typeof recipe>;
export type Recipes = z.infer<typeof recipes>;

const settings = z.strictObject({
  fal: recipes,
  replicate: recipes,
  /** The settings sent to a Hunyuan3D server besides pictures and seed. */
  hunyuan: z.record(z.string(), z.json()),
});
export type ProviderForms = z.infer<typeof settings>;

/** @throws SetupError when the file is missing or does not match the schema */
export const readForms = (file: string): ProviderForms =>
  readEdited(file, settings, (why) => `The providers' models in ${file} cannot be used: ${why}`);

export const inputOf = ({ kind }: ShapeRequest): Exclude<RigInput, 'mesh'> =>
  kind === 'images' ? 'multi_image' : kind;

/** The inputs of a model for a request. @param meshUrl the model of the first step */
export function fillForm(form: Form, request: ShapeRequest, meshUrl?: string): Record<string, unknown> {
  const inputs: Record<string, unknown> = { ...form.fixed };
  const put = (name: string | undefined, value: unknown) => {
    if (name !== undefined && value !== undefined) inputs[name] = value;
  };
  const pictures = picturesOf(request).map(({ bytes, view }) => ({ view, uri: dataUri(bytes) }));
  if (request.kind === 'text') put(form.prompt, request.prompt.slice(0, form.longest_prompt));
  if (pictures.length > 0)
    put(
      form.images,
      pictures.map(({ uri }) => uri),
    );
  put(form.image, pictures[0]?.uri);
  for (const { view, uri } of pictures) put(form.views[view], uri);
  put(form.seed, request.seed);
  put(form.mesh, meshUrl);
  return inputs;
}
