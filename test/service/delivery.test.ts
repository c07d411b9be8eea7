import { PermissionFlagsBits, RESTEvents } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { note } from '../../src/bot/cards/card.js';
import { watchComebacks } from '../../src/bot/delivery/comeback.js';
import { createSendDirect } from '../../src/bot/delivery/direct.js';
import { createMessenger, type FindWebhook } from '../../src/bot/delivery/messenger.js';
import {
  createOutboxStore,
  type Deliver,
  type OutboxKind,
  startOutbox,
} from '../../src/bot/delivery/outbox.js';
import { createRefusedStore } from '../../src/bot/delivery/refused.js';
import { createRefusedNews } from '../../src/bot/delivery/refused-news.js';
import { openBotDatabase } from '../support/bot-database.js';
import { jumpingClock } from '../support/clock.js';
import { channelId, login, startDiscord } from './local-discord/world.js';

/**
 * Cards that Discord refuses for a while: what the member sees in the channel and what the bot tells them instead.
 */

const bits = PermissionFlagsBits;
/** The permissions that the README asks servers for. */
const asked =
  bits.ViewChannel |
  bits.SendMessages |
  bits.SendMessagesInThreads |
  bits.CreatePublicThreads |
  bits.CreatePrivateThreads |
  bits.AttachFiles |
  bits.EmbedLinks |
  bits.ReadMessageHistory;

async function openDelivery() {
  const discord = await startDiscord();
  const clock = jumpingClock();
  const bot = discord.createBot({ name: 'Greeter', permissions: asked });
  const client = await login(discord, { bot });
  const db = await openBotDatabase();
  onTestFinished(() => void db.close());
  const webhooks = new Map<string, Awaited<ReturnType<FindWebhook>>>();
  const messenger = createMessenger(client.rest, async (id) => webhooks.get(id) ?? null);
  const outbox = createOutboxStore(db, clock);
  const refused = createRefusedStore({ db, queue: outbox.queue, clock });
  const mia = discord.as('mia');
  const welcome = channelId(discord, 'welcome');

  let state = 'at 57 %';
  const at = { channelId: welcome, messageId: '' };
  const nothing: Deliver = async () => undefined;
  const others: Partial<Record<OutboxKind, Deliver>> = {};
  const deliver =
    (kind: OutboxKind): Deliver =>
    (subject) =>
      (others[kind] ?? nothing)(subject);
  const news = createRefusedNews({
    store: refused,
    draw: {
      rig: async (_, { reason }) => ({
        memberId: mia.member.id,
        key: state,
        card: note('About your rig', `It is ${state}, but not shown: ${reason}.`),
      }),
    },
    sendDirect: createSendDirect(client.rest, messenger),
    log: silentLog,
  });
  const worker = startOutbox({
    store: outbox,
    refused,
    deliver: {
      rig: () => messenger.edit(at.channelId, at.messageId, note('Your rig', state)),
      purchase: deliver('purchase'),
      purchase_notice: deliver('purchase_notice'),
      notice: deliver('notice'),
      proposal: deliver('proposal'),
      case: deliver('case'),
      talk_trouble: deliver('talk_trouble'),
    },
    clock,
    log: silentLog,
    everyMs: 20,
  });
  onTestFinished(() => worker.stop());
  watchComebacks({ client, retryRefused: refused.retry, log: silentLog });

  const put = (kind: OutboxKind, subject: string) => db.transaction((t) => outbox.put(t, kind, subject));

  let requests = 0;
  client.rest.on(RESTEvents.Response, () => {
    requests += 1;
  });
  const textOf = (channel: string) => JSON.stringify(mia.see(channel).map(({ components }) => components));
  return {
    discord,
    clock,
    client,
    mia,
    news,
    welcome,
    others,
    outbox,
    webhooks,
    at,
    requests: () => requests,
    refusals: async () =>
      (await db.all<{ reason: string }>('SELECT reason FROM refused_delivery')).map(({ reason }) => reason),
    /** The rig's card in a channel. */
    async place(channel: string) {
      at.channelId = channel;
      at.messageId = (await messenger.send(channel, note('Your rig', state), 'card')) ?? '';
    },
    async changes(now: string) {
      state = now;
      await put('rig', 'rig_1');
    },
    put,
    card: () => textOf(at.channelId),
    direct: () => textOf(mia.dm('greeter')),
    lacks: (permission: string, isLacking: boolean) =>
      discord.faults.setPermission({ permission, allowed: !isLacking, channelId: welcome }),
  };
}

