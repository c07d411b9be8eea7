import { type FakeServer, openFakeServer, type Reply } from './server.js';

type Ending = { status: 'failed' | 'canceled' | 'aborted'; error: string | null };

/** Replicate's API as replicate.com/docs/reference/http describes it. A prediction is done after two looks. */
export async function openReplicate(options: {
  key: string;
  model: Uint8Array;
  /** How predictions end; with a model otherwise. */
  end?: Ending;
}): Promise<FakeServer & { base: string }> {
  const predictions = new Map<string, { looks: number; status?: 'canceled' }>();
  const fake: FakeServer = await openFakeServer((seen) => {
    if (seen.path === '/delivery/model.glb') return { status: 200, bytes: options.model };
    if (seen.headers.authorization !== `Bearer ${options.key}`)
      return say(401, 'Unauthenticated', 'You did not pass a valid authentication token');
    if (seen.path === '/v1/account') return { status: 200, json: { type: 'user', username: 'smith' } };
    if (seen.path === '/v1/predictions' && seen.method === 'POST') {
      const { version, input } = JSON.parse(seen.body.toString());
      if (typeof version !== 'string' || typeof input !== 'object')
        return say(422, 'Unprocessable Entity', '- version is required');
      if ((input.prompt === undefined) === (input.image === undefined))
        return say(422, 'Input validation failed', 'Provide exactly one of prompt and image');
      const id = `p${predictions.size + 1}`;
      predictions.set(id, { looks: 0 });
      return { status: 201, json: view(id, { status: 'starting' }) };
    }
    const [, id = '', cancel] = /^\/v1\/predictions\/(\w+)(\/cancel)?$/.exec(seen.path) ?? [];
    const prediction = predictions.get(id);
    if (!prediction) return say(404, 'Not found', 'The requested resource could not be found.');
    if (cancel && seen.method === 'POST') prediction.status = 'canceled';
    else prediction.looks++;
    return { status: 200, json: view(id, stateOf(prediction)) };
  });

  const stateOf = ({ looks, status }: { looks: number; status?: 'canceled' }) => {
    if (status) return { status };
    if (looks < 3) return { status: looks === 1 ? 'starting' : 'processing' };
    return options.end ?? { status: 'succeeded', output: `${fake.url}/delivery/model.glb` };
  };
  const view = (id: string, state: object) => ({
    id,
    input: {},
    output: null,
    error: null,
    logs: '',
    metrics: {},
    urls: { get: `${fake.url}/v1/predictions/${id}`, cancel: `${fake.url}/v1/predictions/${id}/cancel` },
    ...state,
  });
  return { ...fake, base: `${fake.url}/v1` };
}

const say = (status: number, title: string, detail: string): Reply => ({
  status,
  json: { title, detail, status },
});
