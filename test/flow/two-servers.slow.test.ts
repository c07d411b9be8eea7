import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { answerTo, openWorld, type TestWorld, text } from '../support/world.js';

/** One bot in two servers: Mia and Max are in both, Sam owns the second one and Noor moderates it, Olga is only in the first. */

const HOME = 'Rigsmith Playground';
const WORKSHOP = 'Pixel Workshop';
const OTHER_SERVER = "isn't a member of this server";

let world: TestWorld;
let mia: ActorPerson;
let sam: ActorPerson;

beforeAll(async () => {
  world = await openWorld();
  mia = await world.rich('mia');
  sam = world.actor.as('sam');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const serverOf = async (name: string) =>
  (await world.actor.world()).guilds.find((guild) => guild.name === name)!;
const rigIn = (channel: string, another: string) =>
  answerTo(mia, mia.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' }, { channel }), another);

describe('a public rig card', () => {
  it('is in the language of its server and seen only there', async () => {
    const atHome = await rigIn('rigs', 'Make another');
    const away = await rigIn('figuren', 'Noch eins erstellen');
    expect([atHome.ephemeral, away.ephemeral]).toEqual([false, false]);
    const ids = async (person: ActorPerson, channel: string) =>
      (await person.messages(channel)).map(({ id }) => id);
    expect(await ids(sam, 'rigs')).not.toContain(away.id);
    expect(await ids(sam, 'figuren')).toEqual([away.id]);
    const olga = world.actor.as('olga');
    expect(await ids(olga, 'rigs')).toContain(atHome.id);
    await expect(olga.messages('figuren')).rejects.toThrow('sees no channel');
  });

  it('follows a change of its server’s language', { tags: 'slow' }, async () => {
    await world.actor.usesLocale('fr', WORKSHOP);
    await rigIn('figuren', 'En créer un autre');
    expect((await serverOf(HOME)).locale).toBe('en-US');
    await world.actor.usesLocale('de', WORKSHOP);
  });
});

describe('a member’s gallery', () => {
  it('is private and the same in both servers', async () => {
    const listIn = async (channel: string) => {
      const list = await answerTo(mia, mia.runs('/rigs', {}, { channel }), 'Your rigs');
      return [list.ephemeral, text(list)];
    };
    const atHome = await listIn('rigs');
    expect(atHome).toEqual([true, expect.stringMatching(/yellow duck[\s\S]*yellow duck/i)]);
    expect(await listIn('figuren')).toEqual(atHome);
  });

  it('shares a character only to channels of the server it is opened in', async () => {
    const card = (await mia.messages('figuren')).find(({ ephemeral }) => !ephemeral)!;
    await mia.clicks('Teilen', { message: card.id, channel: 'figuren' });
    const { id: rigs } = (await serverOf(HOME)).channels.find(({ name }) => name === 'rigs')!;
    await expect(mia.fills({ Channel: rigs })).rejects.toThrow('No choice has the id');
    await answerTo(mia, mia.fills({ Channel: 'willkommen' }), 'Shared');
    expect(text(await sam.sees('Ein Charakter', { channel: 'willkommen' }))).toContain('yellow duck');
  });
});

it('a conversation opens its thread in the server where it was started', async () => {
  await mia.runs('/talk start', { message: 'Make me a grey wolf' }, { channel: 'werkbank' });
  await expect
    .poll(async () => (await mia.channels()).filter(({ kind }) => kind.endsWith('thread')))
    .toMatchObject([{ guild_id: (await serverOf(WORKSHOP)).id }]);
  const home = await serverOf(HOME);
  expect(home.channels.filter(({ kind }) => kind.endsWith('thread'))).toEqual([]);
});

describe('a moderator', () => {
  const credits = (moderator: ActorPerson, member: string, channel: string) =>
    moderator.runs('/mod credits', { member }, { channel });

  it('moderates only their own server', async () => {
    const max = world.actor.as('max');
    expect(text(await answerTo(sam, credits(sam, 'mia', 'willkommen'), 'Credits of mia'))).toContain(
      'bought',
    );
    await expect(credits(sam, 'mia', 'welcome')).rejects.toThrow('no command');
    await expect(credits(max, 'mia', 'willkommen')).rejects.toThrow('no command');
  });

  it('needs not to own the server: Noor moderates the second one and is a plain member of the first', async () => {
    const noor = world.actor.as('noor');
    await answerTo(noor, credits(noor, 'mia', 'willkommen'), 'mia');
    await expect(credits(noor, 'mia', 'welcome')).rejects.toThrow('no command');
    expect((await noor.channels()).map(({ name }) => name)).toContain('moderation');
  });

  it('does not see the credits of a member of only the other server', async () => {
    await world.linked('olga');
    await answerTo(sam, credits(sam, 'olga', 'willkommen'), OTHER_SERVER);
    const max = world.actor.as('max');
    await answerTo(max, credits(max, 'olga', 'welcome'), 'Credits of olga');
  });
});

it('a bot that is kicked from one server keeps working in the other, with the same account', async () => {
  const fault = (name: string, body: object) => world.actor.discord.fault(name, body);
  await fault('kick', { server: WORKSHOP });
  expect(await world.actor.discord.active()).toEqual([`Rigsmith is not in ${WORKSHOP}.`]);
  await expect(mia.runs('/credits', {}, { channel: 'figuren' })).rejects.toThrow('no command');
  const before = text(await answerTo(mia, mia.runs('/credits', {}, { channel: 'welcome' }), 'to spend'));
  await fault('invite', { server: WORKSHOP });
  const after = text(await answerTo(mia, mia.runs('/credits', {}, { channel: 'figuren' }), 'to spend'));
  expect(after).toBe(before);
});
