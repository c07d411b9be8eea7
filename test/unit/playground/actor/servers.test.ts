import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workshop } from '../../../../src/playground/workshop.js';
import { openPlayground, type TestPlayground } from '../../../support/playground.js';

const HOME = 'Rigsmith Playground';
const WORKSHOP = 'Pixel Workshop';

let playground: TestPlayground;

beforeAll(async () => {
  playground = await openPlayground({ guilds: [workshop] });
});
afterAll(() => playground.close());
beforeEach(() => cause('clear'));

const cause = (name: string, body: object = {}) => playground.actor.discord.fault(name, body);
const active = () => playground.actor.discord.active();
const as = (name: string) => playground.actor.as(name);

it('the world lists all servers; each channel names its server', async () => {
  const world = await playground.actor.world();
  expect(world.guilds.map(({ name, locale }) => [name, locale])).toEqual([
    [HOME, 'en-US'],
    [WORKSHOP, 'de'],
  ]);
  expect(world.guild).toEqual(world.guilds[0]);
  const channels = await as('mia').channels();
  expect(new Set(channels.map(({ guild_id }) => guild_id))).toEqual(
    new Set(world.guilds.map(({ id }) => id)),
  );
});

it('faults affect the first server or the one that is named', async () => {
  await cause('outage', { server: WORKSHOP });
  expect(await active()).toEqual([`${WORKSHOP} is unavailable.`]);
  await expect(as('mia').posts('hello?', { channel: 'figuren' })).rejects.toThrow('unavailable');
  await as('mia').posts('hello', { channel: 'rigs' });
  await cause('outage', { server: WORKSHOP, unavailable: false });
  await cause('kick', { who: 'mia', server: 'pixel workshop' });
  await expect(as('mia').messages('figuren')).rejects.toThrow('sees no channel');
  await cause('permission', { permission: 'AttachFiles', allowed: false, server: WORKSHOP });
  expect(await active()).toEqual([
    `Mia is not in ${WORKSHOP}.`,
    `Greeter lacks AttachFiles everywhere in ${WORKSHOP}.`,
  ]);
  await cause('clear');
  await as('mia').posts('back', { channel: 'figuren' });
  await expect(cause('outage', { server: 'Attic' })).rejects.toThrow('Unknown server "Attic".');
});

it('the language changes in the named server only', async () => {
  await playground.actor.usesLocale('ja', WORKSHOP);
  const { guilds } = await playground.actor.world();
  expect(guilds.map(({ locale }) => locale)).toEqual(['en-US', 'ja']);
});

it('another bot joins the first server, or those it names', async () => {
  const addBot = (name: string, servers?: string[]) =>
    fetch(`${playground.url}/actor/bots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, ...(servers && { servers }) }),
    });
  expect((await addBot('Usual')).status).toBe(201);
  expect((await addBot('Guest', [WORKSHOP])).status).toBe(201);
  expect((await addBot('Lost', ['Attic'])).status).toBe(400);
  const botsIn = ({ members }: { members: { bot: boolean; display_name: string }[] }) =>
    members.filter(({ bot }) => bot).map(({ display_name }) => display_name);
  const { guilds, bots } = await playground.actor.world();
  expect(guilds.map(botsIn)).toEqual([
    ['Greeter', 'Usual'],
    ['Greeter', 'Guest'],
  ]);
  expect(bots.map(({ name }) => name)).toEqual(['Greeter', 'Usual', 'Guest']);
});
