import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { joinBot, sell, toBot } from './bots.js';
import { CDN_PATH, mountCdn } from './cdn.js';
import { wallClock } from './clock.js';
import { createDeadlines } from './deadlines.js';
import { createAnswers } from './domain/answers.js';
import { createAuditLog } from './domain/audit-log.js';
import { createBodyReader } from './domain/body.js';
import { createDelivery } from './domain/delivery.js';
import { createInteractions } from './domain/interactions.js';
import { createMembership } from './domain/membership.js';
import { createMessages } from './domain/messages.js';
import { createPolls } from './domain/polls.js';
import { createThreads } from './domain/threads.js';
import { createWebhooks } from './domain/webhooks.js';
import { PersonError, Refusal, toErrorBody } from './failure.js';
import { createFaultDesk } from './faults/faults.js';
import { createInteractionFaults } from './faults/interaction-faults.js';
import { createOutage } from './faults/outage.js';
import { createRestFaults } from './faults/rest-faults.js';
import { createGateway } from './gateway/gateway.js';
import { createSessionStarts } from './gateway/starts.js';
import { createHub } from './hub.js';
import { createPerson } from './people/person.js';
import { createViews } from './people/views.js';
import { createTyping } from './people/watch.js';
import { mountRest } from './rest/server.js';
import { createKeeper, restore } from './state/keeper.js';
import { createRetention } from './state/retention.js';
import { createSeededState } from './state/seed.js';
import { createSnapshotFile } from './state/snapshot-file.js';
import { applicationOfBot } from './state/state.js';
import type { Limits, LocalDiscord, LocalDiscordOptions, Person, Problem } from './types.js';
import { createMessageWire } from './wire/message.js';
import { createCdnLinks } from './wire/parts.js';

export { PersonError } from './failure.js';
export { SnapshotError } from './state/snapshot-file.js';
export type * from './types.js';

const DEFAULT_LIMITS: Limits = {
  globalPerSecond: 5_000,
  bucketSize: 1_000,
  bucketWindowMs: 1_000,
  routes: {},
  invalidRequests: 10_000,
  banMs: 60 * 60_000,
  commandCreatesPerDay: 200,
  oldMessageEditsPerHour: 1_000,
  acknowledgeMs: 3_000,
  interactionTokenMs: 15 * 60_000,
  uploadBytes: 10 * 1024 * 1024,
  attachmentUrlMs: 24 * 60 * 60_000,
  heartbeatMs: 41_250,
  gatewayEventsPerMinute: 120,
  sessionStarts: 1_000,
  identifyConcurrency: 1,
  identifyIntervalMs: 0,
  resumeMs: 2 * 60_000,
  eventsKept: 5_000,
  messagesKept: 5_000,
  attachmentBytesKept: 512 * 1024 * 1024,
  interactionsKept: 50_000,
  activeThreads: 1_000,
};

const PROBLEMS_KEPT = 1_000;

/**
 * Starts a local Discord: gateway v10, REST v10 and CDN on one port, with one guild, four people and no bots.
 * A bot connects with `new Client({ rest: { api, cdn } })`.
 * @example
 * const discord = await createLocalDiscord({});
 * const bot = discord.createBot({ name: 'Greeter' });
 * const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.api, cdn: discord.cdn } });
 * await client.login(bot.token);
 */
