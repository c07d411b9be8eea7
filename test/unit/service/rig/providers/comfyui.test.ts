import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProviders, type ProviderSettings } from '../../../../../src/service/rig/providers/index.js';
import { openComfyUi } from '../../../../support/providers/comfyui.js';
import { openGpu } from '../../../../support/providers/gpu.js';
import { openHunyuan } from '../../../../support/providers/hunyuan.js';
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

/** Machines of the operator: ComfyUI, Hunyuan3D, and views from them or from a GPU server. */

const shipped = (input: string) => JSON.parse(readFileSync(`data/catalog/comfyui/${input}.json`, 'utf8'));
const classesOf = (nodes: object): string[] => Object.values(nodes).map(({ class_type }) => class_type);
const glb = { filename: 'model_00001_.glb', subfolder: 'rigsmith', type: 'output' };
const saved = { '8': { '3d': [glb] } };
const made = { kind: 'made' };
const unavailable = { kind: 'refused', detail: expect.stringMatching(/isn't available right now/) };

let folder: string;
let runs: Runs;
let fakes: FakeServer[];
beforeEach(() => {
  runs = openRuns();
  fakes = [];
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-workflows-'));
  cpSync('data/catalog', folder, { recursive: true });
});
afterEach(async () => {
  for (const fake of fakes) await fake.close();
  rmSync(folder, { recursive: true });
});

type Options = Partial<Parameters<typeof openComfyUi>[0]>;
async function open(options: Options = {}) {
  const fake = await openComfyUi({
    classes: [...classesOf(shipped('image')), ...classesOf(shipped('multi_image'))],
    files: { [glb.filename]: model },
    outputs: saved,
    ...options,
  });
  fakes.push(fake);
  const settings: ProviderSettings = { comfyui: { baseUrl: fake.url, apiKey: null } };
  return { fake, settings };
}
const queuedIn = ({ seen }: FakeServer) =>
  seen.filter(({ path }) => path === '/prompt').map(({ body }) => JSON.parse(body.toString()));

describe('ComfyUI', () => {
  test('runs the shipped workflow with the picture and the seed of a member', async () => {
    const { fake, settings } = await open();
    expect(await runs.live(settings, image)).toMatchObject(made);
    const [{ prompt, prompt_id }] = queuedIn(fake);
    expect(prompt['10'].inputs).toEqual({ image: 'rigsmith/g1-front.png' });
    expect(prompt['5'].inputs).toMatchObject({ seed: 5, steps: 30 });
    expect(runs.kept.at(-1)).toBe(`task:${prompt_id}`);
    expect(runs.rigged).toMatchObject([{ kind: 'mesh', model }]);
  });

  test('gets the views that there are, without the nodes of the others', async () => {
    const { fake, settings } = await open();
    expect(await runs.live(settings, frontAndBack)).toMatchObject(made);
    const [{ prompt }] = queuedIn(fake);
    expect(Object.keys(prompt['2'].inputs)).toEqual(['front', 'back']);
    expect(classesOf(prompt).filter((name) => name === 'LoadImage')).toHaveLength(2);
    expect([...fake.uploads].sort()).toEqual(['rigsmith/g1-back.png', 'rigsmith/g1-front.png']);
  });

  test('gets a sentence in the input that a title names', async () => {
    const nodes = {
      '1': { class_type: 'Words', inputs: { value: '' }, _meta: { title: 'in:prompt.value' } },
      '8': { class_type: 'SaveGLB', inputs: { mesh: ['1', 0] } },
    };
    writeFileSync(join(folder, 'comfyui/text.json'), JSON.stringify(nodes));
    const { fake, settings } = await open({ classes: ['Words', 'SaveGLB'] });
    expect(await runs.live(settings, text, { catalogDir: folder })).toMatchObject(made);
    expect(queuedIn(fake)[0].prompt['1'].inputs).toEqual({ value: 'a knight' });
  });

  test('queues a workflow once when the answer to it was lost', async () => {
    const { fake, settings } = await open();
    fake.twists.push(({ path }) => (path === '/prompt' && fake.tasks.size > 0 ? 'hang-up' : undefined));
    await expect(runs.live(settings, image, { diesWhenStoring: /^task:/ })).rejects.toThrow('killed');
    expect(await runs.live(settings, image, { begun: runs.kept.at(-1)! })).toMatchObject(made);
    expect(queuedIn(fake)).toHaveLength(1);
  });

  test.each([
    ['a workflow that it cannot validate', { classes: ['LoadImage'] }, 'no such node'],
    ['a workflow that fails', { failure: 'CUDA out of memory' }, 'CUDA out of memory'],
  ])('tells only the operator about %s', async (_, options: Options, reason) => {
    const { settings } = await open(options);
    expect(await runs.live(settings, image)).toMatchObject(unavailable);
    expect(runs.logged).toContain(reason);
  });

  test('that was restarted has lost the task', async () => {
    const { settings } = await open();
    const lost = { kind: 'refused', detail: expect.stringMatching(/lost this job/) };
    expect(await runs.live(settings, image, { begun: 'task:another' })).toMatchObject(lost);
  });

  test.each([
    ['waits', 1, '/queue', (id: string) => ({ delete: [id] })],
    ['runs', 2, '/interrupt', (id: string) => ({ prompt_id: id })],
  ])('cancels a task that %s, and no other', async (_, looks, path, body) => {
    const { fake, settings } = await open();
    const stopping = new AbortController();
    const stopAt = () => [...fake.tasks.values()].some((task) => task.looks === looks);
    fake.twists.push(() => void (stopAt() && stopping.abort('timeout')));
    // Another look at the queue must not finish the task before it is cancelled.
    fake.twists.push((seen) => {
      if (!stopping.signal.aborted || seen.path !== '/queue' || seen.method !== 'GET') return undefined;
      const item = [0, [...fake.tasks.keys()][0], {}, {}, []];
      const json = { queue_running: looks === 2 ? [item] : [], queue_pending: looks === 1 ? [item] : [] };
      return { status: 200, json };
    });
    const [id] = await runs
      .live(settings, image, { signal: stopping.signal })
      .then(() => queuedIn(fake).map(({ prompt_id }) => prompt_id));
    const last = fake.seen.at(-1)!;
    expect([last.method, last.path, JSON.parse(last.body.toString())]).toEqual(['POST', path, body(id)]);
  });

  test('is found to lack nodes of the workflows', async () => {
    const { settings } = await open({ classes: ['LoadImage', 'SaveGLB'] });
    const [provider] = createProviders(settings, folder);
    await expect(provider?.check(AbortSignal.timeout(5_000))).rejects.toThrow(
      /lacks nodes of the workflows: ImageOnlyCheckpointLoader, Hunyuan3Dv2Conditioning/,
    );
  });

  test.each([
    ['saved for its own page', '{"nodes":[{"id":1}],"links":[]}', /Export \(API\)/],
    ['that is no JSON', 'nodes', /image\.json cannot be used/],
  ])('stops the start for a workflow %s', (_, content, said) => {
    writeFileSync(join(folder, 'comfyui/image.json'), content);
    const settings = { comfyui: { baseUrl: 'http://127.0.0.1:8188', apiKey: null } };
    expect(() => createProviders(settings, folder)).toThrow(said);
  });
});

describe('views instead of a model', () => {
  const side = Buffer.from(`${png.toString('latin1')} of the side`, 'latin1');
  const carved = {
    kind: 'images',
    seed: 5,
    images: [
      { view: 'front', bytes: png },
      { view: 'left', bytes: side },
    ],
  };

  test('of ComfyUI are carved by the engine', async () => {
    const picture = (filename: string) => ({ images: [{ filename, subfolder: '', type: 'output' }] });
    const nodes = {
      '1': { class_type: 'Words', inputs: { text: '' }, _meta: { title: 'in:prompt' } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0] }, _meta: { title: 'out:front' } },
      '3': { class_type: 'SaveImage', inputs: { images: ['1', 1] }, _meta: { title: 'out:left' } },
    };
    writeFileSync(join(folder, 'comfyui/text.json'), JSON.stringify(nodes));
    const { settings } = await open({
      classes: ['Words', 'SaveImage'],
      files: { 'front.png': png, 'left.png': side },
      outputs: { '2': picture('front.png'), '3': picture('left.png') },
    });
    expect(await runs.live(settings, text, { catalogDir: folder })).toMatchObject(made);
    expect(runs.rigged).toMatchObject([carved]);
  });

  test('of a GPU server are carved by the engine', async () => {
    const fake = await openGpu({ key, model, views: { front: png, left: side } });
    fakes.push(fake);
    expect(await runs.live({ gpu: { baseUrl: fake.url, apiKey: key } }, text)).toMatchObject(made);
    expect(runs.rigged).toMatchObject([carved]);
  });
});

