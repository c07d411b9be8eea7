import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Actor, SeenMessage, SeenWorld } from '../../actor/client.js';
import { ActingContext, type ActingState } from './acting.js';
import type { Address } from './address.js';
import { ChannelList } from './channels/list.js';
import { ServerRail } from './channels/rail.js';
import { useServer } from './channels/server.js';
import { type ReadMarks, useReadUntil, useUnread } from './channels/unread.js';
import { Composer } from './composer/composer.js';
import { useTexts } from './copy/copy.js';
import { problemOf } from './copy/said.js';
import type { CommandDraft } from './draft.js';
import { Guide } from './guide/guide.js';
import { guideProgress, steps } from './guide/steps.js';
import { useTold } from './guide/told.js';
import { channelOfStop, tour } from './guide/tour.js';
import { Icon } from './icons.js';
import { useLate } from './late.js';
import { useNotice } from './live.js';
import { MessageList } from './message/list.js';
import { useOverlay } from './open-overlay.js';
import { usePageLanguage, useSearchKey, useTitle } from './page-effects.js';
import { newestPayLink } from './panel/pay-link.js';
import { MemberSwitcher } from './people/switcher.js';
import { useReadings } from './readings.js';
import { type Drawer, Top } from './top.js';

const NOTICE_MS = 6_000;

type Props = {
  actor: Actor;
  first: SeenWorld;
  member: string;
  marks: ReadMarks;
  address: Address;
  /** Shows another place. */
  onAddress(to: Omit<Address, 'member'>): void;
  onMember(name: string): void;
  /** The stop of the tour; null when it is over. */
  step: number | null;
  onTour(step: number | null): void;
};

