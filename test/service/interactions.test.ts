import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/db/database.js';
import { silentLog } from '../../src/base/log.js';
import { createSeal } from '../../src/base/seal.js';
import { actions, button, type Card, card, heading, note } from '../../src/bot/cards/card.js';
import type { Command, Request } from '../../src/bot/command.js';
import { createMessenger } from '../../src/bot/delivery/messenger.js';
import type { PendingNotice } from '../../src/bot/delivery/pending-notice.js';
import type { Flows } from '../../src/bot/features.js';
import type { Acted } from '../../src/bot/interaction/acted.js';
import { createAdmission } from '../../src/bot/interaction/admission.js';
import { createAnswering } from '../../src/bot/interaction/answering.js';
import { describeCommand } from '../../src/bot/interaction/command-text.js';
import { createPayloads } from '../../src/bot/interaction/payloads.js';
import { createRouter } from '../../src/bot/interaction/router.js';
import { createInteractionStore } from '../../src/bot/interaction/store.js';
import { createUnanswered } from '../../src/bot/interaction/unanswered.js';
import type { Bot, LocalDiscord } from '../../src/playground/discord/index.js';
import { openBotDatabase } from '../support/bot-database.js';
import { jumpingClock, manualClock } from '../support/clock.js';
import { copy, languages } from '../support/copy.js';
import { servesAll } from '../support/served.js';
import { channelId, login, startDiscord } from './local-discord/world.js';

/** Interactions through the real router: many at once, duplicates, missing permissions, and a process that ends. */

type Run = (request: Pick<Request<Acted>, 'interaction' | 'place'>) => Promise<Card>;

const answered: Run = async () => note('Done', 'Here it is.');
const forever = () => new Promise<never>(() => undefined);
const pressableCard = card('neutral', [
  heading('A card'),
  actions(button('Press', 'press:it', '*'), button('Open', 'press:form', '*')),
]);

/** Commands that all do `run`, each acknowledged in its own way. */
const commandsThat = (run: Run): Command[] => [
  { data: { name: 'alone', description: 'x' }, actions: { '': { acknowledge: 'private', run } } },
  {
    data: { name: 'open', description: 'x' },
    actions: { '': { acknowledge: 'public', needs: 'card', run } },
  },
  {
    data: { name: 'again', description: 'x' },
    actions: { '': { acknowledge: 'public', isRepeatable: true, run } },
  },
  {
    data: { name: 'press', description: 'x' },
    actions: { '': { acknowledge: 'public', run: async () => pressableCard } },
    components: { it: { acknowledge: 'update', run }, form: { acknowledge: 'form', form: forever } },
  },
];

async function openServer(acknowledgeMs = 3_000) {
  const limits = { globalPerSecond: 1e6, bucketSize: 1e6, acknowledgeMs };
  const discord = await startDiscord({ limits });
  const db = await openBotDatabase();
  onTestFinished(() => void db.close());
  const bot = discord.createBot({ name: 'Greeter' });
  const mia = discord.as('mia');
  const welcome = channelId(discord, 'welcome');
  const says = () => mia.see(welcome).map(({ components }) => JSON.stringify(components));
  return { discord, db, bot, mia, welcome, says };
}

const runningIn = (db: Database) => db.all(`SELECT id FROM interaction WHERE state = 'running'`);

