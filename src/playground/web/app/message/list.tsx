import { Fragment } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { isLater } from '../channels/unread.js';
import type { Translate } from '../copy/texts.js';
import { Icon } from '../icons.js';
import { formatTime } from '../markdown/time.js';
import { Beginning } from './beginning.js';
import { Dots } from './dots.js';
import { useFollowing } from './following.js';
import { MessageItem } from './message.js';

const GROUP_MS = 7 * 60_000;
const MARKED_MS = 1_600;

/** Whether a message is grouped under the author line of the previous one. */
export function continues(message: SeenMessage, before: SeenMessage | undefined): boolean {
  const isTalk = (kind: SeenMessage['kind']) => kind !== 'system' && kind !== 'thread-created';
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    before.ephemeral === message.ephemeral &&
    isTalk(before.kind) &&
    isTalk(message.kind) &&
    message.interaction?.kind !== 'command' &&
    message.reply_to === null &&
    sameDay(message, before) &&
    message.created_at - before.created_at < GROUP_MS
  );
}

const sameDay = (a: SeenMessage, b: SeenMessage): boolean =>
  new Date(a.created_at).toDateString() === new Date(b.created_at).toDateString();

type Props = {
  messages: SeenMessage[];
  typing: string[];
  /** The last message read before the channel was opened; the red line is below it. */
  readUntil: string | null | undefined;
  /** A message to scroll to. */
  target: string | null;
  onTargetSeen(): void;
  /** Loads older messages; null when all are loaded. */
  onOlder: (() => void) | null;
};

export function MessageList(props: Props) {
  const { messages, typing, readUntil, target, onOlder } = props;
  const { t, channel, memberId } = useActing();
  const list = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1);
  const isOwn = newest?.author.id === memberId || newest?.interaction?.member_id === memberId;
  const { isAtEnd, onScroll, toPresent } = useFollowing(list, channel?.id, messages, isOwn, onOlder);
  const [marked, setMarked] = useState<string | null>(null);

  useLayoutEffect(() => {
    const element = target && list.current?.querySelector(`[data-message="${CSS.escape(target)}"]`);
    if (!element) return undefined;
    element.scrollIntoView({ block: 'center' });
    setMarked(target);
    props.onTargetSeen();
    const timer = setTimeout(() => setMarked(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [target, messages]);

  const firstNew =
    readUntil === undefined
      ? undefined
      : messages.find(({ id, author }) => isLater(id, readUntil) && author.id !== memberId)?.id;
  return (
    <div class="message-frame">
      <div
        class="messages"
        ref={list}
        onScroll={onScroll}
        role="log"
        aria-label={t('playground.message.list')}
      >
        <div>
          {onOlder ? <p class="older">{t('playground.message.older')}</p> : <Beginning />}
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const isNew = message.id === firstNew && index > 0;
            return (
              <Fragment key={message.id}>
                {before && !sameDay(message, before) && (
                  <p class="divider">
                    <span>{formatTime(message.created_at, 'D')}</span>
                  </p>
                )}
                {isNew && (
                  <p class="divider new">
                    <b>{t('playground.message.new')}</b>
                  </p>
                )}
                <MessageItem
                  message={message}
                  continued={!isNew && continues(message, before)}
                  marked={marked === message.id}
                />
              </Fragment>
            );
          })}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" class="present" onClick={toPresent}>
          {t('playground.message.viewing_older')} <b>{t('playground.message.present')}</b>{' '}
          <Icon name="down" size={16} />
        </button>
      )}
      <p class="typing" aria-live="polite">
        {typing.length > 0 && (
          <>
            <Dots /> {whoTypes(typing, t)}
          </>
        )}
      </p>
    </div>
  );
}

function whoTypes(names: readonly string[], t: Translate): string {
  if (names.length > 3) return t('playground.message.typing.many');
  return names.length > 1
    ? t('playground.message.typing.several', { names: names.join(', ') })
    : t('playground.message.typing.one', { name: names[0] ?? '' });
}
