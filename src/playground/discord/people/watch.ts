import type { EventHub } from '../hub.js';
import type { Clock, MessageView } from '../types.js';
import type { VisibleMessages } from './sight.js';

const TYPING_MS = 10_000;

/** Users typing in each channel, for ten seconds or until their message arrives. */
export type Typing = { in(channelId: string): string[] };

export function createTyping(
  hub: EventHub,
  clock: Clock,
  authorOf: (channelId: string, messageId: string) => string | undefined,
): Typing {
  const until = new Map<string, Map<string, number>>();
  hub.subscribe((change) => {
    if (change.type === 'typing') {
      const here = until.get(change.channelId) ?? new Map<string, number>();
      until.set(change.channelId, here.set(change.memberId, clock.now() + TYPING_MS));
    } else if (change.type === 'message' && change.action === 'created') {
      stop(change.channelId, authorOf(change.channelId, change.messageId) ?? '');
    } else if (change.type === 'channel' && change.action === 'deleted') until.delete(change.channelId);
  });
  const stop = (channelId: string, memberId: string): void => {
    const here = until.get(channelId);
    here?.delete(memberId);
    if (here?.size === 0) until.delete(channelId);
  };
  return {
    in(channelId) {
      for (const [memberId, end] of until.get(channelId) ?? [])
        if (end <= clock.now()) stop(channelId, memberId);
      return [...(until.get(channelId)?.keys() ?? [])];
    },
  };
}

/**
 * Resolves with the first result of `predicate` that is not undefined. Runs it again only after a change this person
 * can see.
 */
export function watch<T>(
  hub: EventHub,
  sight: VisibleMessages,
  predicate: (messages: MessageView[]) => T | undefined,
  options: { who: string; timeoutMs?: number },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const attempt = (): void => {
      try {
        const found = predicate(sight.look());
        if (found === undefined) return;
        stop();
        resolve(found);
      } catch (error) {
        stop();
        reject(error);
      }
    };
    const timeoutMs = options.timeoutMs ?? 10_000;
    const timer = setTimeout(() => {
      stop();
      reject(
        new Error(`${options.who} did not see it within ${timeoutMs} ms; seen: ${describe(sight.look())}`),
      );
    }, timeoutMs);
    const unsubscribe = hub.subscribe((change) => {
      if (sight.note(change)) attempt();
    });
    const stop = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    attempt();
  });
}

function describe(messages: MessageView[]): string {
  if (messages.length === 0) return 'nothing';
  return messages
    .slice(-8)
    .map((message) => {
      const marks = [message.ephemeral ? 'ephemeral' : '', message.pending ? 'thinking' : ''].filter(Boolean);
      const titles = message.embeds.map((embed) => embed.title ?? embed.description).filter(Boolean);
      const said = [message.content, ...titles, ...textsOf(message.components)].filter(Boolean).join(' | ');
      return `${message.author.name}${marks.length ? ` (${marks.join(', ')})` : ''}: ${said.slice(0, 160) || 'no text'}`;
    })
    .join('; ');
}

/** Every text and label in a component tree. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { content, label } = node as { content?: unknown; label?: unknown };
  const own = [content, label].filter((value): value is string => typeof value === 'string');
  return [...own, ...Object.values(node).flatMap(textsOf)];
}
