import { readCredits } from '../../contract/payments.js';
import type { Sessions } from '../session/flow.js';

export function createCreditsFlow({ sessions }: { sessions: Sessions }) {
  return {
    async read(memberId: string) {
      const { body: balance } = await sessions.serviceOf(memberId).call(readCredits, {});
      return { balance, wallet: await sessions.walletOf(memberId) };
    },
  };
}
