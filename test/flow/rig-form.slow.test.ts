import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { drawFigure } from '../../src/playground/stories/tour.js';
import { eventually } from '../support/eventually.js';
import { storyIn } from '../support/story.js';
import { answerTo, cardSays, creditsOf, find, justBefore, text } from '../support/world.js';

let mia: ActorPerson;
const world = storyIn({ WELCOME_CREDITS: '100' }, async (opened) => {
  mia = (await opened.linked('mia')).in('rigs');
});

const made = async (outcome: { message_id?: string | null }) =>
  mia.sees('Your character is ready', { after: justBefore({ id: outcome.message_id ?? '' }) });

/** Presses again while the card still rests from its last press. */
const madeOnceRested = (label: string, card: SeenMessage) =>
  eventually(async () => {
    const { message_id: id } = await mia.clicks(label, { message: card.id });
    const seen = await mia.sees(/character is ready|already in progress/, {
      after: justBefore({ id: id ?? '' }),
    });
    expect(text(seen)).toContain('character is ready');
    return seen;
  });

describe('the form of a new rig', () => {
  it('has the parameters of the pipeline, and makes what was filled in', async () => {
    const { modal } = await mia.runs('/rig form', { from: 'text' });
    expect(modal?.title).toBe('Make: 10 credits, you have 100');
    const labels = modal?.fields.map(({ label }) => label);
    expect(labels).toEqual([
      'Describe your character',
      'Show better words first?',
      'Style',
      'Proportions',
      'Detail',
    ]);
    const sent = await mia.fills({
      'Describe your character': 'a green robot',
      Style: 'toon',
      Proportions: 'heroic',
      Detail: 'low',
    });
    const done = await made(sent);
    expect(text(done)).toMatch(/green robot[\s\S]*\(biped\)[\s\S]*seed \d+/);
    expect(await creditsOf(mia)).toBe(90);
  });

  it('takes one picture, or up to four views', async () => {
    const { modal } = await mia.runs('/rig form', { from: 'pictures' });
    expect(modal?.fields.map(({ label }) => label)).toEqual([
      'From the front',
      'From its left side',
      'From behind',
      'From its right side',
      'What it shows',
    ]);
    const figure = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    const refused = mia.fills({ 'What it shows': 'a naked woman' }, { files: { front: [figure] } });
    await answerTo(mia, refused, 'aren’t allowed here');
    await mia.runs('/rig form', { from: 'pictures' });
    const sent = await mia.fills({ 'What it shows': 'a boy' }, { files: { front: [figure] } });
    expect(text(await made(sent))).toMatch(/from a picture[\s\S]*15 credits/);

    await mia.runs('/rig form', { from: 'pictures' });
    const two = await mia.fills({}, { files: { front: [figure], back: [figure] } });
    expect(text(await made(two))).toMatch(/from several pictures|from several views/);
    expect(await creditsOf(mia)).toBe(60);
  });

  it('shows better words first when they are wanted, then their price, and costs nothing', async () => {
    await mia.runs('/rig form', { from: 'text' });
    const sent = mia.fills({
      'Describe your character': 'a zorgly robto',
      'Show better words first?': 'yes',
      Detail: 'low',
    });
    const words = await answerTo(mia, sent, 'Better words');
    expect(words.ephemeral).toBe(true);
    expect(text(words)).toMatch(/robto → robot[\s\S]*No effect\*\* zorgly[\s\S]*1\*\* a robot/);
    expect(await creditsOf(mia)).toBe(60);
    await mia.clicks('Use 1', { message: words.id });
    await cardSays(mia, words, /Make this character\?[\s\S]*> a robot/, 'rigs');
    await mia.clicks('Cancel', { message: words.id });
    await cardSays(mia, words, /Not made[\s\S]*Nothing was charged/, 'rigs');
    expect(await creditsOf(mia)).toBe(60);
  });
});

