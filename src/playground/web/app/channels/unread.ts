import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActorPerson, SeenChannel, SeenMessage } from '../../../actor/client.js';

/** The newest message each member has seen, by channel. */
export type ReadMarks = Map<string, string | null>;
/** Channels with new messages, and the number of mentions of the member. */
export type UnreadChannels = ReadonlyMap<string, { mentions: number }>;

const keyOf = (person: ActorPerson, channelId: string) => `${person.name} ${channelId}`;
export const isLater = (id: string, than: string | null): boolean =>
  than === null || BigInt(id) > BigInt(than);

export const mentions = (message: SeenMessage, memberId: string): boolean =>
  message.mentions.some(({ kind, id }) => kind === 'member' && id === memberId);

/**
 * The last message that was read before the channel was opened, if it has newer ones; the red line is below it. Must run
 * before `useUnread`, which marks the open channel as read.
 */
export function useReadUntil(
  person: ActorPerson,
  channel: SeenChannel | undefined,
  marks: ReadMarks,
): string | null | undefined {
  const opened = useRef<{ id: string; readUntil: string | null | undefined } | null>(null);
  if (channel && channel.id !== opened.current?.id) {
    const mark = marks.get(keyOf(person, channel.id));
    const { last_message_id: last } = channel;
    const hasNews = opened.current && mark !== undefined && last !== null && isLater(last, mark);
    opened.current = { id: channel.id, readUntil: hasNews ? mark : undefined };
  }
  return opened.current?.readUntil;
}

/** New messages since each channel was last open. Messages present at the first load count as read. */
export function useUnread(options: {
  person: ActorPerson;
  memberId: string;
  channels: readonly SeenChannel[];
  openId: string;
  marks: ReadMarks;
}): UnreadChannels {
  const { person, memberId, channels, openId, marks } = options;
  const isFirstLook = !channels.some(({ id }) => marks.has(keyOf(person, id)));
  for (const { id, kind, last_message_id } of channels) {
    const key = keyOf(person, id);
    if (id === openId || (isFirstLook && !marks.has(key))) marks.set(key, last_message_id);
    // A thread or conversation created later is unread from its first message.
    else if (!marks.has(key)) marks.set(key, kind === 'text' ? last_message_id : null);
  }
  const fresh = channels.filter(
    ({ id, last_message_id }) =>
      last_message_id !== null && isLater(last_message_id, marks.get(keyOf(person, id)) ?? null),
  );
  const [counted, setCounted] = useState<Record<string, number>>({});
  const state = fresh.map(({ id, last_message_id }) => `${id}:${last_message_id}`).join();
  useEffect(() => {
    let current = true;
    const countIn = async ({ id, kind }: SeenChannel) => {
      const mark = marks.get(keyOf(person, id)) ?? null;
      const later = (await person.messages(id)).filter(
        (m) => isLater(m.id, mark) && m.author.id !== memberId,
      );
      return [id, later.filter((m) => kind === 'dm' || mentions(m, memberId)).length] as const;
    };
    Promise.all(fresh.map(countIn)).then(
      (counts) => current && setCounted(Object.fromEntries(counts)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [state]);
  return new Map(fresh.map(({ id }) => [id, { mentions: counted[id] ?? 0 }]));
}
