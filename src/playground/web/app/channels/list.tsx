import type { SeenChannel } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { Icon } from '../icons.js';
import type { UnreadChannels } from './unread.js';

const isThread = ({ kind }: SeenChannel) => kind === 'thread' || kind === 'private-thread';

/** Server name, channels with their threads, direct messages. */
export function ChannelList({ unread, onSearch }: { unread: UnreadChannels; onSearch(): void }) {
  const { t, world, channels, channel: open } = useActing();
  const rooms = channels.filter(({ kind }) => kind === 'text');
  const direct = channels.filter(({ kind }) => kind === 'dm');
  const threadsOf = (id: string) =>
    channels.filter(
      (each) => isThread(each) && each.parent_id === id && (!each.archived || each.id === open?.id),
    );
  return (
    <>
      <h2 class="guild">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{world.guild.name}</span>
        <button
          type="button"
          class="icon-button"
          aria-label={t('playground.chat.find')}
          title="Ctrl+K"
          onClick={onSearch}
        >
          <Icon name="search" size={18} />
        </button>
      </h2>
      <div class="channels">
        <h3>{t('playground.chat.text_channels')}</h3>
        {rooms.map((room) => (
          <div key={room.id} class="room">
            <ChannelLink channel={room} unread={unread} />
            <div class="threads">
              {threadsOf(room.id).map((thread) => (
                <ChannelLink key={thread.id} channel={thread} unread={unread} />
              ))}
            </div>
          </div>
        ))}
        {direct.length > 0 && <h3>{t('playground.chat.direct')}</h3>}
        {direct.map((each) => (
          <ChannelLink key={each.id} channel={each} unread={unread} />
        ))}
      </div>
    </>
  );
}

function ChannelLink({ channel, unread }: { channel: SeenChannel; unread: UnreadChannels }) {
  const { channel: open, openChannel } = useActing();
  const news = unread.get(channel.id);
  return (
    <button
      type="button"
      class={['channel', isThread(channel) && 'thread', news && 'unread'].filter(Boolean).join(' ')}
      aria-current={open?.id === channel.id ? 'page' : undefined}
      onClick={() => openChannel(channel.id)}
    >
      <ChannelMark channel={channel} />
      <span>{channel.name}</span>
      <NewsMark news={news} />
    </button>
  );
}

/** Tells that there is something new, and the number of mentions. */
export function NewsMark({ news }: { news: { mentions: number } | undefined }) {
  const { t } = useActing();
  return (
    <>
      {news && <span class="sr-only">, {t('playground.chat.unread')}</span>}
      {news && news.mentions > 0 && (
        <b class="badge">
          {news.mentions}
          <span class="sr-only"> {t('playground.chat.for_you')}</span>
        </b>
      )}
    </>
  );
}

export function ChannelMark({ channel, size = 20 }: { channel: SeenChannel; size?: number }) {
  if (channel.recipient)
    return <Avatar name={channel.name} color={channel.recipient.avatar_color} size={size + 4} />;
  if (isThread(channel))
    return <Icon name={channel.kind === 'private-thread' ? 'lock' : 'thread'} size={size - 4} />;
  return <Icon name="hash" size={size} />;
}
