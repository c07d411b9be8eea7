import { useActing } from './acting.js';
import { ChannelMark } from './channels/list.js';
import { Icon } from './icons.js';

/** The side panel that is open. */
export type Drawer = 'channels' | 'wallet' | 'members' | null;

/** The bar above the chat: the channel name, and buttons for the side panels. */
export function Top(props: {
  drawer: Drawer;
  /** The wallet has a pending payment. */
  waiting: boolean;
  unread: boolean;
  onDrawer(drawer: Drawer): void;
}) {
  const { t, channel, channels, openChannel } = useActing();
  const { drawer, onDrawer } = props;
  const parent = channels.find(({ id }) => id === channel?.parent_id);
  const toggle = (which: 'members' | 'wallet') => onDrawer(drawer === which ? null : which);
  return (
    <header class="top">
      <button
        type="button"
        class="top-menu icon-button"
        aria-label={t('playground.chat.channels')}
        onClick={() => onDrawer('channels')}
      >
        <Icon name="menu" />
        {props.unread && <i class="dot" />}
      </button>
      {parent && (
        <button type="button" class="top-parent" onClick={() => openChannel(parent.id)}>
          <Icon name="hash" size={18} /> {parent.name} ›
        </button>
      )}
      {channel && <ChannelMark channel={channel} size={22} />}
      <h1>{channel?.name}</h1>
      {channel?.locked && <Icon name="lock" size={16} />}
      {channel?.topic && <p title={channel.topic}>{channel.topic}</p>}
      <span class="top-tools">
        <button
          type="button"
          class="icon-button"
          aria-label={t('playground.chat.members')}
          title={t('playground.chat.members')}
          aria-pressed={drawer === 'members'}
          onClick={() => toggle('members')}
        >
          <Icon name="people" />
        </button>
        <button
          type="button"
          class="icon-button top-wallet"
          aria-label={t('playground.panel.wallet')}
          title={t('playground.panel.wallet')}
          aria-pressed={drawer === 'wallet'}
          onClick={() => toggle('wallet')}
        >
          <Icon name="wallet" />
          {props.waiting && <i class="dot" />}
        </button>
      </span>
    </header>
  );
}