let processes = 0;
/** One bot process over that database. */
async function startProcess(
  { discord, db, bot }: { discord: LocalDiscord; db: Database; bot: Bot },
  run: Run,
  drawOf: (messageId: string) => Promise<Card | null> = async () => null,
  clock: Clock = systemClock,
  pendingNotices: () => Promise<PendingNotice[]> = async () => [],
  patience: Clock = systemClock,
) {
  const client = await login(discord, { bot });
  processes += 1;
  const name = `bot/test/${processes}`;
  const interactions = createInteractionStore({
    served: { ...servesAll, member: () => name },
    db,
    seal: createSeal(['11'.repeat(32)]),
    clock: systemClock,
  });
  const answering = createAnswering({
    languages,
    flows: {} as Flows,
    pendingNotices,
    interactions,
    drawOf,
    admission: createAdmission(patience),
    clock,
    log: silentLog,
  });
  const commands = commandsThat(run);
  const payloads = createPayloads();
  payloads.collect(client);
  const route = createRouter({
    commands,
    flows: {} as Flows,
    answering,
    payloadOf: payloads.take,
    log: silentLog,
  });
  await client.application.commands.set(commands.map(({ data }) => describeCommand(data, copy)));
  let arrived = 0;
  client.on('interactionCreate', (interaction) => {
    void route(interaction);
    arrived += 1;
  });
  const unanswered = createUnanswered({
    rest: client.rest,
    clientOf: () => client,
    interactions,
    drawOf,
    route,
    languages,
    clock: systemClock,
    log: silentLog,
  });
  const messenger = createMessenger(client.rest, interactions.findWebhook);
  return {
    client,
    answering,
    interactions,
    messenger,
    resume: unanswered.resume,
    /** Resolves when so many interactions have reached this process. */
    arrivals: (count: number) => expect.poll(() => arrived).toBe(count),
    /** Simulates SIGKILL: running work never reports again. */
    async kill() {
      await expect.poll(() => runningIn(db)).not.toEqual([]);
      client.removeAllListeners('interactionCreate');
      await client.destroy();
    },
  };
}

/** Reports every acknowledgement: when it is sent and when Discord has accepted it. */
function watchCallbacks({ rest }: Client, hear: (what: 'sent' | 'taken') => void): void {
  const { makeRequest } = rest.options;
  rest.options.makeRequest = async (url, init) => {
    if (!url.includes('/callback')) return makeRequest(url, init);
    hear('sent');
    const response = await makeRequest(url, init);
    hear('taken');
    return response;
  };
}

/** Lets Discord's replies to acknowledgements through only as released. */
function holdCallbacks({ rest }: Client, hear: (what: 'sent' | 'taken') => void): (count: number) => void {
  const { makeRequest } = rest.options;
  const held: (() => void)[] = [];
  rest.options.makeRequest = async (url, init) => {
    if (!url.includes('/callback')) return makeRequest(url, init);
    const response = await makeRequest(url, init);
    const isReleased = new Promise<void>((resolve) => held.push(resolve));
    hear('sent');
    await isReleased;
    hear('taken');
    return response;
  };
  return (count) => {
    for (const resolve of held.splice(0, count)) resolve();
  };
}

/** A database that keeps transactions waiting, or fails them, while it is away. */
function absentable(db: Database) {
  let back = (): void => undefined;
  let present: Promise<void> | null = null;
  let isFailing = false;
  return {
    db: {
      ...db,
      async transaction(body, options) {
        if (present && isFailing) throw new Error('the database is away');
        await present;
        return db.transaction(body, options);
      },
    } satisfies Database,
    leave(how: 'silent' | 'failing') {
      isFailing = how === 'failing';
      present = new Promise((resolve) => {
        back = resolve;
      });
    },
    comeBack() {
      present = null;
      back();
    },
  };
}

it('an interaction is acknowledged once it is stored', async () => {
  const server = await openServer();
  const { db, leave, comeBack } = absentable(server.db);
  const clock = manualClock();
  await startProcess({ ...server, db }, answered, undefined, clock);
  leave('silent');
  const asked = server.mia.run({ channelId: server.welcome, command: 'alone' });
  await sleep(300);
  await clock.advance(1_500);
  expect(server.mia.see(server.welcome)).toEqual([]);
  comeBack();
  await asked;
  await expect.poll(server.says).toEqual([expect.stringContaining('Here it is.')]);
});

describe.each(['silent', 'failing'] as const)('while the database is %s', (how) => {
  it('an interaction is refused in time, nothing runs, and no card waits after the bot was killed', async () => {
    const server = await openServer();
    const { db, leave, comeBack } = absentable(server.db);
    const clock = manualClock();
    let runs = 0;
    const run = async () => {
      runs += 1;
      return note('Done', 'It was charged.');
    };
    const first = await startProcess({ ...server, db }, run, undefined, clock);
    const { mia, welcome: channelId } = server;
    await mia.run({ channelId, command: 'press' });
    await expect.poll(server.says).toEqual([expect.stringContaining('A card')]);
    await expect.poll(() => runningIn(server.db)).toEqual([]);
    const [pressed] = mia.see(channelId);
    leave(how);
    const asks = [
      ...['alone', 'open', 'again'].map((command) => () => mia.run({ channelId, command })),
      () => mia.click({ channelId, messageId: pressed!.id, customId: 'press:it:*:' }),
    ];
    for (const [index, ask] of asks.entries()) {
      const asked = ask();
      await first.arrivals(index + 2);
      await clock.advance(2_000);
      await asked;
    }
    const refused = Array(asks.length).fill(expect.stringContaining('Nothing was started'));
    await expect.poll(server.says).toEqual([expect.stringContaining('A card'), ...refused]);
    comeBack();
    await first.client.destroy();
    const second = await startProcess(server, run);
    await second.resume();
    expect(server.says()).toEqual([expect.stringContaining('A card'), ...refused]);
    expect(mia.see(channelId).filter(({ pending }) => pending)).toEqual([]);
    expect(runs).toBe(0);
  });
});

