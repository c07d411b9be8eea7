import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon, type IconName } from '../icons.js';
import { formatStamp, formatTime } from '../markdown/time.js';

/** A system message of Discord: a thread was started, a message was pinned. */
export function SystemLine({ message }: { message: SeenMessage }) {
  const { openChannel, showMember } = useActing();
  const { thread, author, content, kind } = message;
  const icon: IconName = kind === 'thread-created' ? 'thread' : /pinned/.test(content) ? 'pin' : 'people';
  return (
    <>
      <span class="gutter system-icon">
        <Icon name={icon} size={18} />
      </span>
      <div class="body system">
        <p>
          <button
            type="button"
            class="author"
            onClick={({ currentTarget }) => showMember(author.id, currentTarget)}
          >
            {author.name}
          </button>{' '}
          {thread ? (
            <>
              started a thread:{' '}
              <button type="button" class="link" onClick={() => openChannel(thread.id)}>
                {thread.name}
              </button>
            </>
          ) : (
            content
          )}{' '}
          <time title={formatTime(message.created_at, 'F')}>
            {formatStamp(message.created_at, Date.now())}
          </time>
        </p>
      </div>
    </>
  );
}