describe('a Hunyuan3D server', () => {
  const serve = async () => {
    const fake = await openHunyuan({ model });
    fakes.push(fake);
    return { fake, settings: { hunyuan: { baseUrl: fake.url, apiKey: null } } };
  };

  test.each([
    ['a picture', image, ['image']],
    ['views', frontAndBack, ['image', 'image_back']],
  ])('makes a model from %s, which comes with the status', async (_, request, pictures) => {
    const { fake, settings } = await serve();
    expect(await runs.live(settings, request)).toMatchObject(made);
    const sent = JSON.parse(fake.seen[0]!.body.toString());
    expect(sent).toMatchObject({ texture: true, face_count: 40_000, type: 'glb' });
    expect(
      Object.keys(sent)
        .filter((name) => name.startsWith('image'))
        .sort(),
    ).toEqual(pictures);
    expect(sent.image).toBe(png.toString('base64'));
    expect(runs.rigged).toMatchObject([{ kind: 'mesh', model }]);
    expect(runs.fractions).toEqual(expect.arrayContaining([0.2, 0.6]));
  });

  test('that sends more than a model may have is given up', { tags: 'slow' }, async () => {
    const { fake, settings } = await serve();
    const bytes = Buffer.alloc(69 * 1024 * 1024, 'A');
    fake.twists.push(({ method }) => (method === 'GET' ? { status: 200, bytes } : undefined));
    expect(await runs.live(settings, image)).toMatchObject({
      detail: expect.stringMatching(/larger than 50 MB/),
    });
  });

  test('gets one task at a time', async () => {
    const { settings } = await serve();
    expect(createProviders(settings, folder)[0]).toMatchObject({
      slots: 1,
      inputs: ['image', 'multi_image'],
    });
  });
});
