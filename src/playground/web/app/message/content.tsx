import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { Markdown } from '../markdown/markdown.js';
import { formatTime } from '../markdown/time.js';
import { Attachments } from './attachment.js';
import { Components } from './component.js';
import { Dots } from './dots.js';
import { Embed } from './embed.js';
import { ReactionBar } from './reactions.js';

/** The content of a message. */
export function MessageContent({ message }: { message: SeenMessage }) {
  const { t } = useActing();
  if (message.pending) return <Thinking name={message.author.name} />;
  const edited = message.edited_at !== null && (
    <time class="edited" title={formatTime(message.edited_at, 'F')}>
      {t('playground.message.edited')}
    </time>
  );
  return (
    <>
      {message.content && <Markdown text={message.content} />}
      {message.content && edited}
      <Attachments attachments={message.attachments} />
      {message.embeds.map((embed, index) => (
        <Embed key={index} embed={embed} />
      ))}
      <Components message={message} />
      {message.components_v2 && edited}
      <ReactionBar message={message} />
      {message.thread && <ThreadCard thread={message.thread} />}
    </>
  );
}

function Thinking({ name }: { name: string }) {
  const { t } = useActing();
  return (
    <p class="thinking">
      <Dots />
      {t('playground.chat.thinking', { name })}
    </p>
  );
}

function ThreadCard({ thread }: { thread: NonNullable<SeenMessage['thread']> }) {
  const { t, openChannel } = useActing();
  const count = thread.message_count;
  return (
    <button type="button" class="thread-card" onClick={() => openChannel(thread.id)}>
      <Icon name={thread.locked ? 'lock' : 'thread'} size={18} />
      <b>{thread.name}</b>
      <span>{t('playground.message.thread.count', { count })} ›</span>
      {thread.archived && <small>{t('playground.message.thread.archived')}</small>}
    </button>
  );
}
