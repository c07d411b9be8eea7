import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { joinBot, sell, toBot } from './bots.js';
import { CDN_PATH, mountCdn } from './cdn.js';
import { wallClock } from './clock.js';
import { useGuildLocale } from './domain/guild-locale.js';
import { PersonError, Refusal, toErrorBody } from './failure.js';
import { createFaultDesk } from './faults/faults.js';
import { createRestFaults } from './faults/rest-faults.js';
import { createGatewayServer } from './gateway/gateway.js';
import { createSessionStarts } from './gateway/starts.js';
import { DEFAULT_LIMITS } from './limits.js';
import { createParts } from './parts.js';
import { LOCALES } from './people/locale.js';
import { createPerson } from './people/person.js';
import { mountAuthorizePage } from './rest/authorize-page.js';
import { mountRest } from './rest/server.js';
import { createKeeper, restore } from './state/keeper.js';
import { createSeededState } from './state/seed.js';
import { createSnapshotFile } from './state/snapshot-file.js';
import { applicationOfBot, findGuild, firstGuild } from './state/state.js';
import type { Limits, LocalDiscord, LocalDiscordOptions, Person, Problem } from './types.js';

export { PersonError } from './failure.js';
export { SnapshotError } from './state/snapshot-file.js';
export type * from './types.js';

const PROBLEMS_KEPT = 1_000;

/** The newest problems of bots' requests. */
function createProblems(hub: Pick<ReturnType<typeof createParts>['hub'], 'announce'>) {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => {
    problems.push(problem);
    if (problems.length > PROBLEMS_KEPT) problems.shift();
    hub.announce({ type: 'problem', problem });
  };
  return { problems, report };
}

/**
 * Starts a local Discord: gateway v10, REST v10 and CDN on one port, with one guild (or more: `guilds`), five people and no bots.
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

  const state = createSeededState(clock, { ...options, lastId: kept?.lastId });
  if (kept) restore(state, kept);
  const parts = createParts({ state, clock, limits, origin: () => origin });
  const { hub, links, views, membership, deadlines } = parts;

  const { problems, report } = createProblems(hub);
  mountCdn(http, state, links);
  mountAuthorizePage(http, state);
  const restFaults = createRestFaults();
  const sessionStarts = createSessionStarts(clock, limits);
  const rest = { ...parts, restFaults, sessionStarts };
  await mountRest(http, rest, report);
  const gateway = createGatewayServer({
    ...parts,
    server: http.server,
    starts: sessionStarts,
    url: parts.gatewayUrl,
  });
  const faults = createFaultDesk({
    ...parts,
    gateway: gateway.faults,
    interactions: parts.interactionFaults,
    rest: restFaults,
  });
  await http.listen({ host, port: options.port ?? 0 });
  const keeper = snapshot && createKeeper({ file: snapshot, state, hub, deadlines });
  origin = `http://${host}:${(http.server.address() as AddressInfo).port}`;

  const people = [...state.users.values()].filter(({ bot }) => !bot).map(({ id }) => views.member(id));
  const persons = new Map<string, Person>();
  const as = (memberIdOrName: string): Person => {
    const found = people.find(({ id, username }) => id === memberIdOrName || username === memberIdOrName);
    if (!found) throw new PersonError(`Unknown member "${memberIdOrName}".`);
    const person = persons.get(found.id) ?? createPerson(parts, found.id);
    persons.set(found.id, person);
    return person;
  };

  return {
    url: origin,
    api: `${origin}/api`,
    cdn: `${origin}${CDN_PATH}`,
    clock,
    guildId: firstGuild(state).id,
    createBot: (input) => joinBot(state, membership, input),
    bots: () => [...state.applications.values()].map((application) => toBot(state, application)),
    sell: (botUserId, skuId) => sell(state, applicationOfBot(state, botUserId), [skuId]),
    get people() {
      return people.map(({ id }) => views.member(id));
    },
    guild: (nameOrId) => views.guild(findGuild(state, nameOrId)),
    guilds: () => [...state.guilds.values()].map(views.guild),
    useGuildLocale: (locale, guild) => useGuildLocale(hub, findGuild(state, guild), locale),
    locales: LOCALES,
    as,
    problems: () => [...problems],
    subscribe: hub.subscribe,
    faults,
    async close() {
      faults.clear();
      parts.interactions.close();
      parts.unfurling.close();
      deadlines.close();
      parts.retention.close();
      parts.threads.close();
      await gateway.close();
      await http.close();
      await keeper?.close();
    },
  };
}
