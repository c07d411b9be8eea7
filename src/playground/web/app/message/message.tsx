import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { mentions } from '../channels/unread.js';
import { Icon } from '../icons.js';
import { formatStamp, formatTime } from '../markdown/time.js';
import { useContextPress } from '../surface/press.js';
import { Above } from './above.js';
import { MessageContent } from './content.js';
import { EditMessage } from './edit.js';
import { SystemLine } from './system.js';

type Props = {
  message: SeenMessage;
  /** Grouped under the author line of the previous message. */
  continued: boolean;
  /** Highlighted after a jump to it. */
  marked: boolean;
};

export function MessageItem({ message, continued, marked }: Props) {
  const { t, memberId, dismissMessage, showMessageMenu, editing } = useActing();
  const isSystem = message.kind === 'thread-created' || message.kind === 'system';
  const look = [
    'message',
    continued && 'continued',
    message.ephemeral && 'ephemeral',
    mentions(message, memberId) && 'mentioned',
    marked && 'marked',
  ];
  const press = useContextPress((at) => !message.pending && showMessageMenu(message, at));
  return (
    <article class={look.filter(Boolean).join(' ')} data-message={message.id} {...press}>
      <Above message={message} />
      {isSystem ? (
        <SystemLine message={message} />
      ) : (
        <>
          <Gutter message={message} continued={continued} />
          <div class="body">
            {!continued && <Author message={message} />}
            {editing === message.id ? (
              <EditMessage message={message} />
            ) : (
              <MessageContent message={message} />
            )}
            {message.ephemeral && (
              <p class="only-you">
                <Icon name="eye" size={14} /> {t('playground.chat.only_you')} •{' '}
                <button type="button" class="dismiss" onClick={() => dismissMessage(message.id)}>
                  {t('playground.chat.dismiss')}
                </button>
              </p>
            )}
          </div>
        </>
      )}
      {!message.pending && editing !== message.id && <Actions message={message} />}
    </article>
  );
}

function Gutter({ message, continued }: { message: SeenMessage; continued: boolean }) {
  const { showMember } = useActing();
  if (continued)
    return (
      <div class="gutter">
        <time>{formatTime(message.created_at, 't')}</time>
      </div>
    );
  return (
    <button
      type="button"
      class="gutter"
      tabIndex={-1}
      aria-hidden="true"
      onClick={({ currentTarget }) => showMember(message.author.id, currentTarget)}
    >
      <Avatar name={message.author.name} color={message.author.avatar_color} />
    </button>
  );
}

function Author({ message: { author, created_at } }: { message: SeenMessage }) {
  const { showMember, showMemberMenu } = useActing();
  return (
    <header>
      <button
        type="button"
        class="author"
        style={author.role_color ? { '--role': author.role_color } : undefined}
        onClick={({ currentTarget }) => showMember(author.id, currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
          showMemberMenu(author.id, { x: event.clientX, y: event.clientY });
        }}
      >
        {author.name}
      </button>
      {author.bot && <span class="app-tag">APP</span>}
      <time dateTime={new Date(created_at).toISOString()} title={formatTime(created_at, 'F')}>
        {formatStamp(created_at, Date.now())}
      </time>
    </header>
  );
}

/** Actions on hover: reply, edit, and a menu with the rest. */
function Actions({ message }: { message: SeenMessage }) {
  const { t, channel, memberId, replyTo, edit, showMessageMenu } = useActing();
  const canReply = !message.ephemeral && channel?.can_send;
  return (
    <div class="actions">
      {canReply && (
        <button
          type="button"
          title={t('playground.message.reply')}
          aria-label={t('playground.message.reply')}
          onClick={() => replyTo(message)}
        >
          <Icon name="reply" size={18} />
        </button>
      )}
      {message.author.id === memberId && message.kind !== 'system' && (
        <button
          type="button"
          title={t('playground.message.edit.short')}
          aria-label={t('playground.message.edit.short')}
          onClick={() => edit(message)}
        >
          <Icon name="edit" size={18} />
        </button>
      )}
      <button
        type="button"
        title={t('playground.message.more')}
        aria-label={t('playground.message.more')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => showMessageMenu(message, currentTarget)}
      >
        <Icon name="more" size={18} />
      </button>
    </div>
  );
}
