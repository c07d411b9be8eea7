import { CreatePrivateChannelRequestSchema } from 'discord-api-spec/zod';
import { Refusal } from '../failure.js';
import { byAge, isSnowflake } from '../snowflake.js';
import { permissionsInGuild } from '../state/access.js';
import { guildsOfMember, userOf } from '../state/state.js';
import { createFaults, isJsonBody } from '../validation/faults.js';
import { toChannel, toUser } from '../wire/parts.js';
import { guildOf } from './guard.js';
import { granted } from './oauth2.js';
import { param, type Rest, type RestRoute } from './route.js';

export const userRoutes = ({ state, threads, membership }: Rest): RestRoute[] => [
  {
    method: 'GET',
    path: '/users/@me',
    auth: 'any',
    handle: ({ app, authorization }) => ({
      ...toUser(app ? userOf(state, app.botId) : granted(state, authorization, 'identify').user),
      verified: true,
      mfa_enabled: true,
      email: null,
      flags: 0,
    }),
  },
  { method: 'GET', path: '/users/:userId', handle: (call) => toUser(userOf(state, param(call, 'userId'))) },
  {
    method: 'GET',
    path: '/users/@me/guilds',
    query: { before: 'snowflake', after: 'snowflake', limit: [1, 200], with_counts: 'boolean' },
    handle({ app, query }) {
      const { before, after, limit = '200' } = query;
      const joined = guildsOfMember(state, app.botId)
        .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
        .filter(({ id }) => after === undefined || BigInt(id) > BigInt(after))
        .sort(byAge);
      const page = before === undefined ? joined.slice(0, Number(limit)) : joined.slice(-Number(limit));
      return page.map((guild) => ({
        id: guild.id,
        name: guild.name,
        icon: null,
        banner: null,
        owner: false,
        permissions: permissionsInGuild(guild, app.botId).toString(),
        features: [],
      }));
    },
  },
  {
    method: 'DELETE',
    path: '/users/@me/guilds/:guildId',
    handle(call) {
      membership.leave(guildOf(state, call), call.app.botId);
    },
  },
  {
    method: 'POST',
    path: '/users/@me/channels',
    body: CreatePrivateChannelRequestSchema,
    handle({ app, body }) {
      const recipientId = isJsonBody(body) ? body.recipient_id : undefined;
      if (!isSnowflake(recipientId)) {
        const faults = createFaults();
        faults.add(['recipient_id'], 'BASE_TYPE_REQUIRED', 'This field is required');
        faults.enforce();
      }
      const user = state.users.get(recipientId as string);
      if (!user) throw new Refusal('invalidRecipients');
      if (user.bot) throw new Refusal('closedDms');
      return toChannel(state, threads.dm(app.botId, user.id), app.botId);
    },
  },
];
