import { NodeIO } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { drawFigure } from '../../src/playground/stories/tour.js';
import { modelBytes } from '../support/model.js';
import { answerTo, creditsOf, openWorld, shown, type TestWorld, text } from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '35' });
  mia = (await world.linked('mia')).in('rigs');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

async function modelOf(message: SeenMessage) {
  const file = shown(message).find(({ name }) => name?.endsWith('.glb'));
  const bytes = new Uint8Array(await (await fetch(file?.url ?? '')).arrayBuffer());
  const root = (await new NodeIO().readBinary(bytes)).getRoot();
  return { joints: root.listSkins()[0]?.listJoints().length ?? 0, clips: root.listAnimations().length };
}

/** The button with its price; a public card never shows the balance. */
const another = 'Make another · 10 credits';

/** For tests that do not depend on the detail of the model. */
const quick = { detail: 'low' };

const lastId = async () => (await mia.messages()).at(-1)?.id ?? '0';
const made = (after: string) => mia.sees('Your character is ready', { after });

describe('making a rig', () => {
  it('shows the inputs and their cost', async () => {
    await mia.runs('/pipelines');
    expect(text(await mia.sees('Ways to make a rig'))).toMatch(
      /10 credits[\s\S]*15 credits[\s\S]*12 credits/,
    );
  });

  it('from a sentence gives a rigged, animated file with its picture, and charges its price once', async () => {
    const after = await lastId();
    await mia.runs('/rig text', { ...quick, prompt: 'a small blue robot', seed: 3, ping: true });
    const done = await made(after);
    const ping = await mia.sees('Your rig is ready', { after: done.id });
    expect(ping.mentions.map(({ name }) => name)).toEqual(['Mia']);
    const { joints, clips } = await modelOf(done);
    expect(joints).toBeGreaterThanOrEqual(15);
    expect(clips).toBeGreaterThanOrEqual(2);
    expect(shown(done).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'picture small-blue-robot.webp',
      'picture small-blue-robot.png',
      'file small-blue-robot.glb',
    ]);
    expect(text(done)).toMatch(/glTF valid, 0 warnings[\s\S]*10 credits/);
    expect(await creditsOf(mia)).toBe(25);
  });

  it('works from a drawing too', { tags: 'slow' }, async () => {
    const max = (await world.linked('max')).in('rigs');
    const after = await lastId();
    const image = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    await max.runs('/rig image', quick, { attachments: { image } });
    expect((await modelOf(await made(after))).joints).toBeGreaterThanOrEqual(15);
    expect(await creditsOf(max)).toBe(20);
    expect(text(await answerTo(max, max.runs('/rigs'), 'Your rigs'))).toContain('from a picture');
  });

  it('works from an own model, and refuses an invalid one', { tags: 'slow' }, async () => {
    const olga = (await world.linked('olga')).in('rigs');
    const after = await lastId();
    const model = { name: 'figure.glb', bytes: await modelBytes(), contentType: 'model/gltf-binary' };
    await olga.runs('/rig mesh', {}, { attachments: { model } });
    const done = await olga.sees('Your character is ready', { after });
    expect(text(done)).toMatch(/from a mesh[\s\S]*glTF valid, 0 warnings[\s\S]*12 credits/);
    expect((await modelOf(done)).clips).toBeGreaterThanOrEqual(3);

    const note = { name: 'figure.glb', bytes: Buffer.from('no\0model'), contentType: 'model/gltf-binary' };
    await olga.runs('/rig mesh', {}, { attachments: { model: note } });
    await olga.sees('Send a GLB, OBJ, STL or PLY file', { after });
  });

  it('returns the credits when a picture cannot be rigged, and says what to try', async () => {
    const after = await lastId();
    const image = { name: 'note.png', bytes: Buffer.from('this is no picture'), contentType: 'image/png' };
    await mia.runs('/rig image', {}, { attachments: { image } });
    await mia.sees('Send a PNG, JPEG or WebP picture', { after });
    expect(await creditsOf(mia)).toBe(25);
  });

  it('asks for a second view if only one of several was given', async () => {
    const front = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    await mia.runs('/rig images', {}, { attachments: { front } });
    await mia.sees('at least two views');
  });

  it('can be repeated by its owner only, and is listed with earlier rigs', async () => {
    const after = await lastId();
    const card = await mia.sees('a small blue robot');
    const sam = world.actor.as('sam').in('rigs');
    const pressed = sam.clicks(another, { message: card.id });
    await answerTo(sam, pressed, "This isn't your card");
    await mia.clicks(another, { message: card.id });
    await made(after);
    const list = text(await answerTo(mia, mia.runs('/rigs'), 'Your rigs'));
    expect(list.match(/\*\*Small blue robot\*\*/g)).toHaveLength(2);
  });

  it('is repeated once, however fast the button is pressed', async () => {
    const card = await mia.sees(/character is ready[\s\S]*a small blue robot/);
    const before = (await mia.messages()).length;
    const had = await creditsOf(mia);
    await Promise.all([1, 2, 3].map(() => mia.clicks(another, { message: card.id })));
    await mia.sees('already in progress', { after: card.id });
    await made(card.id);
    const fresh = (await mia.messages()).slice(before).map(text);
    expect(fresh.filter((said) => said.includes('a small blue robot'))).toHaveLength(1);
    expect(fresh.filter((said) => said.includes('already in progress'))).toHaveLength(2);
    expect(had).toBe(15);
    expect(await creditsOf(mia)).toBe(5);
  });

  it('asks for a description when none is given', async () => {
    const after = await lastId();
    await mia.runs('/rig text', { prompt: '   ' });
    const refused = await mia.sees('Describe who or what to make', { after });
    expect(refused.ephemeral).toBe(true);
    expect(text(refused)).not.toContain('prompt');
  });

  it('is refused with one sentence when credits are too few, and holds nothing', async () => {
    const image = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    const asked = mia.runs('/rig image', quick, { attachments: { image } });
    const refused = await answerTo(mia, asked, 'Not enough credits');
    expect(text(refused)).toContain('/buy');
    expect(text(await answerTo(mia, mia.runs('/credits'), 'to spend'))).not.toContain('on hold');
  });

  it('needs a linked wallet', async () => {
    const sam = world.actor.as('sam').in('rigs');
    await answerTo(sam, sam.runs('/rig text', { prompt: 'a cat' }), 'Link your wallet first');
  });
});
