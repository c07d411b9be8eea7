import { useMemo, useState } from 'preact/hooks';
import type { Actor, ActorPerson, SeenWorld } from '../../actor/client.js';
import { useBeat, useChanges, useReading } from './live.js';

const WALLET_BEAT_MS = 2_500;
const PAGE = 100;
const MOST = 1_000;
const none: never[] = [];

/** All playground data for one member, kept up to date. */
export function useReadings(options: {
  actor: Actor;
  person: ActorPerson;
  first: SeenWorld;
  serverId: string | null;
  channelId: string | undefined;
  /** Increases with every action of the person. */
  acts: number;
}) {
  const { actor, person, first, serverId, channelId, acts } = options;
  const member = person.name;
  const { counts, connected, refresh } = useChanges(member);
  const beat = useBeat(WALLET_BEAT_MS);
  const [dismissed, setDismissed] = useState<readonly string[]>(none);
  const [limits, setLimits] = useState<Record<string, number>>({});
  const [isTyping, setTyping] = useState(false);

  // `first` is as new as the first reading would be.
  const readWorld = async () => (counts.world === 0 ? first : actor.world());
  const world = useReading('world', readWorld, [counts.world]) ?? first;
  const channels = useReading(member, () => person.channels(), [counts.channels]) ?? none;
  const channel =
    channels.find(({ id }) => id === channelId) ??
    channels.find(({ guild_id }) => guild_id === serverId && serverId !== null) ??
    channels[0];
  // Before the channels are known, the messages of the likely one are loaded at the same time.
  const here = channel?.id ?? channelId ?? first.channels[0]?.id ?? '';
  const limit = limits[here] ?? PAGE;
  const lookHere = async () => (here ? person.look(here, limit) : null);
  const seen = useReading(here, lookHere, [counts.messages, limit, isTyping ? beat : 0]);
  const typing = seen?.typing ?? none;
  // Discord sends no event when typing ends, so the page polls while someone is typing.
  if (isTyping !== typing.length > 0) setTyping(typing.length > 0);
  const messages = useMemo(
    () => (seen?.messages ?? none).filter(({ id }) => !dismissed.includes(id)),
    [seen, dismissed],
  );
  const mayHaveOlder = (seen?.messages.length ?? 0) >= limit && limit < MOST;
  const commandsHere = async () => (here ? person.commands(here) : none);
  return {
    world,
    channels,
    channel,
    messages,
    typing: typing.map(({ display_name }) => display_name),
    commands: useReading(here, commandsHere, [counts.commands]) ?? none,
    modals: useReading(member, () => person.modals(), [counts.modals]) ?? none,
    wallet: useReading(member, () => person.wallet.look(), [counts.messages, beat, acts]),
    chain: useReading('chain', () => actor.chain.state(), [beat, acts]),
    problems: useReading('problems', () => actor.problems(), [counts.problems]) ?? none,
    connected,
    /** Whether the messages of a channel have been loaded once. */
    isShown: useHasBeen(seen !== null),
    refresh,
    dismiss: (id: string) => setDismissed((now) => [...now, id]),
    older: mayHaveOlder ? () => setLimits((now) => ({ ...now, [here]: limit + PAGE })) : null,
  };
}

/** Whether the value has been true since the start. */
function useHasBeen(value: boolean): boolean {
  const [has, setHas] = useState(value);
  if (value && !has) setHas(true);
  return has || value;
}
