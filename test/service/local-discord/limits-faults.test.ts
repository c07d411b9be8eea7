import { describe, expect, it } from 'vitest';
import { createRestFaults } from '../../../src/playground/discord/faults/rest-faults.js';
import { inEnglish } from '../../../src/playground/discord/sayings.js';

describe('REST faults', () => {
  const post = { method: 'POST', path: '/channels/7/messages', botUserId: '1' };

  it('hit the requests they name, as often as configured, the oldest first', () => {
    const faults = createRestFaults();
    expect(faults.take(post)).toBeUndefined();
    faults.add({ kind: 'error', status: 503, method: 'POST', path: '/channels/*/messages', times: 2 });
    faults.add({ kind: 'slow', ms: 50 });
    expect(faults.active().map(inEnglish)).toEqual([
      'Requests POST /channels/*/messages: error 503, 2 more',
      'Requests *: slow by 50 ms, 1 more',
    ]);
    expect(faults.take(post)).toMatchObject({ kind: 'error' });
    expect(faults.take({ ...post, method: 'GET' })).toMatchObject({ kind: 'slow' });
    expect(faults.take({ ...post, path: '/channels/7/messages/8' })).toBeUndefined();
    expect(faults.take(post)).toMatchObject({ kind: 'error' });
    expect(faults.take(post)).toBeUndefined();
    expect(faults.active()).toEqual([]);
  });

  it('may last until they are cleared, and apply to one bot alone', () => {
    const faults = createRestFaults();
    const storm = { kind: 'rate-limit', scope: 'shared', retryAfterMs: 900 } as const;
    faults.add({ ...storm, times: Number.POSITIVE_INFINITY, botUserId: '1' });
    expect(faults.take({ ...post, botUserId: '2' })).toBeUndefined();
    for (let turn = 0; turn < 100; turn += 1) expect(faults.take(post)).toMatchObject(storm);
    expect(faults.active().map(inEnglish)).toEqual([
      'Requests * of 1: rate limit (shared) for 900 ms, all, until cleared',
    ]);
    faults.clear();
    expect(faults.take(post)).toBeUndefined();
  });
});