/** The whole view of one member. */
export function Workspace(props: Props) {
  const { actor, first, member, marks, address, onAddress, onMember, step, onTour } = props;
  const person = useMemo(() => actor.as(member), [actor, member]);
  const [target, setTarget] = useState<string | null>(null);
  const [drawer, setDrawer] = useState<Drawer>(null);
  const [resetting, setResetting] = useState(false);
  const [searching, setSearching] = useState(false);
  const [drafted, setDrafted] = useState<{ channelId: string; draft: CommandDraft } | null>(null);
  const [answering, setAnswering] = useState<SeenMessage | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const { notice, setNotice } = useNotice(NOTICE_MS);
  const [acts, setActs] = useState(0);
  const overlay = useOverlay();

  const channelId = address.channelId ?? undefined;
  const { serverId } = address;
  const now = useReadings({ actor, person, first, serverId, channelId, acts });
  const { channels, channel, messages, wallet } = now;
  const server = useServer({ world: now.world, channels, channel, serverId });
  const { world } = server;
  const late = useLate(now.isShown);
  const me = world.people.find(({ username }) => username === member);
  const memberId = me?.id ?? '';
  const t = useTexts(me?.locale ?? 'en-US');
  usePageLanguage(me?.locale ?? 'en-US');
  const readUntil = useReadUntil(person, channel, marks);
  const unread = useUnread({ person, memberId, channels, openId: channel?.id ?? '', marks });
  const payLink = useMemo(() => newestPayLink(messages, memberId), [messages, memberId]);
  const told = useTold(person, memberId, channels, messages);
  const facts = useMemo(() => ({ memberId, told, channels, wallet }), [memberId, told, channels, wallet]);
  const progress = useMemo(() => guideProgress(facts), [facts]);

  const attempt = useCallback(
    async <T,>(what: Promise<T>): Promise<T | undefined> => {
      try {
        return await what;
      } catch (error) {
        setNotice(problemOf(t, error));
        return undefined;
      } finally {
        setActs((count) => count + 1);
      }
    },
    [t],
  );
  const show = (id: string, messageId: string | null, inServer: string | null) => {
    setDrawer(null);
    if (messageId === address.messageId) setTarget(messageId);
    onAddress({ serverId: inServer, channelId: id, messageId });
  };
  const openChannel = (id: string, messageId?: string) => {
    const known = channels.find((each) => each.id === id);
    show(id, messageId ?? null, known ? known.guild_id : world.guild.id);
  };
  const setDraft = (draft: CommandDraft | null, at = channel?.id) =>
    setDrafted(draft && at ? { channelId: at, draft } : null);
  useEffect(() => setTarget(address.messageId), [address.messageId, address.channelId]);
  const acting: ActingState = {
    t,
    connected: now.connected,
    actor,
    world,
    person,
    memberId,
    wallet,
    progress,
    channels: server.here,
    allChannels: channels,
    channel,
    commands: now.commands,
    openChannel,
    openServer(id) {
      // On a phone the list of channels stays open.
      const there = server.channelToOpen(id);
      if (there) onAddress({ serverId: id, channelId: there, messageId: null });
    },
    async openDm(userId) {
      const user = world.guild.members.find(({ id }) => id === userId);
      const opened = user && (await attempt(person.opensDm(user.username)));
      if (!opened) return;
      now.refresh();
      show(opened, null, null);
    },
    draftCommand: (draft) => setDraft(draft),
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
    if (step) setDraft(step.draft, place?.id);
  };
  const editLast = () => {
    const last = messages.findLast(({ author, kind }) => author.id === memberId && kind !== 'system');
    if (last) setEditing(last.id);
  };
  useEffect(() => {
    const stop = step === null ? undefined : tour[step];
    const at = stop && channelOfStop(stop, first);
    if (at && stop.command && stop.member === member) setDraft({ command: stop.command }, at);
  }, [step]);
  useTitle(channel, world);
  useSearchKey(setSearching);
  const hasWaiting = Boolean(payLink) || (wallet?.pending.length ?? 0) > 0;
  const composer = {
    commands: now.commands,
    draft: drafted?.channelId === channel?.id ? (drafted?.draft ?? null) : null,
    onDraft: (draft: CommandDraft | null) => setDraft(draft),
    answering: answering?.channel_id === channel?.id ? answering : null,
    onEditLast: editLast,
  };
  const panel = { look: wallet, payLink, chain: now.chain, problems: now.problems };
  const close = () => setDrawer(null);
  return (
    <ActingContext.Provider value={acting}>
      <div class="page" data-drawer={drawer ?? undefined}>
        <div class="side">
          <ServerRail unread={unread} />
          <nav class="sidebar" aria-label={t('playground.chat.channels')}>
            <ChannelList unread={unread} onSearch={() => setSearching(true)} />
            <MemberSwitcher onMember={onMember} onTour={() => onTour(0)} onReset={() => setResetting(true)} />
          </nav>
        </div>
        <main>
          <Top drawer={drawer} onDrawer={setDrawer} waiting={hasWaiting} unread={unread.size > 0} />
          <Guide facts={facts} onStep={onStep} />
          {late && step !== null && <late.TourCard step={step} onStep={onTour} />}
          {!now.connected && (
            <p class="offline" role="status">
              {t('playground.connection.lost')}
            </p>
          )}
          <MessageList
            messages={messages}
            typing={now.typing}
            readUntil={readUntil}
            target={target}
            onTargetSeen={() => setTarget(null)}
            onOlder={now.older}
          />
          {notice && (
            <p class="notice" role="alert">
              <span>{notice}</span>
              <button
                type="button"
                class="icon-button"
                aria-label={t('playground.close.button')}
                onClick={() => setNotice(null)}
              >
                <Icon name="close" size={16} />
              </button>
            </p>
          )}
          <Composer key={channel?.id} {...composer} late={late} />
        </main>
        <aside
          class="panel"
          aria-label={t(drawer === 'members' ? 'playground.chat.members' : 'playground.panel.label')}
        >
          {late &&
            (drawer === 'members' ? <late.MemberList /> : <late.SidePanel {...panel} onClose={close} />)}
        </aside>
        <button
          type="button"
          class="shade"
          aria-label={t('playground.close.button')}
          tabIndex={-1}
          onClick={close}
        />
        {late && (
          <>
            {now.modals.slice(-1).map((modal) => (
              <late.ModalDialog key={modal.id} modal={modal} />
            ))}
            {searching && <late.ChannelSwitcher unread={unread} onClose={() => setSearching(false)} />}
            {resetting && <late.ResetDialog onClose={() => setResetting(false)} />}
            <late.Overlay open={overlay.open} hide={overlay.hide} />
          </>
        )}
      </div>
    </ActingContext.Provider>
  );
}
