import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { startTalk } from '../support/talk.js';
import { answerTo, justBefore, openWorld, order, shown, type TestWorld, text } from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
let address: string;
beforeAll(async () => {
  world = await openWorld();
  mia = await world.rich('mia');
  address = (await mia.wallet.look()).address;
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const asks = (person: ActorPerson, command: string): Promise<SeenMessage> =>
  answerTo(person.in('welcome'), person.runs(command, {}, { channel: 'welcome' }), /\S/);

type Exported = {
  discord_user_id: string;
  bot: Record<string, Record<string, unknown>[]>;
  service: Record<string, unknown>[];
};

async function readFile(message: SeenMessage): Promise<{ json: Exported; plain: string }> {
  const [url] = JSON.stringify(message).match(/http:[^"\\]+rigsmith-data\.json[^"\\]*/) ?? [];
  const plain = await (await fetch(url ?? '')).text();
  return { json: JSON.parse(plain) as Exported, plain };
}

describe('/privacy export', () => {
  it('contains all data of the bot and the service about a member, as a file only they see', async () => {
    const answer = await asks(mia, '/privacy export');
    expect(answer.ephemeral).toBe(true);
    expect(shown(answer)).toHaveLength(1);
    const { json, plain } = await readFile(answer);
    expect(json.bot.wallets).toMatchObject([{ address, isPrimary: true }]);
    expect(json.bot.link_attempts).toMatchObject([{ state: 'linked', guildName: 'Rigsmith Playground' }]);
    expect(json.bot.purchases).toHaveLength(1);
    expect(json.service).toMatchObject([
      { address, credits: { available: 100 }, user: { address }, credit_entries: [{ kind: 'purchase' }] },
    ]);
    for (const secret of [
      /cookie/i,
      /"jar"/,
      /access_token/,
      /refresh_token/,
      /token_hash/,
      /"code"/,
      /payUrl/,
      /\/pay#/,
    ])
      expect(plain).not.toMatch(secret);
  });

  it('contains conversations with their proposals and participants', { tags: 'slow' }, async () => {
    const thread = await startTalk(mia, 'Make me a red fox');
    await mia.sees('No thanks', { channel: thread });
    await mia.runs('/talk share', { add: 'sam' }, { channel: thread });
    await mia.sees('Who can talk here');
    const { json } = await readFile(await asks(mia, '/privacy export'));
    expect(json.bot.talks).toMatchObject([
      { threadId: thread, title: 'Make me a red fox', speakers: 'named' },
    ]);
    expect(json.bot.talk_proposals).toMatchObject([{ kind: 'generation', status: 'open' }]);
    const sams = await readFile(await asks(world.actor.as('sam'), '/privacy export'));
    expect(sams.json.bot.talk_guests).toHaveLength(1);
  });

  it('reports no data about an unknown person', async () => {
    const { json } = await readFile(await asks(world.actor.as('max'), '/privacy export'));
    expect(json.service).toEqual([]);
    expect(Object.keys(json.bot)).toContain('linked_roles');
    expect(Object.values(json.bot).flat()).toEqual([]);
  });
});

describe('/privacy delete', () => {
  it('waits for an open purchase, even one opened after the confirmation was shown', async () => {
    const asked = await asks(mia, '/privacy delete');
    const { card } = await order(mia);
    expect(text(await asks(mia, '/privacy delete'))).toContain('You have an open purchase');
    await mia.clicks('Delete everything', { message: asked.id });
    await mia.sees('You have an open purchase', { after: asked.id });
    await mia.clicks('Cancel', { message: card.id });
    await mia.sees('Purchase cancelled', { after: justBefore(card) });
    expect(text(await asks(mia, '/credits'))).toContain('100 credits');
  });

  it('lists deleted and kept data, then deletes, also when pressed more than once', async () => {
    const card = await asks(mia, '/privacy delete');
    expect(text(card)).toMatch(/You lose[\s\S]*What we keep, and why/);
    await expect(world.actor.as('max').clicks('Delete everything', { message: card.id })).rejects.toThrow();
    await mia.clicks('Delete everything', { message: card.id });
    await mia.sees('Your data was deleted', { after: justBefore(card) });
    expect(text(await asks(mia, '/credits'))).toContain('Link your wallet first');
    const { json, plain } = await readFile(await asks(mia, '/privacy export'));
    expect(Object.values(json.bot).flat()).toEqual([]);
    expect(plain).not.toContain(address);
    const sams = await readFile(await asks(world.actor.as('sam'), '/privacy export'));
    expect(Object.values(sams.json.bot).flat()).toEqual([]);
  });

  it('cannot be confirmed by an old message once the member is back, and credits they paid for are there', async () => {
    const old = await asks(mia, '/privacy delete');
    await world.linked('mia');
    await mia.clicks('Delete everything', { message: old.id });
    await mia.sees('confirmation expired', { after: old.id });
    expect(text(await asks(mia, '/credits'))).toContain('100 credits');
  });
});
