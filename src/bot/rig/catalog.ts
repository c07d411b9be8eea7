import type { Clock } from '../../base/clock.js';
import type { Http } from '../../client/http.js';
import {
  listPipelines,
  type Pipeline,
  type PipelineDetail,
  type RigInput,
  readPipeline,
} from '../../contract/pipelines.js';

/** The service's pipelines, cached for a minute, and longer while the service is unavailable. */
export type Catalog = {
  list(): Promise<Pipeline[]>;
  /** A pipeline with its parameters; null when the service doesn't offer it. */
  read(id: string): Promise<PipelineDetail | null>;
  /** Finds a pipeline by id or name, ignoring case; without a name, the first that accepts the input. */
  choose(input: RigInput, named: string | null): Promise<PipelineDetail | null>;
};

const freshMs = 60_000;
/** Short, because Discord waits three seconds for suggestions and forms. */
const timeoutMs = 2_000;

export function createCatalog({ http, clock }: { http: Pick<Http, 'call'>; clock: Clock }): Catalog {
  const kept = new Map<string, { value: unknown; at: number }>();

  const keep = async <T>(key: string, load: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const known = kept.get(key) as { value: T; at: number } | undefined;
    if (known && clock.now() - known.at < freshMs) return known.value;
    try {
      const value = await load(AbortSignal.timeout(timeoutMs));
      kept.set(key, { value, at: clock.now() });
      return value;
    } catch (error) {
      if (known) return known.value;
      throw error;
    }
  };

  const list = () =>
    keep('', async (signal) => (await http.call(listPipelines, { signal }, {})).reply.body.data);

  const read = async (pipeline_id: string) => {
    if (!(await list()).some(({ id }) => id === pipeline_id)) return null;
    return keep(pipeline_id, async (signal) => {
      const params = { pipeline_id };
      return (await http.call(readPipeline, { params, signal }, {})).reply.body;
    });
  };

  return {
    list,
    read,
    async choose(input, named) {
      const wanted = named?.trim().toLowerCase();
      const found = (await list()).find(({ id, name, inputs }) =>
        wanted ? id.toLowerCase() === wanted || name.toLowerCase() === wanted : inputs.includes(input),
      );
      return found ? read(found.id) : null;
    },
  };
}
