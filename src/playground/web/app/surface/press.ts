import { useRef } from 'preact/hooks';

const LONG_MS = 480;
const SLIP_PX = 10;

/**
 * Opens a context menu by right-click or long touch. The tap that ends a long touch does not trigger a press. Links
 * and inputs keep the browser's own menu.
 */
export function useContextPress(open: (at: { x: number; y: number }) => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const wasLong = useRef(false);
  const end = () => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  };
  return {
    onContextMenu(event: MouseEvent) {
      if (event.target instanceof Element && event.target.closest('a, input, textarea')) return;
      event.preventDefault();
      end();
      if (!wasLong.current) open({ x: event.clientX, y: event.clientY });
    },
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      wasLong.current = false;
      if (pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        open({ x, y });
      }, LONG_MS);
      press.current = { x, y, timer };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > SLIP_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
