import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderSettings } from '../../../../../src/service/rig/providers/index.js';
import { openFal } from '../../../../support/providers/fal.js';
import { openReplicate } from '../../../../support/providers/replicate.js';
import {
  frontAndBack,
  image,
  key,
  model,
  openRuns,
  png,
  type Runs,
  text,
} from '../../../../support/providers/run.js';
import type { FakeServer } from '../../../../support/providers/server.js';

/** Models on fal and Replicate. */

const picture = `data:image/png;base64,${png.toString('base64')}`;
const fixed = { enable_pbr: true, face_count: 40_000 };
const words = { prompt: 'a knight' };
const made = { kind: 'made' };

let fake: FakeServer;
let runs: Runs;
let folder: string;
beforeEach(() => {
  runs = openRuns();
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-providers-'));
});
afterEach(async () => {
  await fake.close();
  rmSync(folder, { recursive: true });
});

const asked = (method: string) => fake.seen.filter((one) => one.method === method);
const bodies = () => asked('POST').map(({ path, body }) => [path, JSON.parse(body.toString())]);

/** A catalog whose providers have these models. */
function catalogWith(forms: object): string {
  cpSync('data/catalog', folder, { recursive: true });
  const recipe = { text: { shape: { model: 'a/b', prompt: 'prompt' } } };
  const whole = { fal: recipe, replicate: recipe, hunyuan: {}, ...forms };
  writeFileSync(join(folder, 'providers.json'), JSON.stringify(whole));
  return folder;
}

describe('fal', () => {
  const open = async (end?: Parameters<typeof openFal>[0]['end']): Promise<ProviderSettings> => {
    fake = await openFal({ key, model, ...(end && { end }) });
    return { fal: { baseUrl: fake.url, apiKey: key } };
  };
  const pro = '/fal-ai/hunyuan-3d/v3.1/pro';

  test.each([
    ['a sentence', text, `${pro}/text-to-3d`, words],
    ['a picture', image, `${pro}/image-to-3d`, { input_image_url: picture }],
    ['two views', frontAndBack, `${pro}/image-to-3d`, { input_image_url: picture, back_image_url: picture }],
  ])('makes a model from %s, which the engine rigs', async (_, request, path, inputs) => {
    expect(await runs.live(await open(), request)).toMatchObject(made);
    expect(bodies()).toEqual([[path, { ...inputs, ...fixed }]]);
    expect(runs.rigged).toMatchObject([{ kind: 'mesh', model }]);
    expect(runs.kept.at(-1)).toBe('task:shape:/fal-ai/hunyuan-3d/requests/req-1');
  });

  test('makes the shape with one model and its texture with another', async () => {
    const shape = { model: 'fal-ai/shapes/image-to-3d', image: 'input_image_url' };
    const texture = { model: 'fal-ai/paints/retexture', mesh: 'model_url', image: 'style_url', seed: 'seed' };
    const catalogDir = catalogWith({ fal: { image: { shape, texture } } });
    expect(await runs.live(await open(), image, { catalogDir })).toMatchObject(made);
    expect(bodies()).toEqual([
      ['/fal-ai/shapes/image-to-3d', { input_image_url: picture }],
      ['/fal-ai/paints/retexture', { model_url: `${fake.url}/files/model.glb`, style_url: picture, seed: 5 }],
    ]);
    expect(runs.fractions.filter((one) => one > 0)).toEqual([0.25, 0.5, 0.75]);
  });

  test('does not start the texture again after a restart', async () => {
    const shape = { model: 'fal-ai/shapes/image-to-3d', image: 'input_image_url' };
    const texture = { model: 'fal-ai/paints/retexture', mesh: 'model_url' };
    const catalogDir = catalogWith({ fal: { image: { shape, texture } } });
    const settings = await open();
    await runs.live(settings, image, { catalogDir });
    expect(await runs.live(settings, image, { catalogDir, begun: runs.kept.at(-1)! })).toMatchObject(made);
    expect(asked('POST')).toHaveLength(2);
  });

  test.each([
    [
      'an input that the model does not accept',
      [{ loc: ['body', 'input_image_url'], msg: 'Image too small', type: 'image_too_small' }],
      { code: 'provider_error', detail: "The model provider couldn't make this: Image too small." },
    ],
    [
      'content that it does not allow',
      [{ loc: ['body', 'prompt'], msg: 'Flagged.', type: 'content_policy_violation' }],
      { code: 'content_rejected', detail: "The model provider doesn't allow this kind of content." },
    ],
    ['another reason', 'No faces were found', { detail: expect.stringContaining('No faces were found') }],
  ])('refuses a finished request for %s', async (_, detail, refused) => {
    const settings = await open({ status: 422, json: { detail } });
    expect(await runs.live(settings, image)).toMatchObject({ kind: 'refused', ...refused });
  });

  test('that rejects inputs at once is quoted to the member', async () => {
    const settings = await open();
    const withoutFront = { ...frontAndBack, images: frontAndBack.images.slice(0, 1) };
    expect(await runs.live(settings, withoutFront)).toMatchObject({
      code: 'provider_error',
      detail: 'The model provider refused this: field required',
    });
  });

  test('is cancelled when the time of the job is over', async () => {
    const settings = await open();
    const stopping = new AbortController();
    fake.twists.push(({ method }) => void (method === 'GET' && stopping.abort('timeout')));
    expect(await runs.live(settings, image, { signal: stopping.signal })).toEqual({ kind: 'stopped' });
    expect(asked('PUT').map(({ path }) => path)).toEqual(['/fal-ai/hunyuan-3d/requests/req-1/cancel']);
  });

  test.each([
    ['another host', 'https://evil.example/fal-ai/x/requests/1/status'],
    ['no request', '/status'],
  ])('gets no key sent to an address of a status at %s', async (_, address) => {
    const settings = await open();
    const status_url = address.startsWith('/') ? `${fake.url}/other${address}?x` : address;
    fake.twists.push(({ method }) => (method === 'POST' ? { status: 200, json: { status_url } } : undefined));
    const outcome = await runs.live(settings, image);
    if (address.startsWith('https')) expect(asked('GET')).toEqual([]);
    expect(outcome).toMatchObject({ code: 'provider_error' });
  });

  test('cannot make the service fetch a model inside the network of the operator', async () => {
    const url = 'http://169.254.169.254/latest/model.glb';
    const settings = await open({ status: 200, json: { model_glb: { url } } });
    expect(await runs.live(settings, image)).toMatchObject({ code: 'provider_error' });
    expect(runs.rigged).toEqual([]);
  });
});

