/** The longest step told: after the page was hidden everything goes on where it stood. */
const LONGEST_STEP_SECONDS = 0.1;

export type Loop = {
  /** Asks for one more turn. */
  wake(): void;
  stop(): void;
};

/**
 * Draws in turns, each told the seconds since the one before (0 after a rest), and only while there is something
 * to draw: a turn follows when the last one says so or somebody wakes it, and none while `element` is out of
 * sight or the page is hidden.
 */
export function createLoop(element: HTMLElement, turn: (seconds: number) => boolean): Loop {
  let [frame, inSight] = [0, true];
  let last: number | null = null;
  const run = (now: number) => {
    frame = 0;
    const seconds = Math.min((now - (last ?? now)) / 1000, LONGEST_STEP_SECONDS);
    const goesOn = turn(seconds);
    last = goesOn ? now : null;
    if (goesOn) wake();
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
