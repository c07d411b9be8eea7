import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Audit } from '../domain/audit-log.js';
import { isGuildChannel } from '../domain/guild-channels.js';
import { toWebhook } from '../domain/webhooks.js';
import { Refusal } from '../failure.js';
import { has, Permission } from '../permission.js';
import { may, permissionsInGuild } from '../state/access.js';
import type { Channel, Webhook } from '../state/model.js';
import { channelsIn } from '../state/state.js';
import { createFaults } from '../validation/faults.js';
import { guildOf, need, seenChannel } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const name = z.string().check(z.minLength(1), z.maxLength(80));
const avatar = z.nullish(z.string());
const creation = z.object({ name, avatar });
const change = z.object({ name: z.optional(name), avatar, channel_id: z.nullish(SnowflakeTypeSchema) });
const ownChange = z.object({ name: z.optional(name), avatar });
type Change = { name?: string; channel_id?: string | null };

const FORBIDDEN = /clyde|discord/i;

function checkName(value: string | undefined): void {
  const faults = createFaults();
  const word = FORBIDDEN.exec(value ?? '')?.[0];
  if (word !== undefined) {
    faults.add(['name'], 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${word.toLowerCase()}"`);
  }
  faults.enforce();
}

/** Creates, lists, changes and deletes webhooks of channels. */
export function channelWebhookRoutes({ state, webhooks }: Rest): RestRoute[] {
  const channelOf = (call: RestCall, id = param(call, 'channelId')): Channel => {
    const channel = seenChannel(state, call.app.botId, id);
    if (!isGuildChannel(channel)) throw new Refusal('wrongChannelType');
    need(state, channel, call.app.botId, Permission.ManageWebhooks);
    return channel;
  };
  const managed = (call: RestCall): Webhook => {
    const webhook = webhooks.find(param(call, 'appId'));
    const channel = state.channels.get(webhook.channelId);
    if (!channel || !may(state, channel, call.app.botId, Permission.ManageWebhooks))
      throw new Refusal('missingPermissions');
    return webhook;
  };
  const shown = (call: RestCall) => (webhook: Webhook) =>
    toWebhook(state, webhook, webhook.applicationId === call.app?.id);
  const byToken = (call: RestCall): Webhook => webhooks.find(param(call, 'appId'), param(call, 'token'));
  return [
    {
      method: 'POST',
      path: '/channels/:channelId/webhooks',
      body: creation,
      audit: () => (result) => ({ action: Audit.WebhookCreate, targetId: (result as { id: string }).id }),
      handle(call) {
        const body = call.body as { name: string };
        checkName(body.name);
        return shown(call)(webhooks.create(channelOf(call), call.app, body.name));
      },
    },
    {
      method: 'GET',
      path: '/channels/:channelId/webhooks',
      handle: (call) => webhooks.in(channelOf(call).id).map(shown(call)),
    },
    {
      method: 'GET',
      path: '/guilds/:guildId/webhooks',
      handle(call) {
        const guild = guildOf(state, call);
        if (!has(permissionsInGuild(guild, call.app.botId), Permission.ManageWebhooks))
          throw new Refusal('missingPermissions');
        return channelsIn(state, guild).flatMap(({ id }) => webhooks.in(id).map(shown(call)));
      },
    },
    { method: 'GET', path: '/webhooks/:appId', handle: (call) => shown(call)(managed(call)) },
    {
      method: 'PATCH',
      path: '/webhooks/:appId',
      body: change,
      audit: (call) => () => ({ action: Audit.WebhookUpdate, targetId: param(call, 'appId') }),
      handle(call) {
        const webhook = managed(call);
        const { name: changed, channel_id } = call.body as Change;
        checkName(changed);
        const channelId = channel_id ? channelOf(call, String(channel_id)).id : undefined;
        webhooks.change(webhook, {
          ...(changed ? { name: changed } : {}),
          ...(channelId ? { channelId } : {}),
        });
        return shown(call)(webhook);
      },
    },
    {
      method: 'DELETE',
      path: '/webhooks/:appId',
      audit: (call) => () => ({ action: Audit.WebhookDelete, targetId: param(call, 'appId') }),
      handle: (call) => webhooks.remove(managed(call)),
    },
    {
      method: 'GET',
      path: '/webhooks/:appId/:token',
      auth: 'none',
      handle: (call) => withoutUser(toWebhook(state, byToken(call), true)),
    },
    {
      method: 'PATCH',
      path: '/webhooks/:appId/:token',
      auth: 'none',
      body: ownChange,
      handle(call) {
        const webhook = byToken(call);
        const { name: changed } = call.body as Change;
        checkName(changed);
        webhooks.change(webhook, changed ? { name: changed } : {});
        return withoutUser(toWebhook(state, webhook, true));
      },
    },
    {
      method: 'DELETE',
      path: '/webhooks/:appId/:token',
      auth: 'none',
      handle: (call) => webhooks.remove(byToken(call)),
    },
  ];
}

const withoutUser = ({ user: _user, ...webhook }: ReturnType<typeof toWebhook>) => webhook;
