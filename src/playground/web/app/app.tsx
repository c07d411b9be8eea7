import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Actor, SeenMessage, SeenWorld } from '../../actor/client.js';
import { type Acting, ActingContext, type Draft } from './acting.js';
import { Composer } from './composer/composer.js';
import { Guide, steps, stepsDone } from './guide.js';
import { Icon } from './icons.js';
import { useBeat, useChanges, useReading } from './live.js';
import { MessageList } from './message/list.js';
import { Modal } from './modal.js';
import { Chain } from './panel/chain.js';
import { Problems } from './panel/problems.js';
import { newestPayLink, Wallet } from './panel/wallet.js';
import { Sidebar } from './sidebar.js';

type Drawer = 'channels' | 'wallet' | null;
const WALLET_BEAT_MS = 2_500;
const NOTICE_MS = 6_000;
const none: never[] = [];

export function App({ actor, world }: { actor: Actor; world: SeenWorld }) {
  const [member, setMember] = useState(world.people[0]?.username ?? '');
  return <Desk key={member} actor={actor} world={world} member={member} onMember={setMember} />;
}

/** Everything one member has before them. */
function Desk(props: { actor: Actor; world: SeenWorld; member: string; onMember(name: string): void }) {
  const { actor, world, member, onMember } = props;
  const person = useMemo(() => actor.as(member), [actor, member]);
  const memberId = world.people.find(({ username }) => username === member)?.id ?? '';
  const { count, connected } = useChanges(member);
  const beat = useBeat(WALLET_BEAT_MS);
  const [channelId, setChannelId] = useState<string>();
  const [drawer, setDrawer] = useState<Drawer>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [answering, setAnswering] = useState<SeenMessage | null>(null);
  const { notice, setNotice } = useNotice();
  const [acts, setActs] = useState(0);

  const channels = useReading(member, () => person.channels(), [count]) ?? none;
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  const here = channel?.id ?? '';
  const seen = useReading(here, async () => (here ? person.look(here) : null), [count]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const messages = useMemo(
    () => (seen?.messages ?? none).filter(({ id }) => !dismissed.includes(id)),
    [seen, dismissed],
  );
  const commands = useReading(here, async () => (here ? person.commands(here) : none), [count]) ?? none;
  const modals = useReading(member, () => person.modals(), [count]) ?? none;
  const look = useReading(member, () => person.wallet.look(), [count, beat, acts]);
  const chain = useReading('chain', () => actor.chain.state(), [beat]);
  const problems = useReading('problems', () => actor.problems(), [count]) ?? none;
  const guide = useGuide(messages, memberId, () => allMessages(person, channels), channels.length > 0);
  const unread = useUnread(channels, here);
  const payLink = useMemo(() => newestPayLink(messages), [messages]);

  const attempt = useCallback(async <T,>(what: Promise<T>): Promise<T | undefined> => {
    try {
      return await what;
    } catch (error) {
      setNotice(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      setActs((now) => now + 1);
    }
  }, []);
  const openChannel = (id: string) => {
    setChannelId(id);
    setDraft(null);
    setAnswering(null);
    setDrawer(null);
  };
  const acting: Acting = {
    world,
    person,
    memberId,
    channels,
    channel,
    openChannel,
    draftCommand: setDraft,
    replyTo: setAnswering,
    dismissMessage: (id) => setDismissed((now) => [...now, id]),
    attempt,
    async scan(what) {
      const ask = await attempt(person.wallet.scans(what));
      if (ask) setDrawer('wallet');
    },
  };
  const onStep = (index: number) => {
    const step = steps[index]!;
    const target = channels.find(({ name }) => name === step.channel);
    if (target) openChannel(target.id);
    setDraft(step.draft);
  };
  return (
    <ActingContext.Provider value={acting}>
      <div class="page" data-drawer={drawer ?? undefined}>
        <Sidebar unread={unread} onMember={onMember} />
        <main>
          <header class="top">
            <button
              type="button"
              class="top-menu"
              aria-label="Channels"
              onClick={() => setDrawer('channels')}
            >
              <Icon name="menu" />
            </button>
            <Icon name={channel?.parent_id ? 'thread' : 'hash'} size={22} />
            <h1>{channel?.name}</h1>
            {channel?.topic && <p>{channel.topic}</p>}
            <button type="button" class="top-wallet" aria-label="Wallet" onClick={() => setDrawer('wallet')}>
              <Icon name="wallet" />
              {(payLink || (look?.pending.length ?? 0) > 0) && <i class="dot" />}
            </button>
          </header>
          {guide.shown && <Guide done={guide.done} messages={messages} onStep={onStep} onHide={guide.hide} />}
          {!connected && <p class="offline">The playground does not answer. Is it still running?</p>}
          <MessageList
            messages={messages}
            typing={(seen?.typing ?? none).map(({ display_name }) => display_name)}
          />
          {notice && (
            <p class="notice" role="alert">
              <Icon name="warning" size={18} /> {notice}
              <button type="button" aria-label="Close" onClick={() => setNotice(null)}>
                <Icon name="close" size={16} />
              </button>
            </p>
          )}
          <Composer commands={commands} draft={draft} onDraft={setDraft} answering={answering} />
        </main>
        <aside class="panel" aria-label="Wallet and chain">
          <button type="button" class="panel-close" aria-label="Close wallet" onClick={() => setDrawer(null)}>
            <Icon name="close" />
          </button>
          <Wallet look={look} payLink={payLink} />
          <Chain actor={actor} chain={chain} />
          <Problems problems={problems} />
        </aside>
        <button
          type="button"
          class="shade"
          aria-label="Close"
          tabIndex={-1}
          onClick={() => setDrawer(null)}
        />
        {modals.slice(-1).map((modal) => (
          <Modal key={modal.id} modal={modal} />
        ))}
      </div>
    </ActingContext.Provider>
  );
}

type Person = ReturnType<Actor['as']>;

const allMessages = async (person: Person, channels: readonly { id: string }[]): Promise<SeenMessage[]> =>
  (await Promise.all(channels.map(({ id }) => person.messages(id)))).flat();

/** The first steps: those done before are found once, everything after as it is seen. */
function useGuide(
  messages: readonly SeenMessage[],
  memberId: string,
  readAll: () => Promise<SeenMessage[]>,
  ready: boolean,
) {
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const [hidden, setHidden] = useState(false);
  const add = (found: readonly SeenMessage[]) => {
    const more = stepsDone(found, memberId);
    setDone((now) => (more.every((index) => now.has(index)) ? now : new Set([...now, ...more])));
  };
  useEffect(() => {
    if (ready) readAll().then(add, () => undefined);
  }, [ready]);
  useEffect(() => add(messages), [messages]);
  return { done, shown: !hidden, hide: () => setHidden(true) };
}

/** Channels with something newer than what was there when they were last open. */
function useUnread(channels: readonly { id: string; last_message_id: string | null }[], open: string) {
  const read = useRef(new Map<string, string | null>());
  for (const { id, last_message_id } of channels) {
    if (id === open || !read.current.has(id)) read.current.set(id, last_message_id);
  }
  return new Set(channels.flatMap((c) => (read.current.get(c.id) === c.last_message_id ? [] : [c.id])));
}

/** One sentence that goes away by itself. */
function useNotice() {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return { notice, setNotice };
}
