import type { Behaviour } from '../behaviour.js';
import { at, many, refusalOf, refused } from '../seen.js';

const headerOf = (headers: Headers, name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
/** Enough to use up the five messages in five seconds that Discord allows a channel. */
const burst = 12;

export const limits: readonly Behaviour[] = [
  {
    id: 'limits.headers',
    says: 'every reply names its bucket, how much is left of it, and when it is full again',
    expected: { isBelow: true, isFuture: true, hasAfter: true, hasBucket: true },
    async observe(stage) {
      const { headers } = await stage.request('POST', stage.messages, { content: 'Counted' });
      return {
        isBelow: headerOf(headers, 'remaining') < headerOf(headers, 'limit'),
        isFuture: headerOf(headers, 'reset') > 1_600_000_000,
        hasAfter: headerOf(headers, 'reset-after') > 0,
        hasBucket: /^\w{8,}$/.test(headers.get('x-ratelimit-bucket') ?? ''),
      };
    },
  },
  {
    id: 'limits.refused',
    says: 'a request too many is refused with 429, its scope, and the seconds to wait',
    expected: {
      status: 429,
      message: 'You are being rate limited.',
      global: false,
      scope: 'user',
      hasWait: true,
      isWhole: true,
      remaining: 0,
    },
    async observe(stage) {
      const call = { method: 'POST', path: stage.messages, body: { content: 'Too many' } };
      const answers = await Promise.all(many(burst, () => stage.send(call)));
      const refusal = answers.find(({ status }) => status === 429);
      if (refusal === undefined) return null;
      const { status, headers, body } = refusal;
      return {
        status,
        message: at(body, 'message'),
        global: at(body, 'global'),
        scope: headers.get('x-ratelimit-scope'),
        hasWait: Number(at(body, 'retry_after')) > 0,
        isWhole: Number.isInteger(Number(headers.get('retry-after'))),
        remaining: headerOf(headers, 'remaining'),
      };
    },
  },
  {
    id: 'limits.interactions',
    says: 'the answer to an interaction that never was is refused as unknown',
    expected: refused(404, 10062),
    unspecified: ['status', 'code', 'faults'],
    observe: async (stage) =>
      refusalOf(await stage.request('POST', '/interactions/100000000000000001/none/callback', { type: 5 })),
  },
];