it('a form that is not ready in time is refused', async () => {
  const server = await openServer();
  const clock = manualClock();
  const { arrivals } = await startProcess(server, answered, undefined, clock);
  await server.mia.run({ channelId: server.welcome, command: 'press' });
  await expect.poll(server.says).toEqual([expect.stringContaining('A card')]);
  const [shown] = server.mia.see(server.welcome);
  const opened = { channelId: server.welcome, messageId: shown!.id, customId: 'press:form:*:' };
  const asked = server.mia.click(opened);
  await arrivals(2);
  await clock.advance(2_000);
  await asked;
  await expect.poll(server.says).toEqual([expect.anything(), expect.stringContaining('Nothing was started')]);
});

it('a command cut off by a crash says so after the restart, and finished answers stay', async () => {
  const server = await openServer();
  let runs = 0;
  const first = await startProcess(server, async () => {
    runs += 1;
    return runs === 1 ? note('Done', 'Here.') : forever();
  });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(server.says).toEqual([expect.stringContaining('Here.')]);
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await first.kill();
  const second = await startProcess(server, answered);
  await second.resume();
  expect(server.says()).toEqual([
    expect.stringContaining('Here.'),
    expect.stringMatching(/I restarted before I could answer[\s\S]*Please use `\/alone` again/),
  ]);
  expect(await runningIn(server.db)).toEqual([]);
});

it('a result from before the crash is shown where it was requested', async () => {
  const server = await openServer();
  const first = await startProcess(server, forever);
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  const [thinking] = server.mia.see(server.welcome);
  await first.kill();
  const drawOf = async (id: string) => (id === thinking?.id ? note('Pay for 100 credits', 'Scan it.') : null);
  const second = await startProcess(server, answered, drawOf);
  await second.resume();
  expect(server.says()).toEqual([expect.stringContaining('Pay for 100 credits')]);
});

it('a repeatable action runs again as the same interaction, others only once', async () => {
  const server = await openServer();
  const ids: string[] = [];
  const first = await startProcess(server, ({ interaction }) => {
    ids.push(interaction.id);
    return forever();
  });
  await server.mia.run({ channelId: server.welcome, command: 'again' });
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect.poll(() => ids).toHaveLength(2);
  await first.kill();
  const second = await startProcess(server, async ({ interaction, place }) => {
    ids.push(interaction.id);
    return note('Done', `at ${place.messageId}`);
  });
  await second.resume();
  expect(ids).toEqual([ids[0], ids[1], ids[0]]);
  await expect
    .poll(server.says)
    .toEqual([
      expect.stringMatching(/Done[\s\S]*at \d+/),
      expect.stringContaining('Please use `/open` again'),
    ]);
});

it('a click cut off by a crash is reported below the card, which stays', async () => {
  const server = await openServer();
  let presses = 0;
  const first = await startProcess(server, () => {
    presses += 1;
    return forever();
  });
  await server.mia.run({ channelId: server.welcome, command: 'press' });
  await expect.poll(server.says).toEqual([expect.stringContaining('A card')]);
  const [shown] = server.mia.see(server.welcome);
  void server.mia.click({ channelId: server.welcome, messageId: shown!.id, customId: 'press:it:*:' });
  await expect.poll(() => presses).toBe(1);
  await first.kill();
  const second = await startProcess(server, answered);
  await second.resume();
  expect(server.says()).toEqual([
    expect.stringContaining('A card'),
    expect.stringContaining('press again if nothing changed'),
  ]);
});

