import { describe, expect, it } from 'vitest';
import { memberCard, type ShownMember } from '../../../../src/bot/moderation/cards/member.js';
import type { MemberAccount } from '../../../../src/contract/moderation.js';
import { t } from '../../../support/copy.js';
import { faultsOf, read } from './sample.js';

const now = '2026-01-01T12:00:00.000Z';
const address = 'GnK3vFQ1wU6fQq4Z7h4Z8rLZ8cJq1xYb2s5d7e9f1A2B';
const max = '700000000000000102';

const account = (changes: Partial<MemberAccount> = {}): MemberAccount => ({
  sees: 'balance',
  accounts: [
    {
      user_id: 'usr_1',
      address,
      credits: { available: 40, held: 10, lifetime_purchased: 100, updated_at: now },
    },
  ],
  entries: [
    { id: 'ent_1', kind: 'purchase', credits: 100, balance: 100, subject: null, note: null, created_at: now },
  ],
  purchases: [
    {
      id: 'int_1',
      status: 'requires_payment',
      credits: 100,
      amount: '0.02',
      currency: 'SOL',
      created_at: now,
    },
  ],
  rigs: [{ id: 'gen_1', status: 'succeeded', credits: 10, is_refunded: true, created_at: now }],
  counts: { rigs: 7, rigs_open: 1, talks: 2, purchases_open: 1 },
  block: null,
  quotas: [{ scope: 'everyone', subject: '', unit: 'rigs', period: 'day', most: 3, used: 2, resets_at: now }],
  grants: { server: 460, actor: 160 },
  ...changes,
});
const member = (changes: Partial<ShownMember> = {}): ShownMember => ({
  owner: max,
  id: '700000000000000101',
  name: 'mia_*x*',
  account: account(),
  wallets: [{ address, userId: 'usr_1', label: null, isPrimary: true, linkedAt: 0, ended: 'expired' }],
  ...changes,
});
const said = (changes: Partial<ShownMember> = {}) => {
  const card = memberCard(member(changes), t);
  expect(faultsOf(card)).toEqual([]);
  return read(card);
};
const block = { person: '700000000000000101', reason: 'spam', actor: max, since: now, until: null };

describe('the card of a member for moderators', () => {
  it('shows wallets in short, balance, holds, entries, open work, rigs and limits', () => {
    const card = said();
    expect(card).toMatch(/mia\\_\\\*x\\\* in this server[\s\S]*40 credits[\s\S]*10 credits more are on hold/);
    expect(card).toMatch(/GnK3\S+ \(signed out\)/);
    expect(card).not.toContain(address);
    expect(card).toMatch(
      /7 rigs, 1 unfinished\n2 open conversations\n1 open purchase\n100 credits for 0\.02 SOL/,
    );
    expect(card).toMatch(/`gen_1` 10 credits[^\n]*given back/);
    expect(card).toContain('**2** used of 3 rigs a day (every member)');
    expect(card).toMatch(/\+100` \S/);
  });

  it('has buttons for what this moderator may do', () => {
    expect(said()).toMatch(/Give credits[\s\S]*Block/);
    expect(said()).toContain('You can give 160 more today, this server 460.');
    expect(said({ account: account({ grants: null }) })).not.toContain('Give credits');
    expect(said({ account: account({ grants: { server: 0, actor: 0 } }) })).not.toContain('Give credits');
    const blocked = said({ account: account({ block }) });
    expect(blocked).toMatch(/Blocked until a moderator lifts it: spam[\s\S]*Unblock/);
    expect(said({ owner: member().id })).not.toMatch(/Give credits|Block/);
  });

  it('names nothing that the operator hides', () => {
    const nothing = { accounts: [], entries: [], purchases: [], rigs: [], counts: null };
    const card = said({ account: account({ ...nothing, sees: 'none', block }) });
    expect(card).toContain('The operator shows moderators nothing else of an account.');
    expect(card).toMatch(/Blocked until[\s\S]*2\*\* used of 3 rigs/);
    expect(card).not.toMatch(/GnK3|\d credits|gen_1/);
  });
});
