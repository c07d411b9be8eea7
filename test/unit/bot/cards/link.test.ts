import { describe, expect, it } from 'vitest';
import { contestedCard, linkCard, linkedCard, linkPanelCard } from '../../../../src/bot/link/cards/link.js';
import { verifyBotCard } from '../../../../src/bot/link/cards/verify.js';
import {
  labelledCard,
  loggedOutCard,
  nothingLinkedCard,
  type OpenSession,
  sessionsCard,
  unlinkedCard,
  usedCard,
  walletsCard,
  withdrawnCard,
} from '../../../../src/bot/link/cards/wallet.js';
import type { Takeover } from '../../../../src/bot/link/takeover.js';
import { noticeCard } from '../../../../src/bot/notices/card.js';
import type { Notice, NoticeKind } from '../../../../src/bot/notices/store.js';
import { askForgetCard, forgottenCard, privacyFileCard } from '../../../../src/bot/privacy/card.js';
import type { LinkedWallet } from '../../../../src/bot/session/store.js';
import { t } from '../../../support/copy.js';
import { faultsOf, media, mia, read } from './sample.js';

const now = Date.UTC(2026, 0, 1);
const address = 'FFc7UiPVNHbFDDKzP3QJgwwoERdfb5hu8H1WYyBLCYwY';
const wallet = (changes: Partial<LinkedWallet> = {}): LinkedWallet => ({
  address,
  userId: 'usr_1',
  label: null,
  isPrimary: true,
  linkedAt: now,
  ended: null,
  ...changes,
});
const second = wallet({ address: `B${address.slice(1)}`, isPrimary: false, label: 'Led*ger' });

describe('linking cards', () => {
  const offer = {
    url: 'https://bot.example/link?lang=en-US#abc',
    expiresAt: now,
    member: { id: mia, name: 'mia_1' },
    guildName: 'The **Forge**',
    wallets: [],
    phrase: null,
  };

  it('name the member and the server, the steps, and what the bot never asks for', () => {
    const card = linkCard(offer, t);
    expect(faultsOf(card)).toEqual([]);
    expect(media(card)).toEqual(['picture link.png']);
    expect(read(card)).toContain('For **mia\\_1** in **The \\*\\*Forge\\*\\***');
    expect(read(card)).toMatch(/isn't a transaction and it's free[\s\S]*recovery phrase/);
    expect(read(card)).toMatch(/Open the page[\s\S]*Enter code/);
    expect(read(card)).not.toContain('You already');
  });

  it('say what happens to already linked wallets', () => {
    const offered = (...wallets: LinkedWallet[]) => read(linkCard({ ...offer, wallets }, t));
    expect(offered(wallet())).toContain('You already linked **FFc7…CYwY**. A new wallet is added');
    expect(offered(wallet(), second)).toContain('**FFc7…CYwY** and 1 more. A new wallet');
    expect(offered(wallet({ ended: 'expired' }))).toContain('Sign in again with **FFc7…CYwY**');
  });

  it('show how linking ended', () => {
    const first = linkedCard({ wallet: wallet(), wallets: 1 }, mia, t);
    const another = linkedCard({ wallet: second, wallets: 2 }, mia, t);
    const contested = contestedCard({ address, movesAt: now }, t);
    for (const card of [first, another, contested]) expect(faultsOf(card)).toEqual([]);
    expect(read(first)).toContain('**FFc7…CYwY** is linked to your account');
    expect(read(first)).not.toContain('Use this wallet');
    expect(read(another)).toContain('Use this wallet');
    expect(read(contested)).toContain('unless that member signs with it again');
  });

  it('in a channel are for everyone and name the real bot', () => {
    const panel = linkPanelCard('The Forge', t);
    const verify = verifyBotCard(
      {
        userId: mia,
        name: 'Rig_smith',
        applicationId: '42',
        since: now,
        linkOrigin: 'https://bot.example',
        owner: mia,
        phrase: 'three *purple* otters',
      },
      t,
    );
    for (const card of [panel, verify]) expect(faultsOf(card)).toEqual([]);
    expect(read(verify)).toContain('three \\*purple\\* otters');
    expect(JSON.stringify(panel)).toContain('"link:open:*:"');
    expect(read(verify)).toMatch(/`42`[\s\S]*`https:\/\/bot\.example`[\s\S]*recovery phrase/);
  });
});

