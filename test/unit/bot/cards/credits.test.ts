import { describe, expect, it } from 'vitest';
import { balanceCard, memberCreditsCard, packsCard } from '../../../../src/bot/credits/card.js';
import type { CreditEntry } from '../../../../src/contract/payments.js';
import { t } from '../../../support/copy.js';
import { faultsOf, read } from './sample.js';

const balance = {
  available: 40,
  held: 10,
  lifetime_purchased: 100,
  updated_at: '2026-01-01T12:00:00.000Z',
};
const entry = (kind: CreditEntry['kind'], credits: number, note: string | null = null): CreditEntry => ({
  id: 'ent_1',
  kind,
  credits,
  balance: 40,
  subject: null,
  note,
  created_at: '2026-01-01T12:00:00.000Z',
});

describe('cards about credits', () => {
  it('show available and held credits', () => {
    const card = balanceCard(balance, 'FFc7UiPVNHbFDDKzP3QJgwwoERdfb5hu8H1WYyBLCYwY', t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(/\*\*40 credits\*\* to spend[\s\S]*10 credits more are on hold/);
    expect(read(balanceCard({ ...balance, held: 0 }, null, t))).not.toMatch(/on hold|Wallet/);
  });

  it('show a moderator the ledger, newest first, with foreign text as plain text', () => {
    const entries = [
      entry('settle', 0),
      entry('hold', -10),
      entry('grant', 50, '[click](http://evil.example)'),
    ];
    const seen = { name: 'mia_*x*', address: 'FFc7', balance, entries };
    const card = memberCreditsCard(seen, t);
    expect(faultsOf(card)).toEqual([]);
    const said = read(card);
    expect(said).toContain('Credits of mia\\_\\*x\\*');
    expect(said).toMatch(/−10` for a rig[\s\S]*\+50` granted/);
    expect(said).not.toContain('[click](');
    expect(said).not.toContain('spent');
    expect(read(memberCreditsCard({ ...seen, entries: [] }, t))).toContain('No entries yet');
    const many = Array.from({ length: 30 }, () => entry('grant', 1, 'x'.repeat(500)));
    const long = memberCreditsCard({ ...seen, entries: many }, t);
    expect(faultsOf(long)).toEqual([]);
    expect(read(long).match(/granted/g)).toHaveLength(8);
  });

  it('offer every pack with its prices', () => {
    const pack = {
      id: 'starter',
      name: 'Starter',
      description: 'Many. '.repeat(100),
      credits: 100,
      prices: [],
    };
    const card = packsCard(
      Array.from({ length: 30 }, () => pack),
      'mainnet',
      t,
    );
    expect(faultsOf(card)).toEqual([]);
    expect(read(card).match(/Starter: 100 credits/g)).toHaveLength(12);
  });
});
