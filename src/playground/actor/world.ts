import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import type { GatewayFaults, LocalDiscord } from '../discord/types.js';
import { readAs } from './failure.js';
import { toWire } from './wire.js';

const newBot = z.strictObject({
  name: z.string().min(1).max(32),
  privileged_intents: z.boolean().optional(),
});
const fault = z.strictObject({ bot: z.string().optional(), resumable: z.boolean().default(true) });

const faultsByName: Record<string, (faults: GatewayFaults, body: z.infer<typeof fault>) => void> = {
  drop_gateway: (faults, { bot }) => faults.dropGateway(bot),
  reconnect: (faults, { bot }) => faults.reconnect(bot),
  invalid_session: (faults, { bot, resumable }) => faults.invalidSession(resumable, bot),
};

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
  app.post<{ Params: { fault: string } }>('/discord/:fault', async ({ params, body }, reply) => {
    const cause = Object.hasOwn(faultsByName, params.fault) ? faultsByName[params.fault] : undefined;
    if (!cause)
      throw new AppError(
        'not_found',
        `There is no fault "${params.fault}". There are: ${Object.keys(faultsByName).join(', ')}.`,
      );
    cause(discord.faults, readAs(fault, body));
    return reply.code(204).send();
  });
}
