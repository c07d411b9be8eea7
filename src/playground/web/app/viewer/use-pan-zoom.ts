import { useRef, useState } from 'preact/hooks';
import { FITTED, heldInside, type Placement, type ScreenPoint, zoomAt } from './pan-zoom.js';

const CLICK_SCALE = 2.5;
const WHEEL_SPEED = 0.0022;
/** A pointer that moved less than this still counts as a click. */
const CLICK_PX = 5;

type Ref<T> = { current: T | null };

/** Zooms a picture in its frame by click, wheel and pinch, and pans it by dragging. */
export function usePanZoom(frame: Ref<HTMLElement>, image: Ref<HTMLImageElement>, enabled: boolean) {
  const [placement, setPlacement] = useState<Placement>(FITTED);
  const fingers = useRef(new Map<number, ScreenPoint>());
  const wayPx = useRef(0);

  const place = (change: (now: Placement) => Placement) => {
    if (!frame.current || !image.current || !enabled) return;
    const outer = { width: frame.current.clientWidth, height: frame.current.clientHeight };
    const inner = { width: image.current.offsetWidth, height: image.current.offsetHeight };
    setPlacement((now) => heldInside(change(now), inner, outer));
  };
  const fromMiddle = ({ clientX, clientY }: MouseEvent): ScreenPoint => {
    const box = frame.current!.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const move = {
    by: (dx: number, dy: number) => place((now) => ({ ...now, x: now.x + dx, y: now.y + dy })),
    zoom: (factor: number, at: ScreenPoint = { x: 0, y: 0 }) => place((now) => zoomAt(now, factor, at)),
    fit: () => setPlacement(FITTED),
  };
  const hands = {
    onPointerDown(event: PointerEvent) {
      if (fingers.current.size === 0) wayPx.current = 0;
      fingers.current.set(event.pointerId, fromMiddle(event));
      frame.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const at = fromMiddle(event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, at);
      wayPx.current += Math.hypot(at.x - before.x, at.y - before.y);
      if (!other) return move.by(at.x - before.x, at.y - before.y);
      const spread = Math.hypot(at.x - other.x, at.y - other.y);
      const spreadBefore = Math.hypot(before.x - other.x, before.y - other.y);
      move.zoom(spread / Math.max(spreadBefore, 1), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    },
    onPointerUp: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
    onPointerCancel: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
    onWheel(event: WheelEvent) {
      event.preventDefault();
      move.zoom(Math.exp(-event.deltaY * WHEEL_SPEED), fromMiddle(event));
    },
    onClick(event: MouseEvent) {
      if (wayPx.current > CLICK_PX && event.detail > 0) return;
      if (placement.scale > 1) move.fit();
      else move.zoom(CLICK_SCALE, event.detail > 0 ? fromMiddle(event) : undefined);
    },
  };
  return { placement, move, hands };
}