it('a stop waits for running work and tells the members whose work it cannot wait for', async () => {
  const server = await openServer();
  let finish = (_: Card) => {};
  let runs = 0;
  const first = await startProcess(server, () => {
    runs += 1;
    return runs > 1 ? forever() : new Promise((done) => (finish = done));
  });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(() => runs).toBe(2);
  const stopped = first.answering.stop(200);
  finish(note('Done', 'Just in time.'));
  await stopped;
  expect(server.says().join()).toMatch(/Just in time[\s\S]*I'm restarting/);
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  expect(server.says().at(-1)).toContain('Please try again in a moment');
});

it('an answer that Discord fails to accept is resent until it does', async () => {
  const server = await openServer();
  await startProcess(server, answered, undefined, jumpingClock());
  const path = '/webhooks/*/*/messages/*';
  server.discord.faults.rest({ kind: 'error', status: 503, method: 'PATCH', path, times: 6 });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(server.says).toEqual([expect.stringContaining('Here it is.')]);
});

it('an interaction that Discord delivers twice is one action and one answer', async () => {
  const server = await openServer();
  let runs = 0;
  const { client } = await startProcess(server, async () => {
    runs += 1;
    return note('Done', 'Once.');
  });
  const callbacks: string[] = [];
  watchCallbacks(client, (what) => callbacks.push(what));
  server.discord.faults.interactions({ duplicated: true });
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect.poll(server.says).toEqual([expect.stringContaining('Once.')]);
  expect([runs, callbacks]).toEqual([1, ['sent', 'taken']]);
});

it('a card is refused by the name of the missing permission before any work starts', async () => {
  const server = await openServer();
  let runs = 0;
  await startProcess(server, async () => {
    runs += 1;
    return note('Done', 'It was charged.');
  });
  const { faults } = server.discord;
  faults.setPermission({ permission: 'AttachFiles', allowed: false, channelId: server.welcome });
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect
    .poll(server.says)
    .toEqual([expect.stringContaining('I need **Attach Files** in this channel')]);
  faults.setPermission({ permission: 'ViewChannel', allowed: false, channelId: server.welcome });
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect.poll(() => server.says().at(-1)).toContain('I need **View Channel**');
  expect(runs).toBe(0);
});

it('a card is edited through the webhook of its interaction when the channel refuses the bot', async () => {
  const server = await openServer();
  const { messenger, interactions } = await startProcess(server, answered);
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  const [shown] = server.mia.see(server.welcome);
  await expect.poll(() => interactions.findWebhook(shown!.id)).not.toBeNull();
  server.discord.faults.setPermission({
    permission: 'ViewChannel',
    allowed: false,
    channelId: server.welcome,
  });
  expect(await messenger.edit(server.welcome, shown!.id, note('Done', '100 credits arrived'))).toBe('edited');
  expect(server.says()).toEqual([expect.stringContaining('100 credits arrived')]);
});

it('a crowd is acknowledged, all but 16, before the first action runs', { tags: 'slow' }, async () => {
  const server = await openServer(120_000);
  const order: string[] = [];
  const run = async () => {
    order.push('run');
    return note('Done', 'Here.');
  };
  // For this clock no time passes: nothing is refused or loses its patience, however slow machine and database are.
  const still: Clock = { now: () => 0, sleep: systemClock.sleep };
  const { client } = await startProcess(server, run, undefined, still, undefined, still);
  const release = holdCallbacks(client, (what) => order.push(what));
  const count = (what: string) => order.filter((one) => one === what).length;
  for (let one = 0; one < 100; one += 1)
    void server.mia.run({ channelId: server.welcome, command: 'alone' }).catch(() => undefined);
  await expect.poll(() => count('sent')).toBe(100);
  release(83);
  for (let turn = 0; turn < 100; turn += 1) await nextTurn(); // enough for an action to run, if one may
  expect([count('taken'), count('run')]).toEqual([83, 0]);
  release(1);
  await expect.poll(() => count('run')).toBe(84);
  release(16);
  await expect.poll(() => count('run')).toBe(100);
});

it('a notice that Discord refuses below one answer goes below the next', async () => {
  const server = await openServer();
  const pending = [note('About your rig', 'It is done.')];
  const noteNotified = async () => void pending.pop();
  await startProcess(server, answered, undefined, undefined, async () =>
    pending.map((card) => ({ card, noteNotified })),
  );
  server.discord.faults.rest({
    kind: 'refusal',
    code: 50013,
    method: 'POST',
    path: '/webhooks/*/*',
    times: 1,
  });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(server.says).toEqual([expect.stringContaining('Here it is.')]);
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(() => pending).toEqual([]);
  expect(server.says().filter((text) => text.includes('About your rig'))).toHaveLength(1);
});

it('a private answer is a new message when Discord refuses to edit the pending one', async () => {
  const server = await openServer();
  await startProcess(server, answered);
  server.discord.faults.rest({
    kind: 'refusal',
    code: 50013,
    method: 'PATCH',
    path: '/webhooks/*/*/messages/*',
    times: Number.POSITIVE_INFINITY,
  });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(server.says).toEqual([expect.stringContaining('Here it is.')]);
});

it('a public answer that Discord takes late does not hide what its message showed by then', {
  tags: 'slow',
}, async () => {
  const server = await openServer();
  await startProcess(server, answered, async () => note('Your rig', 'Done.'));
  server.discord.faults.rest({
    kind: 'rate-limit',
    scope: 'user',
    retryAfterMs: 1_200,
    method: 'PATCH',
    path: '/webhooks/*/*/messages/*',
    times: 1,
  });
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect.poll(server.says).toEqual([expect.stringContaining('Done.')]);
});

it('an answer of a process that was paused shows what another process has made of it by then', async () => {
  const server = await openServer();
  let skippedMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + skippedMs };
  const process = await startProcess(
    server,
    async ({ place: { channelId, messageId } }) => {
      skippedMs = 30_000;
      await process.messenger.edit(channelId, messageId, note('Your rig', 'Done.'));
      return note('Your rig', 'In the queue.');
    },
    async () => note('Your rig', 'Done.'),
    clock,
  );
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect.poll(() => runningIn(server.db)).toEqual([]);
  expect(server.says()).toEqual([expect.stringContaining('Done.')]);
});

