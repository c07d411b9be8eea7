import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import type { LocalDiscord, RestFault } from '../discord/types.js';
import { SaidError, say } from '../wallet/sayings.js';
import { server } from './body.js';
import { readAs } from './failure.js';

/** Bodies of `POST /actor/discord/{fault}`. Bots, channels and servers are given by name or id. */

const bot = z.string().min(1).optional();
const milliseconds = z.number().int().min(0).max(3_600_000);
/** `null` means until `clear`. */
const times = z.number().int().min(1).max(1_000_000).nullable().default(1);

const whichBot = z.strictObject({ bot });
const invalidSession = z.strictObject({ bot, resumable: z.boolean().default(true) });
const heartbeatAcks = z.strictObject({ bot, withheld: z.boolean() });
const interactions = z.strictObject({
  bot,
  times,
  duplicated: z.boolean().default(false),
  delay_ms: milliseconds.default(0),
});
const where = {
  bot,
  times,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: z.string().startsWith('/').optional(),
};
const rest = z.discriminatedUnion('kind', [
  z.strictObject({
    ...where,
    kind: z.literal('error'),
    status: z.literal([500, 502, 503, 504]).default(500),
  }),
  z.strictObject({ ...where, kind: z.literal('refusal'), code: z.number().int().min(1) }),
  z.strictObject({ ...where, kind: z.literal('ban') }),
  z.strictObject({ ...where, kind: z.literal('slow'), ms: milliseconds }),
  z.strictObject({ ...where, kind: z.literal('hang-up'), after: z.boolean().default(false) }),
  z.strictObject({
    ...where,
    kind: z.literal('rate-limit'),
    scope: z.enum(['user', 'global', 'shared']).default('user'),
    retry_after_ms: milliseconds.default(1_000),
  }),
]);
const placedMessage = z.strictObject({ channel: z.string().min(1), message: z.string().min(1) });
const whichChannel = z.strictObject({ channel: z.string().min(1) });
const whichRole = z.strictObject({ role: z.string().min(1), server });
const movedRole = whichRole.extend({ position: z.number().int().min(1) });
const permission = z.strictObject({
  bot,
  permission: z.string().min(1),
  allowed: z.boolean(),
  channel: z.string().min(1).optional(),
  server,
});
const outage = z.strictObject({ unavailable: z.boolean().default(true), server });
/** A bot or a person, by name or id; default the only bot. */
const who = z.string().min(1).optional();
const membership = z.strictObject({ who, server });
const invitation = z.strictObject({ who, commands_only: z.boolean().default(false), server });
const thread = z.strictObject({
  thread: z.string().min(1),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
});
const closing = z.strictObject({ bot, code: z.number().int(), lasting: z.boolean().default(false) });
const ready = z.strictObject({ bot, withheld: z.boolean().default(true) });
const token = z.strictObject({ bot, revoked: z.boolean().default(true) });
const nothing = z.strictObject({});

const causes: Record<string, (discord: LocalDiscord, body: unknown) => void> = {
  drop_gateway: (discord, body) => discord.faults.dropGateway(botId(discord, readAs(whichBot, body).bot)),
  reconnect: (discord, body) => discord.faults.reconnect(botId(discord, readAs(whichBot, body).bot)),
  invalid_session(discord, body) {
    const { bot, resumable } = readAs(invalidSession, body);
    discord.faults.invalidSession(resumable, botId(discord, bot));
  },
  heartbeat_acks(discord, body) {
    const { bot, withheld } = readAs(heartbeatAcks, body);
    discord.faults.withholdHeartbeatAcks(withheld, botId(discord, bot));
  },
  interactions(discord, body) {
    const { bot, times, duplicated, delay_ms } = readAs(interactions, body);
    const botUserId = botId(discord, bot);
    discord.faults.interactions({
      duplicated,
      delayMs: delay_ms,
      times: times ?? Number.POSITIVE_INFINITY,
      ...(botUserId && { botUserId }),
    });
  },
  rest: (discord, body) => discord.faults.rest(toRestFault(discord, readAs(rest, body))),
  delete_message(discord, body) {
    const { channel, message } = readAs(placedMessage, body);
    discord.faults.deleteMessage(channelId(discord, channel), message);
  },
  delete_channel: (discord, body) =>
    discord.faults.deleteChannel(channelId(discord, readAs(whichChannel, body).channel)),
  delete_role(discord, body) {
    const { role, server: guild } = readAs(whichRole, body);
    discord.faults.deleteRole(role, guild);
  },
  move_role(discord, body) {
    const { role, position, server: guild } = readAs(movedRole, body);
    discord.faults.moveRole(role, position, guild);
  },
  permission(discord, body) {
    const { bot, channel, server: guild, ...what } = readAs(permission, body);
    const botUserId = botId(discord, bot);
    discord.faults.setPermission({
      ...what,
      ...(guild && { guild }),
      ...(channel && { channelId: channelId(discord, channel) }),
      ...(botUserId && { botUserId }),
    });
  },
  outage(discord, body) {
    const { unavailable, server } = readAs(outage, body);
    discord.faults.outage(unavailable, server);
  },
  kick: (discord, body) => discord.faults.kick(...memberIn(discord, body)),
  ban: (discord, body) => discord.faults.ban(...memberIn(discord, body)),
  unban: (discord, body) => discord.faults.unban(...memberIn(discord, body)),
  invite(discord, body) {
    const { who, commands_only, server: guild } = readAs(invitation, body);
    discord.faults.invite(memberId(discord, who), { commandsOnly: commands_only, ...(guild && { guild }) });
  },
  thread(discord, body) {
    const { thread: nameOrId, ...change } = readAs(thread, body);
    discord.faults.setThread({ threadId: channelId(discord, nameOrId), ...change });
  },
  close_gateway(discord, body) {
    const { bot, ...how } = readAs(closing, body);
    discord.faults.closeGateway({ ...how, botUserId: botId(discord, bot) });
  },
  withhold_ready(discord, body) {
    const { bot, withheld } = readAs(ready, body);
    discord.faults.withholdReady(withheld, botId(discord, bot));
  },
  revoke_token(discord, body) {
    const { bot, revoked } = readAs(token, body);
    discord.faults.revokeToken(revoked, botId(discord, bot));
  },
  clear(discord, body) {
    readAs(nothing, body);
    discord.faults.clear();
  },
};

