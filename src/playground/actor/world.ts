import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { BOT_PERMISSIONS, Permission } from '../discord/permission.js';
import type { LocalDiscord } from '../discord/types.js';
import { guildLocale } from './body.js';
import type { createOffers } from './extras.js';
import { readAs } from './failure.js';
import { botId, mountFaults } from './faults.js';
import { toWire } from './wire.js';

const newBot = z.strictObject({
  name: z.string().min(1).max(32),
  privileged_intents: z.boolean().optional(),
  /** Additional permissions of its role, by name: `ManageThreads`. */
  permissions: z.array(z.string()).default([]),
  /** The servers it joins, by name or id; default the first one. */
  servers: z.array(z.string()).min(1).optional(),
});
/** `bot`: name or id; default the first bot. */
const newSku = z.strictObject({ sku: z.string().regex(/^\d{1,20}$/), bot: z.string().min(1).optional() });

function withPermissions(names: readonly string[]): bigint {
  return names.reduce((bits, name) => {
    const bit = Permission[name as keyof typeof Permission];
    if (bit === undefined) throw new AppError('invalid_request', `Unknown permission "${name}".`);
    return bits | bit;
  }, BOT_PERMISSIONS);
}

/** Mounts the world: servers, people, bots and problems. */
export function mountWorld(
  app: FastifyInstance,
  discord: LocalDiscord,
  about: ReturnType<typeof createOffers>,
): void {
  app.get('/world', async () => {
    const guild = discord.guild();
    const people = discord.people.filter(({ bot }) => !bot);
    const bots = discord.bots().map(({ name, userId, applicationId }) => ({ name, userId, applicationId }));
    const { locales, clock } = discord;
    return toWire({
      guild,
      guilds: discord.guilds(),
      people,
      channels: guild.channels,
      bots,
      locales: [...locales],
      now: clock.now(),
      ...about,
    });
  });
  app.get('/problems', async () => ({ problems: toWire(discord.problems()) }));
  app.post('/bots', async ({ body }, reply) => {
    const { name, privileged_intents, permissions, servers } = readAs(newBot, body);
    const bot = discord.createBot({
      name,
      privilegedIntents: privileged_intents,
      permissions: withPermissions(permissions),
      ...(servers && { guilds: servers }),
    });
    return reply.code(201).send(toWire({ ...bot, api: discord.api, cdn: discord.cdn }));
  });
  app.post('/guild/locale', async ({ body }, reply) => {
    const { locale, server } = readAs(guildLocale, body);
    discord.useGuildLocale(locale, server);
    return reply.code(204).send();
  });
  app.post('/skus', async ({ body }, reply) => {
    const { sku, bot } = readAs(newSku, body);
    discord.sell(botId(discord, bot) ?? discord.bots()[0]?.userId ?? '', sku);
    return reply.code(204).send();
  });
  mountFaults(app, discord);
}
