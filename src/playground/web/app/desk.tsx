import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Actor, SeenMessage, SeenWorld } from '../../actor/client.js';
import { type Acting, ActingContext } from './acting.js';
import { ChannelList } from './channels/list.js';
import { ChannelSwitcher } from './channels/switcher.js';
import { type ReadMarks, useUnread } from './channels/unread.js';
import { Composer } from './composer/composer.js';
import type { Draft } from './draft.js';
import { Modal } from './form/modal.js';
import { Guide } from './guide/guide.js';
import { steps } from './guide/steps.js';
import { useTold } from './guide/told.js';
import { Icon } from './icons.js';
import { useNotice } from './live.js';
import { MessageList } from './message/list.js';
import { Overlay, useOverlay } from './overlay.js';
import { Panel } from './panel/panel.js';
import { newestPayLink } from './panel/wallet.js';
import { Members } from './people/members.js';
import { MemberSwitcher } from './people/switcher.js';
import { useReadings } from './readings.js';
import { Top } from './top.js';

export type Drawer = 'channels' | 'wallet' | 'members' | null;
const NOTICE_MS = 6_000;

type Props = {
  actor: Actor;
  first: SeenWorld;
  member: string;
  marks: ReadMarks;
  onMember(name: string): void;
};

/** The whole view of one member. */
export function Desk({ actor, first, member, marks, onMember }: Props) {
  const person = useMemo(() => actor.as(member), [actor, member]);
  const [channelId, setChannelId] = useState<string>();
  const [target, setTarget] = useState<string | null>(null);
  const [drawer, setDrawer] = useState<Drawer>(null);
  const [searching, setSearching] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [answering, setAnswering] = useState<SeenMessage | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const { notice, setNotice } = useNotice(NOTICE_MS);
  const [acts, setActs] = useState(0);
  const overlay = useOverlay();
  const readUntil = useRef<string | null | undefined>(undefined);

  const now = useReadings({ actor, person, first, channelId, acts });
  const { world, channels, channel, messages, wallet } = now;
  const memberId = world.people.find(({ username }) => username === member)?.id ?? '';
  const unread = useUnread({ person, memberId, channels, openId: channel?.id ?? '', marks });
  const payLink = useMemo(() => newestPayLink(messages), [messages]);
  const told = useTold(person, memberId, channels, messages);
  const facts = useMemo(() => ({ memberId, told, channels, wallet }), [memberId, told, channels, wallet]);

  const attempt = useCallback(async <T,>(what: Promise<T>): Promise<T | undefined> => {
    try {
      return await what;
    } catch (error) {
      setNotice(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      setActs((count) => count + 1);
    }
  }, []);
  const openChannel = (id: string, messageId?: string) => {
    setTarget(messageId ?? null);
    setDrawer(null);
    if (id === channel?.id) return;
    readUntil.current = unread.has(id) ? (marks.get(`${member} ${id}`) ?? null) : undefined;
    setChannelId(id);
    setDraft(null);
    setAnswering(null);
    setEditing(null);
  };
  const acting: Acting = {
    actor,
    world,
    person,
    memberId,
    channels,
    channel,
    openChannel,
    async openDm(userId) {
      const user = world.guild.members.find(({ id }) => id === userId);
      const opened = user && (await attempt(person.opensDm(user.username)));
      if (!opened) return;
      now.refresh();
      openChannel(opened);
    },
    draftCommand: setDraft,
    replyTo: setAnswering,
    editing,
    edit: (message) => setEditing(message?.id ?? null),
    dismissMessage: now.dismiss,
    showMember: (id, anchor) => overlay.show({ kind: 'member', id, anchor }),
    showMemberMenu: (id, anchor) => overlay.show({ kind: 'member-menu', id, anchor }),
    showMessageMenu: (message, anchor) => overlay.show({ kind: 'message-menu', message, anchor }),
    attempt,
    say: setNotice,
    async scan(what) {
      if (await attempt(person.wallet.scans(what))) setDrawer('wallet');
    },
  };
  const onStep = (index: number) => {
    const step = steps[index];
    const place = channels.find(({ name, kind }) => kind === 'text' && name === step?.channel);
    if (place) openChannel(place.id);
    if (step) setDraft(step.draft);
  };
  const editLast = () => {
    const last = messages.findLast(({ author, kind }) => author.id === memberId && kind !== 'system');
    if (last) setEditing(last.id);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setSearching((open) => !open);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const hasWaiting = Boolean(payLink) || (wallet?.pending.length ?? 0) > 0;
  const composer = { commands: now.commands, draft, onDraft: setDraft, answering, onEditLast: editLast };
  const panel = { look: wallet, payLink, chain: now.chain, problems: now.problems };
  const close = () => setDrawer(null);
  return (
    <ActingContext.Provider value={acting}>
      <div class="page" data-drawer={drawer ?? undefined}>
        <nav class="sidebar" aria-label="Channels">
          <ChannelList unread={unread} onSearch={() => setSearching(true)} />
          <MemberSwitcher onMember={onMember} />
        </nav>
        <main>
          <Top drawer={drawer} onDrawer={setDrawer} waiting={hasWaiting} unread={unread.size > 0} />
          <Guide facts={facts} onStep={onStep} />
          {!now.connected && <p class="offline">Can't reach the playground. Is it still running?</p>}
          <MessageList
            messages={messages}
            typing={now.typing}
            readUntil={readUntil.current}
            target={target}
            onTargetSeen={() => setTarget(null)}
            onOlder={now.older}
          />
          {notice && (
            <p class="notice" role="alert">
              <span>{notice}</span>
              <button type="button" class="icon-button" aria-label="Close" onClick={() => setNotice(null)}>
                <Icon name="close" size={16} />
              </button>
            </p>
          )}
          <Composer key={channel?.id} {...composer} />
        </main>
        <aside class="panel" aria-label={drawer === 'members' ? 'Members' : 'Wallet and faults'}>
          {drawer === 'members' ? <Members /> : <Panel {...panel} onClose={close} />}
        </aside>
        <button type="button" class="shade" aria-label="Close" tabIndex={-1} onClick={close} />
        {now.modals.slice(-1).map((modal) => (
          <Modal key={modal.id} modal={modal} />
        ))}
        {searching && <ChannelSwitcher unread={unread} onClose={() => setSearching(false)} />}
        <Overlay open={overlay.open} hide={overlay.hide} />
      </div>
    </ActingContext.Provider>
  );
}
