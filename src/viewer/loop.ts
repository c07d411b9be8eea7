/** Greatest time step, so that motion resumes where it paused when a hidden page becomes visible. */
const LONGEST_STEP_SECONDS = 0.1;

export type FrameLoop = {
  /** Requests another frame. */
  requestFrame(): void;
  stop(): void;
};

/**
 * Calls `drawFrame` with the seconds since the last frame (0 after a pause) only when needed: after it returned true or
 * `requestFrame` was called, and never while `element` is off screen or the page is hidden.
 */
export function createLoop(element: HTMLElement, drawFrame: (seconds: number) => boolean): FrameLoop {
  let [frame, isVisible] = [0, true];
  let last: number | null = null;
  const run = (now: number) => {
    frame = 0;
    const seconds = Math.min((now - (last ?? now)) / 1000, LONGEST_STEP_SECONDS);
    const continues = drawFrame(seconds);
    last = continues ? now : null;
    if (continues) requestFrame();
  };
  const requestFrame = () => {
    if (frame === 0 && isVisible) frame = requestAnimationFrame(run);
  };
  const seen = new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting ?? true;
    requestFrame();
  });
  seen.observe(element);
  return {
    requestFrame,
    stop() {
      isVisible = false;
      seen.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}
