import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { answerTo, cardSays, openWorld, type TestWorld, text } from '../support/world.js';

/** The role that a server gives to members with a linked wallet, in two servers with a role each. */

const HOME = 'Rigsmith Playground';
const WORKSHOP = 'Pixel Workshop';

let world: TestWorld;
let mia: ActorPerson;
let olga: ActorPerson;
let sam: ActorPerson;
beforeAll(async () => {
  world = await openWorld();
  mia = world.actor.as('mia').in('welcome');
  olga = world.actor.as('olga').in('welcome');
  sam = world.actor.as('sam').in('willkommen');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

async function rolesOf(username: string, server: string): Promise<string[]> {
  const { guilds } = await world.actor.world();
  const { members } = guilds.find(({ name }) => name === server)!;
  return members.find((member) => member.username === username)?.roles ?? [];
}
async function channelNamed(wanted: string): Promise<string> {
  const { channels } = await world.actor.world();
  return channels.find(({ name }) => name === wanted)!.id;
}
const soon = (username: string, server: string) => expect.poll(() => rolesOf(username, server));

async function give(manager: ActorPerson, role: string | null, says: RegExp) {
  const card = await answerTo(manager, manager.runs('/settings'), 'Settings of this server');
  await manager.clicks('Members', { message: card.id });
  await manager.fills({ memberRole: role === null ? [] : [role], strictness: 'normal', welcomeCredits: '0' });
  const channel = manager === sam ? 'willkommen' : 'welcome';
  return cardSays(manager, card, says, channel);
}

it('is given when a member links, only where a server has one', async () => {
  await give(olga, 'Linked', /wallet\*\* <@&\d+>/);
  await world.linked('mia');
  await soon('mia', HOME).toEqual(['Linked']);
  expect(await rolesOf('mia', WORKSHOP)).toEqual([]);
});

it('is given to those who had linked before, and to no one else', async () => {
  await give(sam, 'Verknüpft', /wallet\*\* <@&\d+>/);
  await soon('mia', WORKSHOP).toEqual(['Verknüpft']);
  expect(await rolesOf('max', WORKSHOP)).toEqual([]);
});

it('is taken in every server at unlink', async () => {
  await answerTo(mia, mia.runs('/unlink'), 'Wallet unlinked');
  await soon('mia', HOME).toEqual([]);
  await soon('mia', WORKSHOP).toEqual([]);
});

it('is not given in servers where the member is not', async () => {
  await world.linked('olga');
  await soon('olga', HOME).toContain('Linked');
  expect(await rolesOf('olga', WORKSHOP)).toEqual([]);
});

it('waits while the bot’s own role is too low, which the card and the log channel say', async () => {
  const fault = (position: number) => world.actor.discord.fault('move_role', { role: 'Rigsmith', position });
  await fault(5);
  const card = await answerTo(olga, olga.runs('/settings'), 'must be below my own role');
  await olga.clicks('Channels and roles', { message: card.id });
  await olga.fills({ logChannel: [await channelNamed('agent')] });
  const told = await olga.sees('must be below my own role', { channel: 'agent' });
  expect(text(told)).toMatch(/can’t give <@&\d+>/);
  await world.linked('mia');
  await soon('mia', WORKSHOP).toEqual(['Verknüpft']);
  expect(await rolesOf('mia', HOME)).toEqual([]);
  await fault(50);
  await give(olga, 'Linked', /wallet\*\* <@&\d+>/);
  await soon('mia', HOME).toEqual(['Linked']);
});

it('is never a role with power over the server', async () => {
  await give(olga, 'Moderator', /can manage or moderate this server/);
  await soon('mia', HOME).toEqual([]);
  expect(await rolesOf('mia', WORKSHOP)).toEqual(['Verknüpft']);
  await give(olga, 'Linked', /wallet\*\* <@&\d+>/);
  await soon('mia', HOME).toEqual(['Linked']);
});

it('is not missed by a member who left, and given when they link again after coming back', async () => {
  await world.actor.discord.fault('kick', { who: 'mia', server: WORKSHOP });
  await answerTo(mia, mia.runs('/unlink'), 'Wallet unlinked');
  await soon('mia', HOME).toEqual([]);
  await world.linked('mia');
  await soon('mia', HOME).toEqual(['Linked']);
  await world.actor.discord.fault('invite', { who: 'mia', server: WORKSHOP });
});

it('is taken when the member deletes their data', async () => {
  const asked = await answerTo(mia, mia.runs('/privacy delete'), 'Delete');
  await mia.clicks('Delete everything', { message: asked.id });
  await soon('mia', HOME).toEqual([]);
});

it('is said to be deleted, and linking goes on', async () => {
  await world.actor.discord.fault('delete_role', { role: 'Linked' });
  await answerTo(olga, olga.runs('/settings'), 'was deleted, so nobody gets one');
  await world.linked('max');
  await soon('max', WORKSHOP).toEqual(['Verknüpft']);
});
