import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ActorPerson, SeenMessage } from '../../../actor/client.js';
import { isTold } from './steps.js';

/** Messages of applications to this member: from each channel when it is first seen, and live from the open one. */
export function useTold(
  person: ActorPerson,
  memberId: string,
  channels: readonly { id: string }[],
  messages: readonly SeenMessage[],
): SeenMessage[] {
  const [all, setAll] = useState<ReadonlyMap<string, SeenMessage>>(new Map());
  const add = (found: readonly SeenMessage[]) => {
    const told = found.filter(isTold(memberId));
    if (told.length > 0) setAll((now) => new Map([...now, ...told.map((m) => [m.id, m] as const)]));
  };
  const places = channels.map(({ id }) => id).join();
  useEffect(() => {
    Promise.all(channels.map(({ id }) => person.messages(id))).then(
      (lists) => add(lists.flat()),
      () => undefined,
    );
  }, [places]);
  useEffect(() => add(messages), [messages]);
  return useMemo(() => [...all.values()].sort((a, b) => a.created_at - b.created_at), [all]);
}