describe('Replicate', () => {
  const open = async (end?: Parameters<typeof openReplicate>[0]['end']): Promise<ProviderSettings> => {
    const replicate = await openReplicate({ key, model, ...(end && { end }) });
    fake = replicate;
    return { replicate: { baseUrl: replicate.base, apiKey: key } };
  };

  test.each([
    ['a sentence', text, words],
    ['a picture', image, { image: picture }],
  ])('makes a model from %s, which the engine rigs', async (_, request, inputs) => {
    expect(await runs.live(await open(), request)).toMatchObject(made);
    const json = { version: 'tencent/hunyuan-3d-3.1', input: { ...inputs, ...fixed } };
    expect(bodies()).toEqual([['/v1/predictions', json]]);
    expect(runs.rigged).toMatchObject([{ kind: 'mesh', model }]);
  });

  test.each([
    [
      'failed',
      'No object was found.',
      'provider_error',
      "The model provider couldn't make this: No object was found.",
    ],
    ['failed', null, 'provider_error', "The model provider couldn't make this."],
    ['aborted', '', 'provider_error', "The model provider couldn't make this."],
    [
      'failed',
      'The input or output was flagged as sensitive. Please try again with different inputs. (E005)',
      'content_rejected',
      "The model provider doesn't allow this kind of content.",
    ],
  ] as const)('reports a prediction that %s with “%s”', async (status, error, code, detail) => {
    const settings = await open({ status, error });
    expect(await runs.live(settings, image)).toEqual({ kind: 'refused', code, detail });
  });

  test('is asked once for a paid prediction whose answer was lost', async () => {
    const settings = await open();
    fake.twists.push(({ method }) => (method === 'POST' ? 'hang-up' : undefined));
    expect(await runs.live(settings, image)).toMatchObject({
      detail: expect.stringMatching(/isn't available right now/),
    });
    expect(asked('POST')).toHaveLength(1);
  });

  test('is asked again when it throttled the request', async () => {
    const settings = await open();
    const detail = 'Request was throttled. Your rate limit resets in ~30s.';
    fake.upsets.push({ status: 429, json: { detail }, headers: { 'retry-after': '30' } });
    expect(await runs.live(settings, image)).toMatchObject(made);
    expect(asked('POST')).toHaveLength(2);
  });

  test('is cancelled when the job is', async () => {
    const settings = await open();
    const stopping = new AbortController();
    fake.twists.push(({ method }) => void (method === 'GET' && stopping.abort('cancelled')));
    expect(await runs.live(settings, image, { signal: stopping.signal })).toEqual({ kind: 'stopped' });
    expect(asked('POST').at(-1)?.path).toBe('/v1/predictions/p1/cancel');
  });
});

test.each([
  ['is not JSON', '{'],
  ['names an unknown field', JSON.stringify({ fal: { text: { shape: { model: 'a/b', promt: 'x' } } } })],
  ['names a model that is not a path', JSON.stringify({ fal: { text: { shape: { model: '../a' } } } })],
])('a file of models that %s stops the start with its name', async (_, content) => {
  fake = await openFal({ key, model });
  catalogWith({});
  writeFileSync(join(folder, 'providers.json'), content);
  const settings = { fal: { baseUrl: fake.url, apiKey: key } };
  await expect(runs.live(settings, text, { catalogDir: folder })).rejects.toThrow(
    /providers\.json cannot be used/,
  );
});
