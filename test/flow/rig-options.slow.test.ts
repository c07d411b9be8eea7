import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { drawFigure } from '../../src/playground/stories/tour.js';
import { eventually } from '../support/eventually.js';
import { modelBytes } from '../support/model.js';
import { formOf, openGpu } from '../support/providers/gpu.js';
import type { FakeServer } from '../support/providers/server.js';
import {
  answerTo,
  cardSays,
  creditsOf,
  find,
  justBefore,
  openWorld,
  shown,
  type TestWorld,
  text,
} from '../support/world.js';
import { photograph } from '../unit/engine/input/image/photograph.js';

const key = 'gpu-secret-key';
let gpu: FakeServer;
let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  gpu = await openGpu({ key, model: Buffer.from('glTF') });
  world = await openWorld({ WELCOME_CREDITS: '80', GPU_SERVER_URL: gpu.url, GPU_SERVER_KEY: key });
  mia = (await world.linked('mia')).in('rigs');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
  await gpu.close();
});

const lastId = async () => (await mia.messages()).at(-1)?.id ?? '0';
describe('the pipeline of a rig', () => {
  it('is suggested with its price and its inputs', async () => {
    const named = async (command: string, typed = '') =>
      (await mia.autocompletes(command, 'pipeline', typed)).map(({ name }) => name);
    expect(await named('/rig text')).toEqual([
      'Clay: 10 credits, about 4 s',
      'Own GPU: 30 credits, about 90 s',
    ]);
    expect(await named('/rig text', 'own g')).toEqual(['Own GPU: 30 credits, about 90 s']);
    expect(await named('/rig mesh')).toEqual(['Armature: 12 credits, about 6 s']);
  });

  it('suggests the values of its own parameters', async () => {
    const values = async (option: string, options: Record<string, string> = {}) =>
      (await mia.autocompletes('/rig text', option, '', { options })).map(({ value }) => value);
    expect(await values('style')).toEqual(['auto', 'clay', 'low-poly', 'voxel', 'toon']);
    expect(await values('proportions')).toEqual(['auto', 'chibi', 'natural', 'heroic']);
    expect(await values('skeleton', { pipeline: 'gpu' })).toContain('other');
    expect(await values('style', { pipeline: 'gpu' })).toEqual([]);
  });

  it('may be an external provider, chosen by name, which then gets the job', async () => {
    const after = await lastId();
    await mia.runs('/rig text', { prompt: 'a knight of brass', pipeline: 'own gpu', seed: 5 });
    const card = await mia.sees(/Making[\s\S]*knight of brass/, { after });
    const begun = await eventually(
      () => gpu.seen.find(({ method }) => method === 'POST') ?? Promise.reject(),
    );
    const asked = await formOf(begun);
    expect([asked.get('prompt'), asked.get('seed')]).toEqual(['a knight of brass', '5']);
    await mia.clicks('Cancel', { message: card.id });
    await mia.sees('30 credits returned', { after });
  });

  it('is refused with one sentence if it does not fit, and nothing is spent', async () => {
    const refusals: [Record<string, string>, string][] = [
      [{ pipeline: 'gold' }, "We don't know that pipeline. Use /pipelines to see what is available."],
      [{ pipeline: 'armature' }, "The pipeline Armature doesn't accept this kind of input."],
      [{ pipeline: 'gpu', style: 'toon' }, 'The pipeline Own GPU has no option “style”.'],
      [{ style: 'baroque' }, 'Style must be one of auto, clay, low\\-poly, voxel, toon.'],
    ];
    for (const [options, sentence] of refusals) {
      const asked = mia.runs('/rig text', { prompt: 'a knight', ...options });
      expect((await answerTo(mia, asked, sentence)).ephemeral).toBe(true);
    }
    const image = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    const asked = mia.runs('/rig image', { pipeline: 'clay' }, { attachments: { image } });
    await answerTo(mia, asked, "The pipeline Clay doesn't accept this kind of input");
    expect(await creditsOf(mia)).toBe(80);
  });
});