/** Mounts the faults of the local Discord and the list of those in force. */
export function mountFaults(app: FastifyInstance, discord: LocalDiscord): void {
  app.get('/discord/faults', async () => ({
    active: discord.faults.active(),
    sayings: discord.faults.sayings(),
  }));
  app.post<{ Params: { fault: string } }>('/discord/:fault', async ({ params, body }, reply) => {
    const cause = Object.hasOwn(causes, params.fault) ? causes[params.fault] : undefined;
    if (!cause)
      throw new AppError(
        'not_found',
        `Unknown fault "${params.fault}". Faults: ${Object.keys(causes).join(', ')}.`,
      );
    cause(discord, body);
    return reply.code(204).send();
  });
}

function toRestFault(discord: LocalDiscord, body: z.output<typeof rest>): RestFault {
  const { method, path } = body;
  const botUserId = botId(discord, body.bot);
  const which = {
    times: body.times ?? Number.POSITIVE_INFINITY,
    ...(method && { method }),
    ...(path && { path }),
    ...(botUserId && { botUserId }),
  };
  switch (body.kind) {
    case 'error':
      return { ...which, kind: body.kind, status: body.status };
    case 'refusal':
      return { ...which, kind: body.kind, code: body.code };
    case 'ban':
      return { ...which, kind: body.kind };
    case 'slow':
      return { ...which, kind: body.kind, ms: body.ms };
    case 'hang-up':
      return { ...which, kind: body.kind, after: body.after };
    case 'rate-limit':
      return { ...which, kind: body.kind, scope: body.scope, retryAfterMs: body.retry_after_ms };
  }
}

export function botId(discord: LocalDiscord, nameOrId: string | undefined): string | undefined {
  if (nameOrId === undefined) return undefined;
  const bots = discord.bots();
  const plain = nameOrId.toLowerCase();
  const found = bots.find(({ userId, name }) => userId === nameOrId || name.toLowerCase() === plain);
  if (found) return found.userId;
  const names = bots.map(({ name }) => name).join(', ') || 'none';
  throw new AppError('not_found', `Unknown bot "${nameOrId}". Bots: ${names}.`);
}

function memberIn(discord: LocalDiscord, body: unknown): [userId: string, server: string | undefined] {
  const { who, server } = readAs(membership, body);
  return [memberId(discord, who), server];
}

function memberId(discord: LocalDiscord, nameOrId: string | undefined): string {
  const bots = discord.bots();
  const plain = nameOrId?.toLowerCase();
  if (plain === undefined && bots.length === 1) return bots[0]!.userId;
  if (plain === undefined) throw new SaidError('invalid_request', say('who'));
  const person = discord.people.find(({ id, username }) => id === nameOrId || username === plain);
  return person?.id ?? botId(discord, nameOrId)!;
}

/**
 * Finds a channel by id or name: the newest of that name in the first server that has one. Direct messages only by id.
 */
function channelId(discord: LocalDiscord, nameOrId: string): string {
  if (/^\d+$/.test(nameOrId)) return nameOrId;
  const plain = nameOrId.replace(/^#/, '').toLowerCase();
  for (const { channels } of discord.guilds()) {
    const found = channels.findLast(({ name }) => name.toLowerCase() === plain);
    if (found) return found.id;
  }
  throw new AppError('not_found', `No channel is named "${nameOrId}".`);
}
