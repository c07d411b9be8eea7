import { GatewayIntentBits as Intents } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { createDeadlines } from '../../../src/playground/discord/deadlines.js';
import { createDelivery } from '../../../src/playground/discord/domain/delivery.js';
import { createInteractions } from '../../../src/playground/discord/domain/interactions.js';
import { createMessages } from '../../../src/playground/discord/domain/messages.js';
import { createInteractionFaults } from '../../../src/playground/discord/faults/interaction-faults.js';
import { createSession } from '../../../src/playground/discord/gateway/session.js';
import { createHub } from '../../../src/playground/discord/hub.js';
import { createRetention } from '../../../src/playground/discord/state/retention.js';
import { createSeededState } from '../../../src/playground/discord/state/seed.js';
import type { FileInput, Limits } from '../../../src/playground/discord/types.js';
import { createMessageWire } from '../../../src/playground/discord/wire/message.js';
import { createCdnLinks } from '../../../src/playground/discord/wire/parts.js';
import { channelId, createManualClock, startBot, startDiscord } from './world.js';

const KEPT = {
  messagesKept: 100,
  attachmentBytesKept: 100_000,
  interactionsKept: 50,
  eventsKept: 20,
  acknowledgeMs: 3_000,
  interactionTokenMs: 900_000,
} as Limits;

/** The stores without the HTTP server, so that their contents can be counted. */
function openRooms() {
  const clock = createManualClock();
  const state = createSeededState(clock);
  const hub = createHub();
  const deadlines = createDeadlines(clock);
  onTestFinished(() => deadlines.close());
  const wire = createMessageWire(
    state,
    createCdnLinks(state, () => 'http://127.0.0.1', 1_000),
  );
  const retention = createRetention({ state, hub, limits: KEPT, deadlines });
  const messages = createMessages({ state, hub, wire, retention });
  const faults = createInteractionFaults(String);
  const deliver = createDelivery({ state, hub, wire, limits: KEPT, deadlines, faults });
  const interactions = createInteractions({
    state,
    hub,
    limits: KEPT,
    deadlines,
    deliver,
    outage: { isOn: () => false },
  });
  const [channel] = state.channels.values();
  const [author] = state.users.values();
  return { clock, state, hub, messages, interactions, channel: channel!, authorId: author!.id };
}

const file = (size: number): FileInput => ({ name: 'a.bin', bytes: new Uint8Array(size) });

it('of 12,000 messages with files, at most the newest hundred and their files are kept', {
  tags: 'slow',
}, () => {
  const { state, messages, channel, authorId } = openRooms();
  for (let sent = 0; sent < 12_000; sent += 1) {
    const attachments = sent % 3 === 0 ? [messages.attach(channel.id, file(100))] : [];
    messages.create({ channelId: channel.id, authorId, content: `${sent}`, attachments });
  }
  const kept = [...state.messages.get(channel.id)!.values()];
  expect(kept.length).toBeGreaterThan(90);
  expect(kept.length).toBeLessThanOrEqual(100);
  expect(kept.map(({ content }) => Number(content))).toEqual(kept.map((_, i) => 12_000 - kept.length + i));
  const files = kept.flatMap(({ attachments }) => attachments.map(({ id }) => id));
  expect([...state.attachments.keys()]).toEqual(files);
  expect([...state.files.keys()]).toEqual(files);
});

it('files stay within one byte budget, empty and unattached ones too; a single one may exceed it', () => {
  const { state, messages, channel } = openRooms();
  for (let sent = 0; sent < 1_000; sent += 1) messages.attach(channel.id, file(9_000));
  expect(state.files.size).toBe(9);
  for (let sent = 0; sent < 1_000; sent += 1) messages.attach(channel.id, file(0));
  expect(state.files.size).toBe(97);
  const large = messages.attach(channel.id, file(200_000));
  expect([...state.attachments.keys()]).toEqual([large.id]);
});

it('files are removed a minute after the message or edit, and at once with the channel or thread that held them', async () => {
  const { clock, state, hub, messages, channel, authorId } = openRooms();
  const thread = { ...channel, id: state.nextId(), parentId: channel.id };
  state.channels.set(thread.id, thread);
  const post = (where: string) => {
    const attachments = [messages.attach(where, file(1)), messages.attach(where, file(2))];
    return messages.create({ channelId: where, authorId, attachments });
  };
  messages.remove(post(channel.id));
  const edited = post(channel.id);
  const [first] = edited.attachments;
  messages.edit(edited, { attachments: [first!] });
  clock.advance(59_000);
  await Promise.resolve();
  expect(state.files.size).toBe(4);
  clock.advance(1_000);
  await expect.poll(() => [...state.files.keys()]).toEqual([first!.id]);
  post(thread.id);
  state.channels.delete(channel.id);
  hub.announce({ type: 'channel', action: 'deleted', channelId: channel.id });
  expect([state.files.size, state.attachments.size, state.messages.size]).toEqual([0, 0, 0]);
  expect(state.channels.has(thread.id)).toBe(false);
});

it('interactions beyond the limit are forgotten, and pending waits for them are rejected', async () => {
  const { state, interactions, channel, authorId } = openRooms();
  const application = {
    id: '1',
    botId: '1',
    name: 'Bot',
    token: 't',
    privilegedIntents: true,
    commands: new Map(),
    commandPermissions: new Map(),
    installations: new Map([[channel.guildId!, 'bot' as const]]),
    emojis: new Map(),
  };
  const outcomes = Array.from({ length: 1_000 }, () =>
    interactions.send({ type: 2, application, userId: authorId, channel, data: {} }),
  );
  const kept = state.interactions.size;
  expect(kept).toBeGreaterThan(40);
  expect(kept).toBeLessThanOrEqual(50);
  const forgotten = await Promise.all(outcomes.slice(0, 1_000 - kept));
  expect(new Set(forgotten.map((outcome) => outcome.state))).toEqual(new Set(['failed']));
  interactions.close();
});

it('a session keeps the newest events, by number and by length', () => {
  const seen: string[] = [];
  const writer = { send: (text: string) => seen.push(text), compressEach() {}, close() {} };
  const fields = { id: 's', botId: '1', intents: 0, covers: () => true };
  const session = createSession(fields, 20);
  for (let sent = 0; sent < 12_000; sent += 1) session.dispatch('MESSAGE_CREATE', { sent });
  session.attach(writer);
  expect(session.replay(11_979)).toBe('forgotten');
  expect(session.replay(11_980)).toBe('sent');
  expect(seen.map((text) => JSON.parse(text).s)).toEqual(Array.from({ length: 20 }, (_, i) => 11_981 + i));
  const heavy = createSession(fields, 1_000);
  const text = 'x'.repeat(1 << 20);
  for (let sent = 0; sent < 40; sent += 1) heavy.dispatch('MESSAGE_CREATE', { text });
  expect([heavy.replay(25), heavy.replay(24)]).toEqual(['sent', 'forgotten']);
});

it('a channel over its limit still lists, answers and deletes messages', async () => {
  const discord = await startDiscord({ limits: { messagesKept: 5 } });
  const { client } = await startBot(discord, [], () => {}, { intents: [Intents.Guilds] });
  const rigs = channelId(discord, 'rigs');
  const mia = discord.as('mia');
  const first = await mia.post({ channelId: rigs, content: 'first' });
  for (let sent = 0; sent < 5; sent += 1) await mia.post({ channelId: rigs, content: `${sent}` });
  expect(mia.see(rigs).map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4']);
  const gone = client.rest.get(`/channels/${rigs}/messages/${first.id}`);
  await expect(gone).rejects.toMatchObject({ code: 10008 });
});
