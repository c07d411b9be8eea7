import type { Clock } from '../../../base/clock.js';
import type { Endpoint, Shape } from './endpoint.js';
import type { ModelMessage } from './prompt.js';

/**
 * One whole reply without tools; empty where the server's filter withheld it.
 * @param most limit of tokens
 * @throws RefusalError, or the reason of the signal
 */
export async function askOnce(
  endpoint: Endpoint,
  compose: (shape: Shape) => ModelMessage[],
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<string> {
  const replying = endpoint.ask({ compose, tools: [], most, shape: endpoint.firstShape(), signal });
  for (;;) {
    const step = await replying.next();
    if (step.done) return step.value.finishReason === 'content_filter' ? '' : step.value.text;
  }
}

/** Ends what it runs after a time, or with the other signal. */
export async function inTime<T>(
  clock: Clock,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
  other?: AbortSignal,
): Promise<T> {
  const [late, done] = [new AbortController(), new AbortController()];
  void clock.sleep(ms, done.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    return await run(other ? AbortSignal.any([late.signal, other]) : late.signal);
  } finally {
    done.abort();
  }
}