describe('repeating a rig', () => {
  it('uses the stored picture after a failure', { tags: 'slow' }, async () => {
    const after = await lastId();
    const blank = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const image = { name: 'blank.png', bytes: blank, contentType: 'image/png' };
    await mia.runs('/rig image', {}, { attachments: { image } });
    const failed = await mia.sees("Couldn't make this one", { after });
    await mia.clicks('Try again · 15 credits', { message: failed.id });
    const again = await mia.sees("Couldn't make this one", { after: failed.id });
    expect(text(again)).toMatch(/No figure was found[\s\S]*15 credits returned/);
  });

  it("with changes shows a form of its pipeline's parameters", async () => {
    const after = await lastId();
    await mia.runs('/rig text', { prompt: 'a small robot', proportions: 'CHIBI', detail: 'low', seed: 3 });
    const begun = await mia.sees(/small robot[\s\S]*Cancel/, { after });
    await mia.clicks('Cancel', { message: begun.id });
    const first = await mia.sees(/Cancelled[\s\S]*small robot/, { after });
    const { modal } = await mia.clicks('Edit and remake', { message: first.id });
    expect(modal?.title).toBe('Remake: 10 credits, you have 80');
    const fields = modal?.fields.map(({ label }) => label);
    expect(fields).toEqual(['Describe your character', 'Seed', 'Style', 'Proportions', 'Detail']);
    await answerTo(mia, mia.fills({ Seed: 'seven' }), 'Seed must be a whole number');
    expect(await creditsOf(mia)).toBe(80);

    await mia.clicks('Edit and remake', { message: first.id });
    await mia.fills({ Style: 'low-poly', Proportions: 'heroic', Detail: 'low' });
    const second = await mia.sees(/is ready[\s\S]*small robot/, { after: first.id });
    expect(text(second)).toMatch(/\(biped\)[\s\S]*seed 3/);
    expect(await creditsOf(mia)).toBe(70);

    const sam = world.actor.as('sam').in('rigs');
    await answerTo(sam, sam.clicks('Edit and remake', { message: second.id }), "This isn't your card");
  });

  it('a rig is shared to another channel, and gone everywhere once its owner confirms twice', async () => {
    const card = await mia.sees(/is ready[\s\S]*small robot/);
    await mia.clicks('Share', { message: card.id });
    const where = (await mia.channels()).find(({ name }) => name === 'welcome')?.id ?? '';
    await answerTo(mia, mia.fills({ Channel: where }), 'Shared');
    const copy = await mia.sees(/A character[\s\S]*small robot/, { channel: 'welcome' });
    expect(shown(copy).map(({ name }) => name)).toContain('small-robot.glb');

    const asked = mia.runs('/rigs', { status: 'succeeded' });
    const list = await answerTo(mia, asked, /Your rigs[\s\S]*small robot/i);
    expect(shown(list).map(({ name }) => name)).toContain('1-small-robot.png');
    const pressed = mia.selects([find(card, /gen_\w+/)], {
      message: list.id,
      customId: find(list, /rigs:show:\d+:/),
    });
    const again = await answerTo(mia, pressed, /is ready[\s\S]*small robot/);
    expect(again.ephemeral).toBe(true);

    const question = await answerTo(mia, mia.clicks('Delete', { message: again.id }), 'permanently?');
    expect(text(await cardSays(mia, card, /is ready/, 'rigs'))).toContain('small robot');
    await mia.clicks('Delete permanently', { message: question.id });
    for (const [channel, one] of [
      ['rigs', card],
      ['welcome', copy],
    ] as const) {
      const gone = await cardSays(mia, one, /Deleted/, channel);
      expect(text(gone)).not.toContain('robot');
      expect([shown(gone), gone.attachments]).toEqual([[], []]);
    }
    expect(await creditsOf(mia)).toBe(70);
    await answerTo(mia, mia.clicks('Edit and remake', { message: again.id }), 'That rig was deleted');
  });

  it('a rig can be made from the picture in any message, by its context menu', async () => {
    const sam = world.actor.as('sam').in('rigs');
    const picture = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    const said = await sam.posts('look at this', { attachments: [picture] });
    const words = await sam.posts('no picture here');
    await answerTo(mia, mia.runs('Rig this image', {}, { target: words.id }), 'no picture or 3D model');
    await mia.runs('Rig this image', {}, { target: said.id });
    const begun = await mia.sees(/from a picture[\s\S]*Cancel/, { after: words.id });
    await mia.clicks('Cancel', { message: begun.id });
    await mia.sees('15 credits returned', { after: words.id });
  });
});

describe('a picture whose body is uncertain', { tags: 'slow' }, () => {
  it('is asked about on its card before anything is charged, and made there with the chosen body', async () => {
    const after = await lastId();
    const had = await creditsOf(mia);
    const bytes = Buffer.from(await photograph('a cow', 0.2, 0, 240));
    const image = { name: 'picture.png', bytes, contentType: 'image/png' };
    await mia.runs('/rig image', { detail: 'low' }, { attachments: { image } });
    const question = await mia.sees('Which body is this?', { after });
    expect(text(question)).toContain("You haven't been charged");
    expect(await creditsOf(mia)).toBe(had);
    expect(shown(question).map(({ name }) => name)).toEqual(['bodies.webp']);
    await mia.clicks('2 · Four legs: dog, horse', { message: question.id });
    const card = await mia.sees(/is ready[\s\S]*\(quadruped\)/, { after: justBefore(question) });
    expect(card.id).toBe(question.id);
    expect(shown(card).map(({ name }) => name)).not.toContain('bodies.webp');
    expect(await creditsOf(mia)).toBe(had - 15);
  });
});

