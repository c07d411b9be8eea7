/** Each request may itself take 15 s, and all visitors of a page share its rate limit. */
const pauseMs = 3_000;
const longestMs = 10 * 60_000;

type Timing = { now(): number; sleep(ms: number): Promise<void> };

const browserTiming: Timing = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Repeats a request while its reply is 202, for ten minutes.
 * @returns the last reply
 */
export async function untilReady(
  ask: () => Promise<Response>,
  { now, sleep }: Timing = browserTiming,
): Promise<Response> {
  const latest = now() + longestMs;
  for (;;) {
    const response = await ask();
    if (response.status !== 202 || now() >= latest) return response;
    await sleep(pauseMs);
  }
}
