import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { ChannelMark } from './list.js';
import type { UnreadChannels } from './unread.js';

/** Ctrl+K: type part of a name, Enter opens the channel. Unread channels come first. */
export function ChannelSwitcher({ unread, onClose }: { unread: UnreadChannels; onClose(): void }) {
  const { t, world, allChannels: channels, openChannel, channel: open } = useActing();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const wanted = typed.toLowerCase().replace(/^[#@]/, '').trim();
  const rank = (id: string) => (unread.has(id) ? 0 : id === open?.id ? 2 : 1);
  const found = channels
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a.id) - rank(b.id))
    .slice(0, 12);
  const parentOf = (id: string | null) => channels.find((each) => each.id === id)?.name;
  const otherServerOf = (id: string | null) =>
    id === world.guild.id ? undefined : world.guilds.find((each) => each.id === id)?.name;
  const go = (id: string | undefined) => {
    onClose();
    if (id) openChannel(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? found.length - 1 : 0;
    if (step > 0 && found.length > 0) {
      event.preventDefault();
      setIndex((now) => (now + step) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[index]?.id);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="switcher"
      aria-label={t('playground.chat.find')}
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <input
        type="search"
        autofocus
        aria-label={t('playground.chat.where')}
        placeholder={t('playground.chat.where')}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul aria-label={t('playground.chat.found')}>
        {found.map((each, at) => (
          <li key={each.id}>
            <button type="button" aria-current={at === index} onClick={() => go(each.id)}>
              <ChannelMark channel={each} />
              <b>{each.name}</b>
              {each.parent_id && <small>#{parentOf(each.parent_id)}</small>}
              {otherServerOf(each.guild_id) && <small>{otherServerOf(each.guild_id)}</small>}
              {unread.has(each.id) && <i class="unread-dot" />}
            </button>
          </li>
        ))}
        {found.length === 0 && <li class="menu-empty">{t('playground.chat.none_found')}</li>}
      </ul>
    </dialog>
  );
}
