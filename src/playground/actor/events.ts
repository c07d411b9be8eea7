import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Change, LocalDiscord, Person } from '../discord/types.js';
import { readAs } from './failure.js';
import { toWire } from './wire.js';

const query = z.object({ member: z.string().optional(), contents: z.literal('true').optional() });

/** Changes whose `memberId` is the only member who may see them; for others it is the acting member. */
const isPrivate = new Set<Change['type']>(['message', 'channel', 'modal', 'interaction']);

const concerns = (change: Change, memberId: string | undefined): boolean =>
  memberId === undefined ||
  !isPrivate.has(change.type) ||
  !('memberId' in change) ||
  change.memberId === undefined ||
  change.memberId === memberId;

/** The message or form of a change as the person sees it now; nothing when they don't see it. */
function contentOf(change: Change, person: Person): object {
  if (change.type === 'modal') return { modal: person.modals().find(({ id }) => id === change.modalId) };
  if (change.type !== 'message') return {};
  const sees = person.channels().some(({ id }) => id === change.channelId);
  return sees ? { message: person.see(change.channelId).find(({ id }) => id === change.messageId) } : {};
}

/**
 * `GET /actor/events?member=mia`: server-sent events with one JSON change each, without other members' private changes.
 * They tell the client which data to reload. With `contents=true`, a change also has the message or form as the member
 * sees it then, so that a client misses no version of it.
 */
export function mountEvents(app: FastifyInstance, discord: LocalDiscord): void {
  const closers = new Set<() => void>();
  app.get('/events', (request, reply) => {
    const { member, contents } = readAs(query, request.query);
    const person = member === undefined ? undefined : discord.as(member);
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    stream.write(': hello\n\n');
    const unsubscribe = discord.subscribe((change) => {
      if (!concerns(change, person?.member.id)) return;
      const shown = contents && person ? contentOf(change, person) : {};
      stream.write(`data: ${JSON.stringify(toWire({ ...change, ...shown }))}\n\n`);
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
