import { CreateGuildChannelRequestSchema } from 'discord-api-spec/zod';
import { Audit } from '../domain/audit-log.js';
import { createGuildChannels } from '../domain/guild-channels.js';
import { Refusal } from '../failure.js';
import { has, Permission } from '../permission.js';
import { permissionsInGuild } from '../state/access.js';
import type { JsonBody } from '../validation/faults.js';
import { toChannel } from '../wire/parts.js';
import { guildOf } from './guard.js';
import { readOverwrite } from './overwrites.js';
import type { Rest, RestRoute } from './route.js';

/** New text channels and forums. */
export function channelCreationRoutes(rest: Rest): RestRoute[] {
  const { state } = rest;
  const channels = createGuildChannels(rest);
  return [
    {
      method: 'POST',
      path: '/guilds/:guildId/channels',
      body: CreateGuildChannelRequestSchema,
      status: 201,
      audit: () => (result) => ({ action: Audit.ChannelCreate, targetId: (result as { id: string }).id }),
      handle(call) {
        const guild = guildOf(state, call);
        const own = permissionsInGuild(guild, call.app.botId);
        if (!has(own, Permission.ManageChannels)) throw new Refusal('missingPermissions');
        const body = call.body as JsonBody;
        const overwrites = ((body.permission_overwrites as JsonBody[] | null | undefined) ?? []).map(
          readOverwrite,
        );
        const touched = overwrites.reduce((bits, { allow, deny }) => bits | allow | deny, 0n);
        if (!has(own, touched)) throw new Refusal('missingPermissions');
        return toChannel(state, channels.create(guild, body, overwrites), call.app.botId);
      },
    },
  ];
}
