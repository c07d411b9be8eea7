import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Change, LocalDiscord } from '../discord/types.js';
import { readAs } from './failure.js';
import { toWire } from './wire.js';

const query = z.object({ member: z.string().optional() });

/** Changes whose `memberId` is the only member who may see them; for others it is the acting member. */
const isPrivate = new Set<Change['type']>(['message', 'channel', 'modal', 'interaction']);

const concerns = (change: Change, memberId: string | undefined): boolean =>
  memberId === undefined ||
  !isPrivate.has(change.type) ||
  !('memberId' in change) ||
  change.memberId === undefined ||
  change.memberId === memberId;

/**
 * `GET /actor/events?member=mia`: server-sent events with one JSON change each, without other members' private changes.
 * They tell the client which data to reload and carry no content.
 */
export function mountEvents(app: FastifyInstance, discord: LocalDiscord): void {
  const closers = new Set<() => void>();
  app.get('/events', (request, reply) => {
    const { member } = readAs(query, request.query);
    const memberId = member && discord.as(member).member.id;
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    stream.write(': hello\n\n');
    const unsubscribe = discord.subscribe((change) => {
      if (concerns(change, memberId)) stream.write(`data: ${JSON.stringify(toWire(change))}\n\n`);
    });
    const close = () => {
      unsubscribe();
      closers.delete(close);
      stream.end();
    };
    closers.add(close);
    stream.once('close', close);
  });
  app.addHook('preClose', async () => {
    for (const close of [...closers]) close();
  });
}
