import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { createPayers } from '../../../../src/bot/purchase/payers.js';
import type { Sessions } from '../../../../src/bot/session/flow.js';
import type { LinkedWallet } from '../../../../src/bot/session/store.js';

const wallet = (address: string, ended: LinkedWallet['ended'] = null): LinkedWallet => ({
  address,
  userId: `usr_${address}`,
  label: null,
  isPrimary: address === 'first',
  linkedAt: 1,
  ended,
});

/** Sessions of one member at a service with scripted replies; records the requests by wallet. */
function sessionsOf(wallets: LinkedWallet[], answer: () => unknown = () => ({ body: null })) {
  const asked: string[] = [];
  const sessions = {
    walletsOf: async () => wallets,
    serviceOf: (_member: string, address: string) => ({
      call: async ({ path }: { path: string }, { params }: { params: { intent_id: string } }) => {
        asked.push(`${address}: ${path.replace('{intent_id}', params.intent_id)}`);
        return answer();
      },
    }),
  } as unknown as Sessions;
  return { asked, addPayers: createPayers({ sessions }) };
}
const purchase = { id: 'int_1', memberId: 'mia', address: 'first' };

describe('the wallets that may pay for a purchase', () => {
  it("are the member's other signed-in ones, each by its own session", async () => {
    const { asked, addPayers } = sessionsOf([wallet('first'), wallet('second'), wallet('third', 'expired')]);
    expect(await addPayers(purchase)).toBe(purchase);
    expect(asked).toEqual(['second: /api/payments/intents/int_1/payers']);
  });

  it('need no request for a member with one wallet', async () => {
    const { asked, addPayers } = sessionsOf([wallet('first')]);
    await addPayers(purchase);
    expect(asked).toEqual([]);
  });

  it.each(['not_found', 'rpc_unavailable', 'session_expired'] as const)(
    'are not needed from a service that answers %s',
    async (code) => {
      const { addPayers } = sessionsOf([wallet('first'), wallet('second')], () => {
        throw new AppError(code);
      });
      expect(await addPayers(purchase)).toBe(purchase);
    },
  );
});
