import { describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { behavior, changeSettings } from '../support/settings.js';
import { storyIn } from '../support/story.js';
import { answerTo, cardSays, creditsOf, find, justBefore, text } from '../support/world.js';

/** What a server's managers set, and what its moderators can look up afterwards. */

let mia: ActorPerson;
let max: ActorPerson;
let boss: ActorPerson;
const channels = new Map<string, string>();
const world = storyIn({}, async (opened) => {
  mia = await opened.linked('mia');
  max = opened.actor.as('max').in('mods');
  boss = opened.actor.as('sam').in('willkommen');
  const { guilds } = await opened.actor.world();
  for (const { id, name } of guilds.flatMap((guild) => guild.channels)) channels.set(name, id);
});

const rigIn = (channel: string, says: string | RegExp) => {
  const there = mia.in(channel);
  return answerTo(there, there.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' }), says);
};
const set = (form: string, values: Record<string, string | string[]>) => changeSettings(boss, form, values);
const ways = { ...behavior, locale: 'fr' };

/** The form for what members get, with the defaults. */
const members = { memberRole: [], strictness: 'normal', welcomeCredits: '0' };

describe('the settings of a server', () => {
  it('are for its managers only', async () => {
    await expect(mia.runs('/settings', {}, { channel: 'willkommen' })).rejects.toThrow('no command');
  });

  it('allow rigs only in some channels, also in threads, and no other server notices', async () => {
    await world().rich('mia');
    const card = await set('Channels and roles', { rigChannels: [channels.get('figuren')!] });
    await cardSays(boss, card, /Rigs in these channels\*\* <#\d+>/, 'willkommen');
    const had = await creditsOf(mia);
    await rigIn('werkbank', 'only in <#');
    expect(await creditsOf(mia)).toBe(had);
    await rigIn('figuren', /duck/i);
    await rigIn('rigs', /duck/i);
  });

  it('say that a channel was deleted, and allow all again', async () => {
    await world().actor.discord.fault('delete_channel', { channel: 'figuren' });
    await answerTo(boss, boss.runs('/settings'), '(deleted)');
    await rigIn('werkbank', /duck/i);
  });

  it('choose the language of public cards', async () => {
    await set('Behavior', ways);
    await rigIn('werkbank', /file d’attente|En créer un autre/);
  });

  it('choose who sees new rigs and whether pictures are spoilers, for this server only', async () => {
    const card = await set('Behavior', { ...ways, visibility: 'private', hasSpoilers: 'on' });
    await cardSays(boss, card, /new rigs\*\* Only the member[\s\S]*spoilers\*\* on/, 'willkommen');
    const olga = world().actor.as('olga').in('welcome');
    const atHome = await answerTo(olga, olga.runs('/settings'), 'Settings of this server');
    expect(text(atHome)).toMatch(/new rigs\*\* Everyone in the channel[\s\S]*spoilers\*\* off/);
    await set('Behavior', ways);
  });

  it('refuse words where a server is strict, in rigs and in messages to the agent, without a charge', async () => {
    await set('Members', { ...members, strictness: 'strict' });
    const had = await creditsOf(mia);
    const there = mia.in('werkbank');
    const prompt = 'a duck with a gun';
    await answerTo(there, there.runs('/rig text', { prompt, detail: 'low' }), 'strict about words');
    await answerTo(there, there.runs('/talk start', { message: prompt }), 'strict about words');
    expect(await creditsOf(mia)).toBe(had);
    const home = mia.in('rigs');
    await answerTo(home, home.runs('/rig text', { prompt, detail: 'low' }), /duck/i);
    await set('Members', members);
  });

  it('keep what the agent should know, for this server only', async () => {
    const card = await set('Agent', {
      mentions: 'thread',
      persona: 'Speaks like a pirate.',
      documents: '# Rules\nBe kind.',
    });
    await cardSays(
      boss,
      card,
      /agent speaks\*\* Speaks like a pirate\.[\s\S]*knows about this server\*\* /,
      'willkommen',
    );
    const olga = world().actor.as('olga').in('welcome');
    const atHome = await answerTo(olga, olga.runs('/settings'), 'Settings of this server');
    expect(text(atHome)).not.toContain('pirate');
  });

  it('tell each act of a moderator in the log channel, in that language, and allow rigs only for a role', async () => {
    const hidden = await set('Channels and roles', { logChannel: [channels.get('moderation')!] });
    await boss.sees('View Channel', { after: justBefore(hidden) });
    await set('Channels and roles', { rigRoles: ['Moderator'], logChannel: [channels.get('willkommen')!] });
    await rigIn('werkbank', 'for members with one of these roles');
    await answerTo(boss, boss.runs('/mod block', { member: 'mia', reason: 'spam' }), 'mia is blocked');
    const noor = world().actor.as('noor');
    const told = await noor.sees('a bloqué', { channel: 'willkommen' });
    expect(text(told)).toMatch(/<@\d+> · \*\*a bloqué\*\* · <@\d+> · spam/);
    await answerTo(boss, boss.runs('/mod unblock', { member: 'mia', reason: 'fine' }), 'no longer blocked');
    await noor.sees('a débloqué', { channel: 'willkommen' });
    await set('Channels and roles', { rigRoles: [], logChannel: [] });
    await rigIn('werkbank', /file d’attente|En créer un autre/);
  });
});

describe('the log of moderators', () => {
  const give = (credits: number, reason: string) =>
    answerTo(max, max.runs('/mod grant', { member: 'mia', credits, reason }), 'given to mia');

  it('is paged, and a CSV file in which no cell is a formula', async () => {
    await give(5, '=HYPERLINK("evil")');
    for (let count = 0; count < 14; count += 1)
      await answerTo(max, max.runs('/mod member', { member: 'mia' }), 'mia');
    const log = await answerTo(max, max.runs('/mod audit'), 'What moderators did');
    expect(text(log)).not.toContain('gave credits');
    await max.clicks('Older', { message: log.id });
    await cardSays(max, log, /gave credits.*5 credits/, 'mods');
    const file = await answerTo(max, max.clicks('CSV file', { message: log.id }), 'entries');
    const csv = await (await fetch(find(file, /http:[^"\\]+audit\.csv[^"\\]*/))).text();
    expect(csv.split('\r\n')[0]).toBe('time,moderator,action,member,credits,reason,detail,outcome');
    expect(csv).toContain(`"'=HYPERLINK(""evil"")"`);
    const away = await answerTo(boss, boss.runs('/mod audit'), 'What moderators did');
    expect(text(away)).not.toContain('gave credits');
  });
});

it('a rig is refunded once, and only by the server where it was made', async () => {
  const had = await creditsOf(mia);
  await cardSays(mia, await rigIn('rigs', /duck/i), /Make another/, 'rigs');
  const cost = had - (await creditsOf(mia));
  const card = await answerTo(max, max.runs('/mod member', { member: 'mia' }), 'mia');
  const rig = find(card, /gen_\w+/);
  const refund = (by: ActorPerson, says: string) =>
    answerTo(by, by.runs('/mod refund', { member: 'mia', rig, reason: 'broken' }), says);
  await refund(boss, "doesn't let moderators of this server");
  await refund(max, `${cost} credits given back to mia for a rig`);
  await refund(max, 'given back already');
  expect(await creditsOf(mia)).toBe(had);
  expect(text(await answerTo(max, max.runs('/mod member', { member: 'mia' }), 'given back'))).toContain(rig);
});

it('a moderator unlinks the wallets of a member, who is told and can link them again', async () => {
  const before = await mia.in('welcome').runs('/credits');
  const options = { member: 'mia', reason: 'asked for it' };
  await answerTo(max, max.runs('/mod unlink', options), '1 wallet of mia unlinked');
  await mia.sees('A moderator unlinked your wallet', { after: justBefore({ id: before.message_id! }) });
  await answerTo(max, max.runs('/mod unlink', options), 'no linked wallet');
  await world().linked('mia');
  expect(await creditsOf(mia)).toBeGreaterThan(0);
});