describe('wallet cards', () => {
  const takeover = (changes: Partial<Takeover>): Takeover => ({
    id: 'lnk_1',
    address,
    fromMember: mia,
    toMember: '2',
    state: 'waiting',
    createdAt: now,
    movesAt: now,
    ...changes,
  });

  it('list five wallets and pending claims, with the next step', () => {
    const wallets = [
      wallet(),
      second,
      ...['C', 'D', 'E'].map((first) => ({ ...second, address: first + address })),
    ];
    const asked = takeover({ id: 'lnk_2', fromMember: '2', toMember: mia });
    const waiting = [takeover({}), asked, ...['3', '4', '5'].map((id) => takeover({ id }))];
    const card = walletsCard({ wallets, waiting, owner: mia }, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(
      /FFc7…CYwY\*\* · ★ primary[\s\S]*Led\\\*ger \(BFc7…CYwY\)[\s\S]*Keep it[\s\S]*Withdraw/,
    );
  });

  it.each([
    ['expired', 'unused for too long'],
    ['reused', 'for your safety'],
    ['refused', 'the service ended the session'],
    ['logged_out', 'signed out by you'],
  ] as const)('say why a wallet is signed out: %s', (ended, why) => {
    const card = walletsCard({ wallets: [wallet({ ended })], waiting: [], owner: mia }, t);
    expect(read(card)).toContain(why);
    expect(read(card)).toContain('`/link`');
  });

  it('show sessions, the bot’s own first and without a button, also with many sessions and long ids', () => {
    const session = (id: string, current = false): OpenSession => ({
      id,
      current,
      created_at: '2026-01-01T12:00:00Z',
      last_used_at: '2026-01-01T12:00:00Z',
    });
    const many = Array.from({ length: 30 }, (_, index) => session(`ses_${'x'.repeat(20)}${index}`));
    const card = sessionsCard({ wallet: wallet(), sessions: [...many, session('ses_own', true)] }, mia, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toContain('and 23 more');
    expect(JSON.stringify(card)).not.toContain('ses_own');
    const long = sessionsCard({ wallet: wallet(), sessions: [session('x'.repeat(90))] }, mia, t);
    expect(faultsOf(long)).toEqual([]);
    const alone = sessionsCard({ wallet: wallet(), sessions: [session('ses_own', true)] }, mia, t);
    expect(read(alone)).toContain("isn't signed in anywhere else");
    expect(read(alone)).not.toContain('End all others');
  });

  it('confirm each action', () => {
    const cards = [
      usedCard(wallet(), t),
      usedCard(wallet({ ended: 'expired' }), t),
      labelledCard(wallet({ label: 'Cold' }), t),
      labelledCard(wallet(), t),
      unlinkedCard(wallet(), 'everywhere', t),
      loggedOutCard(wallet(), 'here', t),
      nothingLinkedCard(t),
      withdrawnCard(t),
    ];
    for (const card of cards) expect(faultsOf(card)).toEqual([]);
    expect(read(unlinkedCard(wallet(), 'everywhere', t))).toContain('ended all its other sessions');
  });

  const kinds: Record<NoticeKind, string> = {
    linked: '/wallet unlink',
    reused: '/wallet sessions',
    logged_out_everywhere: '/link',
    takeover_asked: 'Sign with it before then',
    takeover_lost: '/link',
    takeover_won: 'moved to you',
    takeover_refused: "doesn't move",
    unlinked: '/link',
    purchase_returned: 'were removed from',
    purchase_returned_spent: 'The operator',
    rig_unseen: '/rigs',
  };
  it.each(Object.entries(kinds))('warn of %s and say what to do', (kind, what) => {
    const notice = { id: 'n', memberId: mia, address, refersAt: now, createdAt: now } as const;
    const card = noticeCard({ ...notice, kind } as Notice, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toContain(what);
    expect(read(card)).toContain(address);
  });
});

describe('privacy cards', () => {
  it('list deleted and kept data before any deletion', () => {
    const card = askForgetCard({ wallets: [wallet(), second], askedAt: now }, mia, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).not.toContain('signed out here');
    const out = askForgetCard({ wallets: [wallet({ ended: 'expired' })], askedAt: now }, mia, t);
    expect(read(out)).toContain('to end those, sign in with it first');
    expect(read(card)).toMatch(/FFc7…CYwY[\s\S]*What we keep[\s\S]*without your Discord ID/);
    for (const other of [
      forgottenCard(t),
      privacyFileCard({ name: 'data.json', bytes: Buffer.from('{}') }, t),
    ])
      expect(faultsOf(other)).toEqual([]);
  });
});
