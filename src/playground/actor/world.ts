import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { LocalDiscord } from '../discord/types.js';
import { readAs } from './failure.js';
import { mountFaults } from './faults.js';
import { toWire } from './wire.js';

const newBot = z.strictObject({
  name: z.string().min(1).max(32),
  privileged_intents: z.boolean().optional(),
});
/** What there is: guild, people, bots, what bots did wrong, and faults on request. */
export function mountWorld(app: FastifyInstance, discord: LocalDiscord): void {
  app.get('/world', async () => {
    const guild = discord.guild();
    const people = discord.people.filter(({ bot }) => !bot);
    const bots = discord.bots().map(({ name, userId, applicationId }) => ({ name, userId, applicationId }));
    return toWire({ guild, people, channels: guild.channels, bots, now: discord.clock.now() });
  });
  app.get('/problems', async () => ({ problems: toWire(discord.problems()) }));
  app.post('/bots', async ({ body }, reply) => {
    const { name, privileged_intents } = readAs(newBot, body);
    const bot = discord.createBot({ name, privilegedIntents: privileged_intents });
    return reply.code(201).send(toWire({ ...bot, api: discord.api, cdn: discord.cdn }));
  });
  mountFaults(app, discord);
}
