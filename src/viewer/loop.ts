/** Greatest time step, so that motion resumes where it paused when a hidden page becomes visible. */
const LONGEST_STEP_SECONDS = 0.1;

export type Loop = {
  /** Requests another frame. */
  wake(): void;
  stop(): void;
};

/**
 * Calls `turn` per animation frame with the seconds since the last one (0 after a pause), only when needed: after it
 * returned true or `wake` was called, and never while `element` is off screen or the page is hidden.
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
