import { useState } from 'preact/hooks';
import type { SeenCommand, SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { Icon } from '../icons.js';
import { Markdown } from '../markdown/markdown.js';
import { formatStamp, formatTime } from '../markdown/time.js';
import { Attachments } from './attachment.js';
import { Components } from './component.js';
import { Embed } from './embed.js';

export function Message({ message, continued }: { message: SeenMessage; continued: boolean }) {
  const { memberId, dismissMessage } = useActing();
  const mentioned = message.mentions.some(({ kind, id }) => kind === 'member' && id === memberId);
  const look = [
    'message',
    continued && 'continued',
    message.ephemeral && 'ephemeral',
    mentioned && 'mentioned',
  ];
  return (
    <article class={look.filter(Boolean).join(' ')} data-message={message.id}>
      {message.reply_to && (
        <p class="above">
          <Icon name="reply" size={14} /> <b>{message.reply_to.author_name}</b>{' '}
          {message.reply_to.content || 'Press to see the message'}
        </p>
      )}
      {message.interaction?.kind === 'command' && (
        <p class="above">
          <b>{message.interaction.member_name}</b> used{' '}
          <span class="mention">/{message.interaction.command}</span>
        </p>
      )}
      <div class="gutter">
        {continued ? (
          <time>{formatTime(message.created_at, 't')}</time>
        ) : (
          <Avatar name={message.author.name} color={message.author.avatar_color} />
        )}
      </div>
      <div class="body">
        {!continued && <Author message={message} />}
        <Content message={message} />
        {message.thread && <ThreadCard thread={message.thread} />}
        {message.ephemeral && (
          <p class="only-you">
            <Icon name="eye" size={14} /> Only you can see this ·{' '}
            <button type="button" class="dismiss" onClick={() => dismissMessage(message.id)}>
              Dismiss
            </button>
          </p>
        )}
      </div>
      {!message.pending && <Actions message={message} />}
    </article>
  );
}

function Author({ message: { author, created_at } }: { message: SeenMessage }) {
  return (
    <header>
      <b style={author.role_color ? { color: author.role_color } : undefined}>{author.name}</b>
      {author.bot && <span class="app-tag">APP</span>}
      <time title={formatTime(created_at, 'F')}>{formatStamp(created_at, Date.now())}</time>
    </header>
  );
}

function Content({ message }: { message: SeenMessage }) {
  if (message.pending)
    return (
      <p class="thinking">
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {message.author.name} is thinking…
      </p>
    );
  return (
    <>
      {message.content && <Markdown text={message.content} />}
      {message.edited_at !== null && message.content && <span class="edited">(edited)</span>}
      <Attachments attachments={message.attachments} />
      {message.embeds.map((embed, index) => (
        <Embed key={index} embed={embed} />
      ))}
      <Components message={message} />
    </>
  );
}

function ThreadCard({ thread }: { thread: NonNullable<SeenMessage['thread']> }) {
  const { openChannel } = useActing();
  return (
    <button type="button" class="thread-card" onClick={() => openChannel(thread.id)}>
      <Icon name="thread" size={16} />
      <b>{thread.name}</b>
      <span>
        {thread.message_count} {thread.message_count === 1 ? 'message' : 'messages'} ›
      </span>
    </button>
  );
}

/** Reply, and what applications offer for a message. */
function Actions({ message }: { message: SeenMessage }) {
  const { person, channel, replyTo, draftCommand } = useActing();
  const [commands, setCommands] = useState<SeenCommand[] | null>(null);
  const openApps = async () => {
    if (commands) return setCommands(null);
    const all = await person.commands(channel?.id);
    setCommands(all.filter(({ kind }) => kind === 'message'));
  };
  return (
    <div class="actions">
      {!message.ephemeral && (
        <button type="button" title="Reply" aria-label="Reply" onClick={() => replyTo(message)}>
          <Icon name="reply" size={18} />
        </button>
      )}
      {!message.ephemeral && (
        <button
          type="button"
          title="Apps"
          aria-label="Apps"
          aria-expanded={commands !== null}
          onClick={openApps}
        >
          <Icon name="apps" size={18} />
        </button>
      )}
      {commands && (
        <ul class="menu">
          {commands.length === 0 && <li class="menu-empty">No app offers anything for a message here.</li>}
          {commands.map(({ id, name }) => (
            <li key={id}>
              <button type="button" onClick={() => draftCommand({ command: name, target: message.id })}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
