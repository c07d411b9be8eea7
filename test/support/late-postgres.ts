import pg from 'pg';

/**
 * Delays each query and each answer of PostgreSQL by a random time, so that a test that assumes an order of events which
 * usually holds on a quick machine fails: `LATE_MS=30 npm run test:postgres`.
 */
const mostMs = Number(process.env.LATE_MS ?? 0);
const marker = Symbol.for('rigsmith.late');

type Method = (...given: unknown[]) => unknown;
/** Mostly short, sometimes as long as it may be. */
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() ** 3 * mostMs));

const prototype = pg.Client.prototype as unknown as Record<string | symbol, Method>;
// Files of one worker share the driver and load this file again.
if (mostMs > 0 && !prototype[marker]) {
  const original = prototype.query as Method;
  const last = new WeakMap<object, Promise<unknown>>();
  prototype[marker] = original;
  prototype.query = function (this: object, ...given) {
    if (typeof given.at(-1) === 'function') return original.apply(this, given);
    // In the order in which they were asked, as on any connection.
    const sent = (last.get(this) ?? Promise.resolve()).then(pause).then(() => {
      const answer = original.apply(this, given) as Promise<unknown>;
      answer.catch(() => undefined);
      return { answer };
    });
    last.set(this, sent);
    return sent.then(({ answer }) => answer).finally(pause);
  };
}