type Delivery = Awaited<ReturnType<typeof openDelivery>>;
const threadIn = async ({ client, welcome, mia }: Delivery): Promise<string> => {
  const body = { name: 'A talk', type: 11, auto_archive_duration: 1440 };
  const thread = (await client.rest.post(`/channels/${welcome}/threads`, { body })) as { id: string };
  await client.rest.put(`/channels/${thread.id}/thread-members/${mia.member.id}`);
  return thread.id;
};

it('a card without permission waits and is updated as soon as the permission returns', async () => {
  const world = await openDelivery();
  await world.place(world.welcome);
  world.lacks('ViewChannel', true);
  await world.changes('done');
  await expect.poll(world.refusals).toEqual(['hidden']);
  const before = world.requests();
  await world.changes('done and checked'); // a refused card is not retried at every change
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(world.requests()).toBe(before);
  world.clock.jump(3_000);
  world.lacks('ViewChannel', false);
  await expect.poll(world.card).toContain('done and checked');
  await expect.poll(world.refusals).toEqual([]); // removed once Discord's reply has arrived
});

it('a card in a thread archived meanwhile is updated', async () => {
  const world = await openDelivery();
  const thread = await threadIn(world);
  await world.place(thread);
  world.discord.as('olga').archiveThread(thread, true);
  await world.changes('done');
  await expect.poll(world.card).toContain('done');
});

it('a card in a locked thread is refused once, and the member is told at once', async () => {
  const world = await openDelivery();
  const thread = await threadIn(world);
  await world.place(thread);
  const body = { locked: true, archived: true };
  const owner = await login(world.discord, {
    bot: world.discord.createBot({ name: 'Boss', permissions: bits.Administrator }),
  });
  await owner.rest.patch(`/channels/${thread}`, { body });
  await world.changes('done');
  await expect.poll(world.refusals).toEqual(['locked']);
  const before = world.requests();
  await world.news.sweep();
  expect(world.direct()).toContain('It is done, but not shown: locked.');
  world.clock.jump(3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(world.requests()).toBe(before + 2); // the direct message and its channel
  await owner.rest.patch(`/channels/${thread}`, { body: { locked: false, archived: false } });
  await expect.poll(world.card).toContain('done');
});

it('a member is told directly after a minute what a card cannot show, once, and again on a change', async () => {
  const world = await openDelivery();
  await world.place(world.welcome);
  world.lacks('ViewChannel', true);
  await world.changes('at 85 %');
  await expect.poll(world.refusals).toEqual(['hidden']);
  await world.news.sweep();
  expect(world.direct()).toBe('[]');
  world.clock.jump(61_000);
  await world.news.sweep();
  await world.news.sweep();
  expect(world.direct().match(/at 85 %/g)).toHaveLength(1);
  await world.changes('done');
  await world.news.sweep();
  expect(world.direct()).toContain('It is done, but not shown: hidden.');
});

it('a member with closed direct messages gets the notice below the next answer, once', async () => {
  const world = await openDelivery();
  world.mia.allowDms(false);
  await world.place(world.welcome);
  world.lacks('ViewChannel', true);
  await world.changes('done');
  await expect.poll(world.refusals).toEqual(['hidden']);
  world.clock.jump(61_000);
  await world.news.sweep();
  const pending = () => world.news.pendingOf(world.mia.member.id);
  const [notice, ...more] = await pending();
  expect(JSON.stringify(notice?.card)).toContain('It is done');
  expect(more).toEqual([]);
  expect(await pending()).toHaveLength(1); // until Discord has accepted it
  await notice?.noteNotified();
  await notice?.noteNotified();
  expect(await pending()).toEqual([]);
});

it('a deleted card is forgotten', async () => {
  const world = await openDelivery();
  await world.place(world.welcome);
  world.discord.faults.deleteMessage(world.welcome, world.at.messageId);
  await world.changes('done');
  await expect.poll(() => world.outbox.oldestSince()).toBeNull();
  expect(await world.refusals()).toEqual([]);
});

it('deliveries that hang or always fail delay no other card', async () => {
  const world = await openDelivery();
  await world.place(world.welcome);
  world.others.notice = () => new Promise(() => undefined);
  world.others.case = () => Promise.reject(new Error('always'));
  for (let nth = 0; nth < 5; nth += 1) await world.put('notice', `hangs ${nth}`);
  for (let nth = 0; nth < 100; nth += 1) await world.put('case', `fails ${nth}`);
  await world.changes('done');
  await expect.poll(world.card).toContain('done');
});
