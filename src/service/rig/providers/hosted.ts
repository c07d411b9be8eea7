import type { RigInput } from '../../../contract/pipelines.js';
import { type Form, fillForm, inputOf, type Recipe, type Recipes } from './forms.js';
import type { ProviderHttp } from './http.js';
import { type Provider, ProviderFailure, type ProviderStep, type TaskProgress } from './provider.js';
import { providerRefusal } from './reply.js';

/** A host that runs models of others from a queue: what fal and Replicate do differently. */
export type Host = Pick<Provider, 'id' | 'cancel' | 'check'> & {
  /** Starts a model; returns the host's name of the task. */
  submit(model: string, inputs: Record<string, unknown>): Promise<string>;
  look(task: string, signal: AbortSignal): Promise<HostProgress>;
};
export type HostProgress =
  | Extract<TaskProgress, { kind: 'working' | 'refused' }>
  | { kind: 'done'; output: unknown };

type StepName = 'shape' | 'texture';

/** Makes models with hosted ones: the shape, then its texture where that is another model. */
export function createHosted(host: Host, recipes: Recipes, http: ProviderHttp): Provider {
  const recipeFor = (input: Exclude<RigInput, 'mesh'>): Recipe => {
    const recipe = recipes[input];
    if (!recipe) throw new ProviderFailure('unavailable', `providers.json names no model for ${input}`);
    return recipe;
  };
  const stepOf =
    (name: StepName, { model }: Form, inputs: Record<string, unknown>): ProviderStep =>
    async () =>
      `${name}:${await host.submit(model, inputs)}`;

  return {
    id: host.id,
    inputs: Object.keys(recipes) as RigInput[],
    knowsKeys: false,
    async prepare(request) {
      const { shape } = recipeFor(inputOf(request));
      return stepOf('shape', shape, fillForm(shape, request));
    },

    async look(task, signal, request): Promise<TaskProgress> {
      const [step, id] = split(task);
      const { texture } = recipeFor(inputOf(request));
      const seen = await host.look(id, signal);
      if (seen.kind === 'refused') return seen;
      if (seen.kind === 'working')
        return { kind: 'working', fraction: texture ? half(step, seen.fraction) : seen.fraction };
      const modelUrl = modelUrlIn(seen.output);
      if (modelUrl === null) return providerRefusal('it has no GLB');
      if (step === 'texture' || !texture) return { kind: 'ready', modelUrl };
      return { kind: 'next', step: stepOf('texture', texture, fillForm(texture, request, modelUrl)) };
    },

    download: http.download,
    cancel: (task) => host.cancel(split(task)[1]),
    check: host.check,
  };
}

function split(task: string): [StepName, string] {
  const at = task.indexOf(':');
  return [task.slice(0, at) === 'texture' ? 'texture' : 'shape', task.slice(at + 1)];
}

/** Each of two steps counts half. */
const half = (step: StepName, fraction: number): number => fraction / 2 + (step === 'texture' ? 0.5 : 0);

const deepest = 6;

/** The address of the GLB in the output of a model: the only text, or the first that ends so. */
export function modelUrlIn(output: unknown): string | null {
  if (typeof output === 'string') return output;
  return glbIn(output, deepest);
}

function glbIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string')
    return URL.canParse(value) && new URL(value).pathname.toLowerCase().endsWith('.glb') ? value : null;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  for (const inner of Object.values(value)) {
    const found = glbIn(inner, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
