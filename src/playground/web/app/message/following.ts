import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const NEAR_PX = 80;

/**
 * Keeps a message list scrolled to its end while the reader is there, and in place while they read further up, even
 * when older messages are added above.
 */
export function useFollowing(
  list: RefObject<HTMLDivElement | null>,
  channelId: string | undefined,
  messages: readonly { id: string }[],
  /** The newest message is the reader's own, which scrolls to the end. */
  isOwn: boolean,
  onOlder: (() => void) | null,
) {
  const follows = useRef(true);
  const lastTop = useRef(0);
  const before = useRef({ first: '', newest: '', height: 0 });
  const [isAtEnd, setAtEnd] = useState(true);

  const keepEnd = () => {
    if (list.current && follows.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useLayoutEffect(() => {
    follows.current = true;
    lastTop.current = 0;
    before.current = { first: '', newest: '', height: 0 };
    setAtEnd(true);
  }, [channelId]);
  useLayoutEffect(() => {
    const element = list.current!;
    const newest = messages.at(-1)?.id ?? '';
    if (isOwn && newest !== before.current.newest) follows.current = true;
    const first = messages[0]?.id ?? '';
    const { first: wasFirst, height } = before.current;
    const grewAbove = wasFirst !== '' && first !== wasFirst && messages.some(({ id }) => id === wasFirst);
    if (grewAbove && !follows.current) element.scrollTop += element.scrollHeight - height;
    before.current = { first, newest, height: element.scrollHeight };
    keepEnd();
  }, [messages]);
  useEffect(() => {
    const resized = new ResizeObserver(keepEnd);
    resized.observe(list.current!);
    // The content can grow without a new message, when a file or picture has loaded.
    if (list.current?.firstElementChild) resized.observe(list.current.firstElementChild);
    return () => resized.disconnect();
  }, []);

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    // A picture that has just loaded moves the end although the reader did not scroll.
    follows.current = isNear || (follows.current && scrollTop >= lastTop.current);
    lastTop.current = scrollTop;
    setAtEnd(follows.current || scrollHeight - scrollTop - clientHeight < clientHeight);
    if (scrollTop < NEAR_PX && !follows.current) onOlder?.();
  };
  const toPresent = () => {
    follows.current = true;
    setAtEnd(true);
    keepEnd();
  };
  return { isAtEnd, onScroll, toPresent };
}
