/** The longest step told: after a pause of the page everything goes on where it stood. */
const LONGEST_STEP_SECONDS = 0.1;

export type Loop = {
  /** Asks for one more turn. */
  wake(): void;
  stop(): void;
};

/**
 * Draws only while there is something to draw: a turn follows when the last one says so or somebody wakes it,
 * and none while `element` is out of sight or the page is hidden.
 */
export function createLoop(element: HTMLElement, turn: (seconds: number) => boolean): Loop {
  let [frame, last, inSight] = [0, 0, true];
  const run = (now: number) => {
    frame = 0;
    const seconds = Math.min(Math.max(now - last, 0) / 1000, LONGEST_STEP_SECONDS);
    last = now;
    if (turn(seconds)) wake();
  };
  const wake = () => {
    if (frame === 0 && inSight) frame = requestAnimationFrame(run);
  };
  const seen = new IntersectionObserver(([entry]) => {
    inSight = entry?.isIntersecting ?? true;
    wake();
  });
  seen.observe(element);
  return {
    wake,
    stop() {
      inSight = false;
      seen.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}
