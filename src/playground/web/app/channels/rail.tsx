import { useActing } from '../acting.js';
import { NewsMark } from './list.js';
import type { UnreadChannels } from './unread.js';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .slice(0, 3);

/** The member's servers; hidden when there is only one in the world. */
export function ServerRail({ unread }: { unread: UnreadChannels }) {
  const { t, world, memberId, allChannels, openServer } = useActing();
  const servers = world.guilds.filter(({ members }) => members.some(({ id }) => id === memberId));
  if (world.guilds.length < 2) return null;
  const newsIn = (serverId: string): { mentions: number } | undefined => {
    const news = allChannels
      .filter(({ guild_id }) => guild_id === serverId)
      .flatMap(({ id }) => unread.get(id) ?? []);
    return news.length === 0
      ? undefined
      : { mentions: news.reduce((sum, { mentions }) => sum + mentions, 0) };
  };
  return (
    <nav class="rail" aria-label={t('playground.chat.servers')}>
      {servers.map(({ id, name }) => {
        const news = newsIn(id);
        return (
          <button
            key={id}
            type="button"
            class={news ? 'server unread' : 'server'}
            title={name}
            aria-current={id === world.guild.id ? 'true' : undefined}
            onClick={() => openServer(id)}
          >
            <span aria-hidden="true">{initialsOf(name)}</span>
            <span class="sr-only">{name}</span>
            <NewsMark news={news} />
          </button>
        );
      })}
    </nav>
  );
}
