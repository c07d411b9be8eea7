import { Connection, PublicKey } from '@solana/web3.js';
import type { House } from './house.js';

/** Looks for the payments of open intents on the chain by polling: the payer's wallet, the price, and not before the order. */
export function createCashier(house: House, rpcUrl: string, recipient: string) {
  const connection = new Connection(rpcUrl, 'confirmed');
  const used = new Set<string>();

  const readPayment = async (signature: string) => {
    const found = await connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    if (!found?.meta || found.meta.err) return null;
    const keys = found.transaction.message.staticAccountKeys.map((key) => key.toBase58());
    const at = keys.indexOf(recipient);
    if (at < 0) return null;
    const lamports = (found.meta.postBalances[at] ?? 0) - (found.meta.preBalances[at] ?? 0);
    return { payer: keys[0], lamports };
  };

  const intentFor = ({ payer, lamports: paid }: { payer: string | undefined; lamports: number }) =>
    house.intents.find(
      ({ paidAt, account, lamports }) => paidAt === null && account.address === payer && paid >= lamports,
    );

  const look = async (): Promise<void> => {
    if (!house.intents.some(({ paidAt }) => paidAt === null)) return;
    const history = await connection.getSignaturesForAddress(new PublicKey(recipient), { limit: 20 });
    for (const { signature, err } of history.reverse()) {
      if (err || used.has(signature)) continue;
      const payment = await readPayment(signature);
      if (!payment) continue; // not readable yet
      used.add(signature);
      const intent = intentFor(payment);
      if (intent) house.pay(intent, signature);
    }
  };

  /** Earlier transactions do not count as payments. */
  const skipPast = async () => {
    const history = await connection.getSignaturesForAddress(new PublicKey(recipient), { limit: 100 });
    for (const { signature } of history) used.add(signature);
  };

  let round: Promise<void> = Promise.resolve();
  return {
    skipPast,
    /** One round at a time. */
    look: () => {
      round = round.then(look).catch(() => undefined);
      return round;
    },
  };
}