describe('a picture whose body only words tell', { tags: 'slow' }, () => {
  const cow = async () => Buffer.from(await photograph('a cow', 0.2, 0, 240));
  const file = async (name: string) => ({ name, bytes: await cow(), contentType: 'image/png' });

  let sam: ActorPerson;
  beforeAll(async () => {
    sam = (await world.linked('sam')).in('rigs');
  });

  it('is made with the body that its description names', async () => {
    const after = await lastId();
    const description = 'our cow Berta';
    await sam.runs(
      '/rig image',
      { detail: 'low', description },
      { attachments: { image: await file('IMG_1.png') } },
    );
    await sam.sees(/is ready[\s\S]*\(quadruped\)/, { after });
  });

  it('is made with the body that its file is named after', async () => {
    const after = await lastId();
    await sam.runs('/rig image', { detail: 'low' }, { attachments: { image: await file('cow.png') } });
    await sam.sees(/is ready[\s\S]*\(quadruped\)/, { after });
  });

  it('is made with the body that the message with the picture names', async () => {
    const said = await sam.posts('look at my cow!', { attachments: [await file('image0.png')] });
    await sam.runs('Rig this image', {}, { target: said.id });
    await sam.sees(/is ready[\s\S]*\(quadruped\)/, { after: said.id });
  });
});

describe('an upload whose body was not certain', { tags: 'slow' }, () => {
  it('is made with its other body by one button, for free', async () => {
    const olga = (await world.linked('olga')).in('rigs');
    const after = await lastId();
    const bytes = await modelBytes('a penguin');
    const model = { name: 'bird.glb', bytes, contentType: 'model/gltf-binary' };
    await olga.runs('/rig mesh', {}, { attachments: { model } });
    const bird = await olga.sees(/is ready[\s\S]*\(bird\)[\s\S]*Other body: biped · free/, { after });
    const had = await creditsOf(olga);
    await olga.clicks('Other body: biped · free', { message: bird.id });
    const person = await olga.sees(/is ready[\s\S]*\(biped\)/, { after: bird.id });
    expect(text(person)).not.toContain('Other body: ');
    expect(await creditsOf(olga)).toBe(had);
  });
});

describe('a file that shows no character', () => {
  const chair = '<path d="M95 45h18v100h92v18h-6v92h-18v-74h-68v74H95z" fill="#8d5a2b"/>';
  const paper = '<rect width="300" height="300" fill="#f6f4ee"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${paper}${chair}</svg>`;
  const chairPicture = () => sharp(Buffer.from(svg)).png().toBuffer();

  it('is refused before it costs anything, and made for its price when the member insists', async () => {
    const after = await lastId();
    const had = await creditsOf(mia);
    const image = { name: 'chair.png', bytes: await chairPicture(), contentType: 'image/png' };
    await mia.runs('/rig image', { detail: 'low' }, { attachments: { image } });
    const refused = await mia.sees("I don't see a character here", { after });
    expect(text(refused)).toMatch(/Send one person, animal or creature[\s\S]*Rig it anyway as/);
    expect(shown(refused).map(({ name }) => name)).toEqual(['bodies.webp']);
    expect(await creditsOf(mia)).toBe(had);
    await mia.clicks('2 · Four legs: dog, horse', { message: refused.id });
    const card = await mia.sees(/is ready[\s\S]*\(quadruped\)/, { after: justBefore(refused) });
    expect(card.id).toBe(refused.id);
    expect(await creditsOf(mia)).toBe(had - 15);
  });

  it('is refused as a description too, and the refusal names the object', async () => {
    const after = await lastId();
    const had = await creditsOf(mia);
    await mia.runs('/rig text', { prompt: 'an old chair' });
    const refused = await mia.sees("I don't see a character here", { after });
    expect(text(refused)).toMatch(/“chair” is none of them[\s\S]*haven't been charged/);
    expect(text(refused)).toContain('Make it anyway as');
    expect(await creditsOf(mia)).toBe(had);
    await mia.clicks('2 · Four legs: dog, horse', { message: refused.id });
    await mia.sees(/is ready[\s\S]*\(quadruped\)/, { after: justBefore(refused) });
    expect(await creditsOf(mia)).toBe(had - 10);
  });

  it("is refused in the server's language", { tags: 'slow' }, async () => {
    await world.actor.usesLocale('de');
    const after = await lastId();
    const image = { name: 'chair.png', bytes: await chairPicture(), contentType: 'image/png' };
    await mia.runs('/rig image', { detail: 'low' }, { attachments: { image } });
    const refused = await mia.sees('Ich sehe hier keine Figur', { after });
    expect(text(refused)).toMatch(/nichts berechnet[\s\S]*Trotzdem riggen als/);
    await mia.runs('/rig text', { prompt: 'an old chair' });
    await mia.sees(/keine Figur[\s\S]*Schick oder beschreibe eine Person/, { after: refused.id });
    await world.actor.usesLocale('en-US');
  });
});
