import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { fill } from '../copy/fill.js';
import { translated } from '../copy/said.js';
import { Icon, type IconName } from '../icons.js';
import { formatStamp, formatTime } from '../markdown/time.js';
import { MemberButton } from './member-button.js';

/** A system message of Discord: a thread was started, a message was pinned. */
export function SystemLine({ message }: { message: SeenMessage }) {
  const { t, openChannel } = useActing();
  const { thread, author, content, kind, notice } = message;
  const icon: IconName =
    kind === 'thread-created' ? 'thread' : notice?.code === 'notice_pinned' ? 'pin' : 'people';
  const name = <MemberButton key="name" id={author.id} name={author.name} look="author" />;
  const sentence = notice && translated(t, { ...notice, values: { ...notice.values, name: '{name}' } });
  return (
    <>
      <span class="gutter system-icon">
        <Icon name={icon} size={18} />
      </span>
      <div class="body system">
        <p>
          {thread
            ? fill(t('playground.message.thread.started', { name: '{name}', thread: '{thread}' }), {
                name,
                thread: (
                  <button key="thread" type="button" class="link" onClick={() => openChannel(thread.id)}>
                    {thread.name}
                  </button>
                ),
              })
            : sentence === null
              ? [name, ' ', content]
              : fill(sentence, { name })}{' '}
          <time title={formatTime(message.created_at, 'F')}>
            {formatStamp(message.created_at, Date.now())}
          </time>
        </p>
      </div>
    </>
  );
}
