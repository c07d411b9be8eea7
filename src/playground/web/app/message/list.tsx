import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { Message } from './message.js';

const GROUP_MS = 7 * 60_000;

/** Whether a message goes under the author line of the one before it. */
export function continues(message: SeenMessage, before: SeenMessage | undefined): boolean {
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    before.ephemeral === message.ephemeral &&
    message.interaction === null &&
    message.reply_to === null &&
    message.created_at - before.created_at < GROUP_MS
  );
}

export function MessageList({ messages, typing }: { messages: SeenMessage[]; typing: string[] }) {
  const { channel } = useActing();
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  const newest = messages.at(-1);

  const toEnd = () => {
    if (list.current && atEnd.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useLayoutEffect(() => {
    atEnd.current = true;
    lastTop.current = 0;
  }, [channel?.id]);
  useLayoutEffect(toEnd, [messages, newest?.id]);

  useEffect(() => {
    const resized = new ResizeObserver(toEnd);
    resized.observe(list.current!);
    return () => resized.disconnect();
  }, []);

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < 80;
    // A picture that has just grown moves the end away without anybody scrolling up.
    atEnd.current = isNear || (atEnd.current && scrollTop >= lastTop.current);
    lastTop.current = scrollTop;
  };
  return (
    <div
      class="messages"
      ref={list}
      onScroll={onScroll}
      onLoadCapture={toEnd}
      role="log"
      aria-label="Messages"
    >
      <header class="beginning">
        <span class="beginning-icon">
          <Icon name={channel?.parent_id ? 'thread' : 'hash'} size={34} />
        </span>
        <h1>{channel?.parent_id ? channel.name : `Welcome to #${channel?.name}`}</h1>
        <p>{channel?.topic ?? 'This is the beginning of this conversation.'}</p>
        {channel?.name === 'welcome' && (
          <p>
            A Discord, a Solana network and a wallet, all on this machine: no account, no key, no real money.
            Follow the steps above, or type <kbd>/</kbd> to see every command.
          </p>
        )}
      </header>
      {messages.map((message, index) => (
        <Message key={message.id} message={message} continued={continues(message, messages[index - 1])} />
      ))}
      <p class="typing" aria-live="polite">
        {typing.length > 0 && `${typing.join(', ')} ${typing.length === 1 ? 'is' : 'are'} typing…`}
      </p>
    </div>
  );
}
