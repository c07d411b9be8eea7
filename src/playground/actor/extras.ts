import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import type { LocalDiscord } from '../discord/types.js';
import { readAs } from './failure.js';

/** Actions that the starting program provides for the page; the page hides those that are missing. */
export type MessageExtras = {
  /** Makes a character for a person, after linking their wallet if `link`. Rejects with a sentence. */
  firstCharacter?(person: string, wanted: { link: boolean; prompt: string; channel: string }): Promise<void>;
  /** Deletes all data and starts everything again. */
  reset?(): void;
};

const firstCharacter = z.strictObject({
  link: z.boolean(),
  prompt: z.string().min(1).max(1_000),
  channel: z.string().min(1),
});
type Named = { Params: { name: string } };

/** For `GET /actor/world`. */
export const createOffers = ({ firstCharacter, reset }: MessageExtras) => ({
  instance: randomUUID(),
  offers: { firstCharacter: firstCharacter !== undefined, reset: reset !== undefined },
});

export function mountExtras(app: FastifyInstance, discord: LocalDiscord, extras: MessageExtras): void {
  app.post<Named>('/people/:name/first-character', async ({ params, body }, reply) => {
    const { username } = discord.as(params.name).member;
    const wanted = readAs(firstCharacter, body);
    if (!extras.firstCharacter)
      throw new AppError(
        'invalid_request',
        'This playground runs without Rigsmith, so it makes no characters.',
      );
    await extras.firstCharacter(username, wanted);
    return reply.code(204).send();
  });
  app.post('/reset', async (_request, reply) => {
    const { reset } = extras;
    if (!reset)
      throw new AppError('invalid_request', 'Only a playground started with npm start can be reset here.');
    reply.raw.once('finish', reset);
    return reply.code(202).send({});
  });
}
