import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../../src/base/errors.js';
import { createPoolFlow } from '../../../../src/bot/moderation/pool-flow.js';

const giver = { id: '1', name: 'mia' };
const place = { guildId: 's1', channelId: 'c1' } as never;

/** The flow over a service that answers every question about pools with this error. */
const flowRefused = (code: ErrorCode) =>
  createPoolFlow({
    sessions: { walletOf: async () => ({ address: 'a' }) as never, serviceOf: () => ({}) as never },
    ask: () => Promise.reject(new AppError(code)),
    audit: { begin: async () => undefined, end: async () => undefined } as never,
  });

describe('a gift to the pool of a server', () => {
  it('is not supported by a service without pools', async () => {
    await expect(flowRefused('not_found').check(giver, place, 5)).rejects.toMatchObject({
      reason: { key: 'pool.error.unsupported' },
    });
  });

  it('names the outage while the service is out of reach', async () => {
    await expect(flowRefused('provider_unreachable').check(giver, place, 5)).rejects.toMatchObject({
      code: 'provider_unreachable',
    });
  });

  it('leaves the settings without a figure while the service is out of reach', async () => {
    expect(await flowRefused('provider_unreachable').read('s1', '1')).toBeNull();
  });
});
