import { useState } from 'preact/hooks';
import type { SeenChannel } from '../../actor/client.js';
import { useActing } from './acting.js';
import { Avatar } from './avatar.js';
import { Icon } from './icons.js';

/** Server name, channels with their threads, direct messages, and whom one acts as. */
export function Sidebar(props: { unread: ReadonlySet<string>; onMember(name: string): void }) {
  const { world, channels } = useActing();
  const rooms = channels.filter(({ kind }) => kind === 'text');
  const direct = channels.filter(({ kind }) => kind === 'dm');
  const threadsOf = (id: string) =>
    channels.filter(
      ({ kind, parent_id, archived }) => kind.endsWith('thread') && parent_id === id && !archived,
    );
  return (
    <nav class="sidebar" aria-label="Channels">
      <h2 class="guild">
        <img src="/icon.svg" alt="" width="28" height="28" />
        {world.guild.name}
      </h2>
      <div class="channels">
        <h3>Text channels</h3>
        {rooms.map((room) => (
          <div key={room.id}>
            <ChannelLink channel={room} unread={props.unread.has(room.id)} />
            {threadsOf(room.id).map((thread) => (
              <ChannelLink key={thread.id} channel={thread} unread={props.unread.has(thread.id)} />
            ))}
          </div>
        ))}
        {direct.length > 0 && <h3>Direct messages</h3>}
        {direct.map((each) => (
          <ChannelLink key={each.id} channel={each} unread={props.unread.has(each.id)} />
        ))}
      </div>
      <MemberSwitcher onMember={props.onMember} />
    </nav>
  );
}

function ChannelLink({ channel, unread }: { channel: SeenChannel; unread: boolean }) {
  const { channel: open, openChannel } = useActing();
  const isThread = channel.kind.endsWith('thread');
  return (
    <button
      type="button"
      class={['channel', isThread && 'thread', unread && 'unread'].filter(Boolean).join(' ')}
      aria-current={open?.id === channel.id ? 'page' : undefined}
      onClick={() => openChannel(channel.id)}
    >
      {channel.recipient ? (
        <Avatar name={channel.name} color={channel.recipient.avatar_color} size={24} />
      ) : (
        <Icon name={isThread ? 'thread' : 'hash'} size={isThread ? 16 : 20} />
      )}
      <span>{channel.name}</span>
    </button>
  );
}

const parts: Record<string, string> = {
  mia: 'member',
  max: 'moderator',
  olga: 'operator',
  sam: 'stranger, no wallet linked',
};

function MemberSwitcher({ onMember }: { onMember(name: string): void }) {
  const { world, memberId } = useActing();
  const [open, setOpen] = useState(false);
  const me = world.people.find(({ id }) => id === memberId);
  if (!me) return null;
  return (
    <div class="me">
      {open && (
        <ul class="me-menu" aria-label="Act as">
          <li class="me-hint">Act as somebody else</li>
          {world.people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                aria-pressed={person.id === memberId}
                onClick={() => {
                  setOpen(false);
                  onMember(person.username);
                }}
              >
                <Avatar name={person.display_name} color={person.avatar_color} size={30} />
                <span>
                  <b>{person.display_name}</b>
                  <small>{partOf(person)}</small>
                </span>
                {person.id === memberId && <Icon name="check" size={18} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="me-face" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Avatar name={me.display_name} color={me.avatar_color} size={34} />
        <span>
          <b>{me.display_name}</b>
          <small>{partOf(me)}</small>
        </span>
        <span class="me-switch">Switch</span>
      </button>
    </div>
  );
}

const partOf = (person: { username: string; roles: string[] }): string =>
  parts[person.username] ?? person.roles.join(', ').toLowerCase();
