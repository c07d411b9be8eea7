import { z } from 'zod';
import { readEdited } from '../../base/data-file.js';
import { AppError, type Fault, SetupError } from '../../base/errors.js';
import {
  type Parameter,
  type PipelineDetail,
  pipelineDetail,
  type RigInput,
} from '../../contract/pipelines.js';
import { currentParameters, type Parameters } from './parameters.js';
import { type Provider, type ProviderId, providerIds } from './providers/provider.js';

/** The catalog of pipelines. */
export type Pipelines = {
  readonly all: readonly PipelineDetail[];
  /** @throws AppError `not_found` */
  find(id: string): PipelineDetail;
  /** The pipeline for an input: the requested one, else the first in the catalog that accepts it. */
  choose(input: RigInput, id?: string): PipelineDetail;
  /** The provider of a pipeline's models, or null for the engine. */
  providerOf(id: string): ProviderId | null;
  /** Whether another seed changes the rig. */
  isSeeded(id: string): boolean;
  /**
   * The parameters under their present names.
   * @throws AppError `invalid_request` naming every invalid one
   */
  parametersFor(pipeline: PipelineDetail, given: Parameters): Parameters;
};

/** A catalog entry; a provider's pipeline is offered only where the operator has configured that provider. */
const entry = pipelineDetail.extend({ provider: z.enum(providerIds).nullable().default(null) });
type Entry = z.infer<typeof entry>;
const catalog = z
  .array(entry)
  .min(1)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'two pipelines share an id');

type Maker = Pick<Provider, 'id' | 'inputs'>;

/**
 * @param providers those the operator configured
 * @throws SetupError when the file is missing or does not match the schema, or when a pipeline takes what its provider
 * makes no models from
 */
export function readPipelines(file: string, providers: readonly Maker[] = []): Pipelines {
  const offered = parseCatalog(file).filter(({ id, provider, inputs }) => {
    if (provider === null) return true;
    const maker = providers.find((one) => one.id === provider);
    const missing = maker && inputs.find((input) => !maker.inputs.includes(input));
    if (missing)
      throw new SetupError(
        `${file}: the pipeline ${id} takes ${missing}, but ${provider} has no model for it`,
      );
    return maker !== undefined;
  });
  return createPipelines(offered);
}

/** The providers that a catalog names. @throws SetupError */
export const providersIn = (file: string): ProviderId[] => [
  ...new Set(parseCatalog(file).flatMap(({ provider }) => provider ?? [])),
];

const parseCatalog = (file: string): Entry[] =>
  readEdited(file, catalog, (why) => `The pipeline catalog ${file} cannot be used: ${why}`);

/** Pipelines whose prices, names and parameters can change while the service runs. */
export type LivePipelines = Pipelines & {
  /**
   * Reads the file again. The pipelines change only when the returned function is called.
   * @throws SetupError also when a pipeline was added or removed, or has another provider: each has a queue of its own
   */
  reread(): () => void;
};

export function openPipelines(file: string, providers: readonly Maker[]): LivePipelines {
  let now = readPipelines(file, providers);
  const shapeOf = ({ all, providerOf }: Pipelines) =>
    all
      .map(({ id }) => `${id} ${providerOf(id)}`)
      .sort()
      .join();
  return {
    get all() {
      return now.all;
    },
    find: (id) => now.find(id),
    choose: (input, id) => now.choose(input, id),
    providerOf: (id) => now.providerOf(id),
    isSeeded: (id) => now.isSeeded(id),
    parametersFor: (pipeline, given) => now.parametersFor(pipeline, given),
    reread() {
      const next = readPipelines(file, providers);
      if (shapeOf(next) !== shapeOf(now))
        throw new SetupError(
          `${file}: restart the service to add or remove a pipeline, or to change its provider`,
        );
      return () => {
        now = next;
      };
    },
  };
}

export function createPipelines(
  entries: readonly (PipelineDetail & { provider?: ProviderId | null })[],
): Pipelines {
  const all = entries.map(({ provider: _, ...shown }) => shown);
  const find = (id: string) => {
    const pipeline = all.find((one) => one.id === id);
    if (!pipeline)
      throw new AppError(
        'not_found',
        "We don't know that pipeline. Use /pipelines to see what is available.",
      );
    return pipeline;
  };
  return {
    all,
    find,
    providerOf: (id) => entries.find((one) => one.id === id)?.provider ?? null,
    isSeeded: (id) => all.find((one) => one.id === id)?.seeded ?? true,
    choose(input, id) {
      const pipeline = id === undefined ? all.find((one) => one.inputs.includes(input)) : find(id);
      if (pipeline?.inputs.includes(input)) return pipeline;
      const fault = { path: 'pipeline_id', message: `does not take ${input} input` };
      const name = pipeline ? `The pipeline ${pipeline.name}` : 'No pipeline here';
      throw new AppError(
        'invalid_request',
        `${name} doesn't accept this kind of input. Use /pipelines to see what does.`,
        {
          context: { errors: [fault] },
        },
      );
    },
    parametersFor(pipeline, given) {
      const parameters = currentParameters(pipeline, given);
      const errors = faultsOf(pipeline, parameters);
      if (errors[0])
        throw new AppError('invalid_request', `${errors[0].said}.`, {
          context: { errors: errors.map(({ path, message }) => ({ path, message })) },
        });
      return parameters;
    },
  };
}

type Asked = { type: RigInput; pipeline_id?: string | undefined; parameters?: Parameters | undefined };

/** The pipeline of a request, and its parameters once they are valid. @throws AppError */
export function pipelineFor(
  pipelines: Pipelines,
  { type, pipeline_id, parameters = {} }: Asked,
): { pipeline: PipelineDetail; parameters: Parameters } {
  const pipeline = pipelines.choose(type, pipeline_id);
  return { pipeline, parameters: pipelines.parametersFor(pipeline, parameters) };
}

/** @throws AppError `invalid_request` for priority where it has no price */
export function priceOf({ name, credit_cost, priority }: PipelineDetail, isPriority: boolean): number {
  if (!isPriority) return credit_cost;
  if (priority) return credit_cost + priority.credits;
  throw new AppError('invalid_request', `The pipeline ${name} has no priority to pay for.`);
}

/** Each with a sentence for the member, using titles instead of paths. */
function faultsOf(
  { name: pipeline, parameters: known }: PipelineDetail,
  given: Parameters,
): (Fault & { said: string })[] {
  const unknown = Object.keys(given).filter((name) => !known.some((one) => one.name === name));
  return [
    ...unknown.map((name) => ({
      path: `parameters.${name}`,
      message: 'is not a parameter of this pipeline',
      said: `The pipeline ${pipeline} has no option “${name}”`,
    })),
    ...known.flatMap((one) => {
      const message = faultOf(one, given[one.name]);
      const path = `parameters.${one.name}`;
      return message ? [{ path, message, said: `${one.title} ${message}` }] : [];
    }),
  ];
}

function faultOf(known: Parameter, value: string | number | boolean | undefined): string | undefined {
  if (value === undefined) return known.required ? 'is missing' : undefined;
  const type = known.type === 'integer' ? 'number' : known.type;
  if (typeof value !== type) return `must be a ${type}`;
  if (known.type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (known.enum && !known.enum.includes(String(value))) return `must be one of ${known.enum.join(', ')}`;
  if (typeof value !== 'number') return undefined;
  if (known.minimum !== undefined && value < known.minimum) return `must be at least ${known.minimum}`;
  if (known.maximum !== undefined && value > known.maximum) return `must be at most ${known.maximum}`;
  return undefined;
}
