import { describe, expect, it } from 'vitest';
import {
  paymentsCard,
  readLeaf,
  receiptCard,
  writeLeaf,
} from '../../../../src/bot/purchase/cards/payments.js';
import type { Intent } from '../../../../src/contract/payments.js';
import { t } from '../../../support/copy.js';
import { faultsOf, mia, purchase, read } from './sample.js';

const wallet = 'FFc7UiPVNHbFDDKzP3QJgwwoERdfb5hu8H1WYyBLCYwY';
const signatures = Array.from({ length: 7 }, (_, index) => String(index + 1).repeat(88));
const transactions = signatures.map((signature, slot) => ({
  signature,
  slot,
  payer: wallet,
  amount_base_units: '1',
  commitment: 'finalized' as const,
}));
const bought = (changes: Partial<Intent> = {}) => ({ intent: purchase(changes).intent, wallet });

describe('a receipt', () => {
  const receipt = { number: 'R-000007', signature: signatures[0]!, credits: 100 };

  it('links each transaction in the explorer of its network', () => {
    const card = receiptCard(
      bought({ status: 'succeeded', network: 'devnet', receipt, transactions }),
      mia,
      true,
      t,
    );
    expect(faultsOf(card)).toEqual([]);
    const links = JSON.stringify(card).match(/https:\/\/explorer\.solana\.com[^"]+/g);
    expect(links).toEqual(
      signatures.slice(0, 5).map((one) => `https://explorer.solana.com/tx/${one}?cluster=devnet`),
    );
    expect(read(card)).toMatch(/Receipt R-000007[\s\S]*Status\*\* credited[\s\S]*0\.020000123 SOL/);
    expect(read(card)).toContain(wallet);
  });

  it('has no link on a network without explorer, and offers a claim only where one may help', () => {
    const claim = 'Paid, but not seen?';
    expect(JSON.stringify(receiptCard(bought({ transactions }), mia, true, t))).not.toContain('explorer');
    expect(read(receiptCard(bought(), mia, true, t))).toContain(claim);
    expect(read(receiptCard(bought(), mia, false, t))).not.toContain(claim);
    expect(read(receiptCard(bought({ status: 'succeeded' }), mia, true, t))).not.toContain(claim);
  });
});

describe('the list', () => {
  const history = { wallets: 2, unread: [], hasOlder: true };

  it('names the wallet of each payment if there are several, and turns pages by number', () => {
    const card = paymentsCard({ ...history, bought: [bought()] }, { from: 5 }, mia, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toContain('wallet FFc7…YwY'.slice(0, 11));
    expect(JSON.stringify(card)).toMatch(/payments:page:\d+:\.6/);
    expect(read(paymentsCard({ ...history, wallets: 1, bought: [bought()] }, {}, mia, t))).not.toContain(
      'wallet',
    );
  });

  it('encodes a page in a custom id, and rejects other values', () => {
    for (const leaf of [{}, { from: 15 }, { status: 'refunded' as const, from: 5 }])
      expect(readLeaf(writeLeaf(leaf))).toEqual(leaf);
    expect(readLeaf('lost.-4')).toEqual({});
    expect(readLeaf('succeeded.1e9')).toEqual({ status: 'succeeded' });
  });
});