export async function createLocalDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const clock = options.clock ?? wallClock;
  const host = options.host ?? '127.0.0.1';
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const snapshot = options.snapshotFile === undefined ? null : createSnapshotFile(options.snapshotFile);
  const kept = await snapshot?.read();
  const http = Fastify({
    bodyLimit: 10 * limits.uploadBytes + (1 << 20),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (_error, _request, reply) => {
      (reply as FastifyReply).status(400).send(toErrorBody(new Refusal('badRequest')));
    },
  });
  let origin = '';

  const state = createSeededState(clock, kept?.lastId);
  if (kept) restore(state, kept);
  const hub = createHub();
  const links = createCdnLinks(state, () => `${origin}${CDN_PATH}`, limits.attachmentUrlMs);
  const wire = createMessageWire(state, links);
  const deadlines = createDeadlines(clock);
  const retention = createRetention({ state, hub, limits });
  const messages = createMessages({ state, hub, wire, retention });
  const threads = createThreads({ state, hub, messages, limits });
  const membership = createMembership({ state, hub });
  const outage = createOutage({ state, hub });
  const bodies = createBodyReader(state, messages);
  const interactionFaults = createInteractionFaults((botId) => views.member(botId).displayName);
  const deliver = createDelivery({ state, hub, wire, limits, deadlines, faults: interactionFaults });
  const interactions = createInteractions({ state, hub, limits, deadlines, deliver, outage });
  const answers = createAnswers({ state, hub, messages, interactions, bodies });
  const webhooks = createWebhooks({ state, hub, messages, threads, bodies });
  const auditLog = createAuditLog({ state, hub });
  const polls = createPolls({ state, hub, messages, deadlines });
  const views = createViews(state, links);
  const typing = createTyping(
    hub,
    clock,
    (channelId, id) => state.messages.get(channelId)?.get(id)?.authorId,
  );
  const gatewayUrl = () => `${origin.replace(/^http/, 'ws')}/gateway`;

  const problems: Problem[] = [];
  const report = (problem: Problem): void => {
    problems.push(problem);
    if (problems.length > PROBLEMS_KEPT) problems.shift();
    hub.announce({ type: 'problem', problem });
  };

  mountCdn(http, state, links);
  const restFaults = createRestFaults();
  const sessionStarts = createSessionStarts(clock, limits);
  const rest = {
    state,
    hub,
    limits,
    wire,
    messages,
    threads,
    interactions,
    answers,
    bodies,
    restFaults,
    outage,
    membership,
    webhooks,
    polls,
    auditLog,
    sessionStarts,
    gatewayUrl,
  };
  await mountRest(http, rest, report);
  const gateway = createGateway({
    server: http.server,
    state,
    hub,
    limits,
    deadlines,
    starts: sessionStarts,
    url: gatewayUrl,
    outage,
  });
  const faults = createFaultDesk({
    state,
    hub,
    messages,
    threads,
    gateway: gateway.faults,
    interactions: interactionFaults,
    rest: restFaults,
    outage,
    membership,
    auditLog,
  });
  await http.listen({ host, port: options.port ?? 0 });
  const keeper = snapshot && createKeeper({ file: snapshot, state, hub, deadlines });
  origin = `http://${host}:${(http.server.address() as AddressInfo).port}`;

  const people = [...state.users.values()].filter(({ bot }) => !bot).map(({ id }) => views.member(id));
  const persons = new Map<string, Person>();
  const as = (memberIdOrName: string): Person => {
    const found = people.find(({ id, username }) => id === memberIdOrName || username === memberIdOrName);
    if (!found) throw new PersonError(`There is no member "${memberIdOrName}".`);
    const person = persons.get(found.id) ?? createPerson({ ...rest, links, views, typing }, found.id);
    persons.set(found.id, person);
    return person;
  };

  return {
    url: origin,
    api: `${origin}/api`,
    cdn: `${origin}${CDN_PATH}`,
    clock,
    guildId: state.guild.id,
    createBot: (input) => joinBot(state, membership, input),
    bots: () => [...state.applications.values()].map((application) => toBot(state, application)),
    sell: (botUserId, skuId) => sell(state, applicationOfBot(state, botUserId), [skuId]),
    get people() {
      return people.map(({ id }) => views.member(id));
    },
    guild: views.guild,
    as,
    problems: () => [...problems],
    subscribe: hub.subscribe,
    faults,
    async close() {
      faults.clear();
      interactions.close();
      deadlines.close();
      threads.close();
      await gateway.close();
      await http.close();
      await keeper?.close();
    },
  };
}