describe('a finished rig', () => {
  const publicPage = /http:\/\/127\.0\.0\.1:\d+\/rig\/s\/\w+/;
  /** What Discord shows below the links of a message. */
  const previews = async (id: string) =>
    (await mia.messages('rigs')).find((message) => message.id === id)?.embeds;

  it('is made again with another style or body, or more detail, from the same seed', async () => {
    const card = await mia.sees(/character is ready[\s\S]*green robot/);
    const seed = find(card, /(?<=seed )\d+/);
    const { modal } = await mia.clicks('Other style', { message: card.id });
    expect(modal?.fields.map(({ label }) => label)).toEqual(['Style']);
    const cubes = await made(await mia.fills({ Style: 'voxel' }));
    expect(text(cubes)).toContain(`seed ${seed}`);

    await mia.clicks('Other body', { message: cubes.id });
    const onFour = await made(await mia.fills({ Skeleton: 'quadruped' }));
    expect(text(onFour)).toMatch(new RegExp(`\\(quadruped\\)[\\s\\S]*seed ${seed}`));

    const detailed = await madeOnceRested('More detail · 10 credits', cubes);
    expect(text(detailed)).toMatch(new RegExp(`\\(biped\\)[\\s\\S]*seed ${seed}`));
    expect(text(detailed)).not.toContain('More detail');
    expect(text(detailed)).toContain('Other body');
    const kept = await answerTo(mia, mia.clicks('Keep', { message: detailed.id }), 'Your lists');
    expect(kept.ephemeral).toBe(true);
    await mia.clicks('Add to favourites', { message: kept.id });
    await cardSays(mia, kept, /It's in Favourites/, 'rigs');
    await mia.clicks('New collection', { message: kept.id });
    await mia.fills({ Name: 'Robots' });
    await cardSays(mia, kept, /It's in Favourites and Robots/, 'rigs');

    const gallery = await answerTo(mia, mia.runs('/rigs'), 'Your rigs');
    expect(text(gallery).match(/\*\*Green robot\*\*/g)).toHaveLength(3);
    const favourites = find(gallery, /(?<="value":")#\d+(?=","label":"Favourites")/);
    await mia.selects([favourites], { message: gallery.id, customId: find(gallery, /rigs:filter:[^"]*/) });
    await expect
      .poll(async () => {
        const now = (await mia.messages('rigs')).find(({ id }) => id === gallery.id);
        return now && text(now).match(/\*\*Green robot\*\*/g)?.length;
      })
      .toBe(1);

    const sam = world().actor.as('sam').in('rigs');
    await answerTo(sam, sam.clicks('Public page', { message: card.id }), "This isn't your card");
    await answerTo(sam, sam.clicks('Other body', { message: card.id }), "This isn't your card");
    expect(await creditsOf(mia)).toBe(30);
  });

  it('has a public page with a moving preview until it is taken down', async () => {
    const card = await mia.sees(/character is ready[\s\S]*green robot/);
    const asks = await answerTo(mia, mia.clicks('Public page', { message: card.id }), 'Not public');
    await mia.clicks('Create page', { message: asks.id });
    const shown = await cardSays(mia, asks, /Anyone with this link/, 'rigs');
    expect(shown.ephemeral).toBe(true);
    const url = find(shown, publicPage);
    const html = await (await fetch(url)).text();
    expect(html).toContain('<meta property="og:title" content="Green robot">');
    expect(html).toContain(`<meta property="og:image" content="${url}/turntable.gif">`);
    const { id } = (await world().actor.world()).people.find(({ username }) => username === 'mia') ?? {
      id: '?',
    };
    expect(html).not.toMatch(new RegExp(`${id}|mia`, 'i'));
    const film = Buffer.from(await (await fetch(`${url}/turntable.gif`)).arrayBuffer());
    expect((await sharp(film).metadata()).pages).toBeGreaterThan(4);

    const { id: link } = await mia.posts(`Look: ${url}`);
    await expect
      .poll(() => previews(link))
      .toMatchObject([
        {
          type: 'article',
          url,
          title: 'Green robot',
          provider: { name: 'Rigsmith' },
          thumbnail: { url: `${url}/turntable.gif`, content_type: 'image/gif' },
        },
      ]);

    await mia.clicks('Take down', { message: asks.id });
    await cardSays(mia, asks, /Not public/, 'rigs');
    expect([(await fetch(url)).status, (await fetch(`${url}/turntable.gif`)).status]).toEqual([404, 404]);
    await mia.clicks('Create page', { message: asks.id });
    const next = find(await cardSays(mia, asks, /Anyone with this link/, 'rigs'), publicPage);
    expect(next).not.toBe(url);

    const own = find(card, /http:\/\/127\.0\.0\.1:\d+\/rig[^"\\/]*#\w+/);
    expect((await fetch(own)).status).toBe(200);
    const { id: links } = await mia.posts(`Mine ${own}, before ${url}?again, now ${next}`);
    await expect.poll(() => previews(links)).toMatchObject([{ url: next }]);
  });
});