it('an answer that cannot be drawn again afterwards is shown once', async () => {
  const server = await openServer();
  let skippedMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + skippedMs };
  await startProcess(
    server,
    async () => {
      skippedMs = 30_000;
      return note('Your rig', 'In the queue.');
    },
    () => Promise.reject(new Error('the database is away')),
    clock,
  );
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(() => runningIn(server.db)).toEqual([]);
  expect(server.says()).toEqual([expect.stringContaining('In the queue.')]);
});

it('an answer that Discord refuses is told apart from a failure, below what the message shows by then, not in its place', async () => {
  const server = await openServer();
  const process = await startProcess(server, async ({ place: { channelId, messageId } }) => {
    await process.messenger.edit(channelId, messageId, note('Your rig', 'It is done.'));
    return note('Your rig', 'In the queue.');
  });
  server.discord.faults.rest({
    kind: 'refusal',
    code: 50013,
    method: 'PATCH',
    path: '/webhooks/*/*/messages/*',
    times: 1,
  });
  await server.mia.run({ channelId: server.welcome, command: 'open' });
  await expect
    .poll(server.says)
    .toEqual([
      expect.stringContaining('It is done.'),
      expect.stringMatching(/didn't reach you.*don't pay twice/),
    ]);
});

it('an answer on a private message that its member dismissed is sent below', async () => {
  const server = await openServer();
  let pressed = 0;
  await startProcess(server, async () => {
    pressed += 1;
    return pressed === 1 ? pressableCard : note('Saved', 'Your settings are in force.');
  });
  await server.mia.run({ channelId: server.welcome, command: 'alone' });
  await expect.poll(() => server.says().join()).toContain('press:it');
  server.discord.faults.rest({
    kind: 'refusal',
    code: 10008,
    method: 'PATCH',
    path: '/webhooks/*/*/messages/*',
    times: 1,
  });
  const asked = server.mia.see(server.welcome).at(-1);
  await server.mia.click({ channelId: server.welcome, messageId: asked!.id, customId: 'press:it:*:' });
  await expect.poll(() => server.says().at(-1)).toContain('Your settings are in force.');
  expect(server.says().join()).not.toContain("didn't reach you");
});
