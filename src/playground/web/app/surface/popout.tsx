import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Position of a popout: next to an element, or at the pointer. */
export type Anchor = Element | { x: number; y: number };

type Rect = { left: number; top: number; right: number; bottom: number; width: number };
const rectOf = (anchor: Anchor): Rect =>
  anchor instanceof Element
    ? anchor.getBoundingClientRect()
    : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y, width: 0 };

const GAP = 4;
const EDGE = 8;
const clamp = (value: number, most: number) => Math.max(EDGE, Math.min(value, most));

function place(popout: HTMLElement, anchor: Anchor, side: 'below' | 'right', matchWidth: boolean): void {
  const at = rectOf(anchor);
  if (matchWidth) popout.style.width = `${at.width}px`;
  const { offsetWidth: width, offsetHeight: height } = popout;
  const fitsBelow = at.bottom + GAP + height + EDGE <= innerHeight;
  const fitsRight = at.right + GAP + width + EDGE <= innerWidth;
  const beside = fitsRight ? at.right + GAP * 2 : at.left - width - GAP * 2;
  const below = fitsBelow ? at.bottom + GAP : at.top - height - GAP;
  const [left, top] = side === 'right' ? [beside, at.top] : [at.left, below];
  popout.style.left = `${clamp(left, innerWidth - width - EDGE)}px`;
  popout.style.top = `${clamp(top, innerHeight - height - EDGE)}px`;
}

/** A small panel above everything, including dialogs. Escape or a press outside closes it. */
export function Popout(props: {
  anchor: Anchor;
  side?: 'below' | 'right';
  matchWidth?: boolean;
  look: string;
  onClose(): void;
  children: ComponentChildren;
}) {
  const { anchor, side = 'below', matchWidth = false, onClose } = props;
  const popout = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = popout.current!;
    const before = document.activeElement;
    element.showPopover();
    place(element, anchor, side, matchWidth);
    const grown = new ResizeObserver(() => place(element, anchor, side, matchWidth));
    grown.observe(element);
    return () => {
      grown.disconnect();
      const lost = document.activeElement === document.body || element.contains(document.activeElement);
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [anchor]);
  useEffect(() => {
    let isClosing = false;
    const leave = () => {
      isClosing = true;
      close.current();
    };
    const onPointer = ({ target }: Event) => {
      const isInside = target instanceof Node && popout.current?.contains(target);
      const isAnchor = anchor instanceof Element && target instanceof Node && anchor.contains(target);
      if (!isInside && !isAnchor) leave();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isClosing) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    addEventListener('pointerdown', onPointer, true);
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('pointerdown', onPointer, true);
      removeEventListener('keydown', onKey, true);
    };
  }, [anchor]);
  return (
    <div ref={popout} class={`popout ${props.look}`} popover="manual">
      {props.children}
    </div>
  );
}
