import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Audit } from '../domain/audit-log.js';
import { isGuildChannel } from '../domain/guild-channels.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { permissionsIn } from '../state/access.js';
import type { Channel, Overwrite } from '../state/model.js';
import { permissionBits } from '../validation/document.js';
import type { JsonBody } from '../validation/faults.js';
import { guildBehind, need, seenChannel } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Sets and deletes permission overwrites of a channel. */
export function overwriteRoutes({ state, threads }: Rest): RestRoute[] {
  const path = '/channels/:channelId/permissions/:overwriteId';
  const channelOf = (call: RestCall): Channel => {
    const channel = seenChannel(state, call.app.botId, param(call, 'channelId'));
    if (!isGuildChannel(channel)) throw new Refusal('wrongChannelType');
    need(state, channel, call.app.botId, Permission.ManageRoles);
    return channel;
  };
  const isRole = (call: RestCall): boolean =>
    guildBehind(state, call.params)?.roles.has(param(call, 'overwriteId')) === true;
  const noted = (call: RestCall, action: number) => () => ({
    action,
    targetId: param(call, 'channelId'),
    options: {
      id: param(call, 'overwriteId'),
      type: isRole(call) ? '0' : '1',
    },
  });
  return [
    {
      method: 'PUT',
      path,
      audit: (call) => noted(call, Audit.OverwriteCreate),
      body: z.object({
        id: z.nullish(SnowflakeTypeSchema),
        type: z.nullish(z.literal([0, 1])),
        allow: permissionBits,
        deny: permissionBits,
      }),
      handle(call) {
        const channel = channelOf(call);
        const overwrite = readOverwrite({ ...(call.body as JsonBody), id: param(call, 'overwriteId') });
        const touched = overwrite.allow | overwrite.deny;
        if (touched & ~permissionsIn(state, channel, call.app.botId)) throw new Refusal('missingPermissions');
        const others = channel.overwrites.filter(({ id }) => id !== overwrite.id);
        threads.change(channel, () => Object.assign(channel, { overwrites: [...others, overwrite] }));
      },
    },
    {
      method: 'DELETE',
      path,
      audit: (call) => noted(call, Audit.OverwriteDelete),
      handle(call) {
        const channel = channelOf(call);
        const others = channel.overwrites.filter(({ id }) => id !== param(call, 'overwriteId'));
        if (others.length === channel.overwrites.length) throw new Refusal('unknownOverwrite');
        threads.change(channel, () => Object.assign(channel, { overwrites: others }));
      },
    },
  ];
}

/** Builds an overwrite from a validated body. */
export function readOverwrite({ id, type, allow, deny }: JsonBody): Overwrite {
  return {
    id: String(id),
    type: type === 1 ? 1 : 0,
    allow: BigInt((allow ?? 0) as string | number),
    deny: BigInt((deny ?? 0) as string | number),
  };
}
