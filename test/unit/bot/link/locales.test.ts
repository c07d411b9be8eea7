import { expect, it } from 'vitest';
import link from '../../../../commands/link.js';
import linkPanel from '../../../../commands/link-panel.js';
import privacy from '../../../../commands/privacy.js';
import wallet from '../../../../commands/wallet.js';
import { AppError } from '../../../../src/base/errors.js';
import { silentLog } from '../../../../src/base/log.js';
import { failureCard } from '../../../../src/bot/failure.js';
import { createNoticesFeature } from '../../../../src/bot/notices/feature.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { readLocales } from '../../../../src/copy/locales.js';
import { reason } from '../../../../src/copy/reason.js';

import { read } from '../cards/sample.js';

/** Who reads which language: members theirs, channels that of the server. */

const german = {
  locale: 'de',
  name: 'Deutsch',
  isReviewed: false,
  messages: {
    'link.card.title': 'Verknüpfe dein Solana-Wallet',
    'link.error.wrong_code': 'Falscher Code. {left, plural, one {Noch # Versuch} other {Noch # Versuche}}.',
    'link.panel.title': 'Verknüpfe dein Wallet in {server}',
    'notice.takeover_asked.text':
      '{when, select, soon {Bald} other {{when}}} geht **{address}** an ein anderes Mitglied.',
    'notice.takeover_asked.title': 'Jemand beansprucht dein Wallet',
    'privacy.delete.ask.title': 'Alle deine Daten löschen?',
    'privacy.delete.lost.wallets': '- die Verbindung zu {wallets}',
    'wallet.list.primary.option': '{wallet} (Haupt-Wallet)',
    'wallet.list.title': 'Deine Wallets',
  },
};
const copy = createCopy([...readLocales('data/locales').filter(({ locale }) => locale === 'en-US'), german]);
const [en, de] = [copy.for('en-US'), copy.for('de')];

const address = 'FFc7UiPVNHbFDDKzP3QJgwwoERdfb5hu8H1WYyBLCYwY';
const wallets = [address, `B${address.slice(1)}`].map((one, at) => ({
  address: one,
  userId: 'usr_1',
  label: null,
  isPrimary: at === 0,
  linkedAt: 0,
  ended: null,
}));
const started: string[] = [];
const flows = {
  link: {
    walletsOf: async () => [],
    phraseOf: async () => null,
    async start(_member: unknown, _guildName: string, locale: string) {
      started.push(locale);
      return { url: 'https://bot.example/link?lang=de#abc', expiresAt: 0 };
    },
  },
  wallet: { list: async () => ({ wallets, waiting: [] }), walletsOf: async () => wallets },
  privacy: { ask: async () => ({ wallets, askedAt: 0 }) },
};
const request = {
  member: { id: '42', name: 'mia' },
  place: { guildName: 'The Forge' },
  interaction: { memberPermissions: { has: () => true } },
  flows,
} as never as object;

it('the link panel of an English server stays English for a German moderator, her own link is German', async () => {
  const panel = await linkPanel.actions[''].run({ ...request, t: de, channelT: en } as never);
  expect(read(panel)).toContain('Link your wallet in The Forge');
  const own = await link.actions[''].run({ ...request, t: de, channelT: en } as never);
  expect(read(own)).toContain('Verknüpfe dein Solana-Wallet');
  expect(started).toEqual(['de']);
  const germanServer = await linkPanel.actions[''].run({ ...request, t: en, channelT: de } as never);
  expect(read(germanServer)).toContain('Verknüpfe dein Wallet in The Forge');
});

it('wallets, their suggestions and the deletion of data are in the language of the member', async () => {
  expect(read(await wallet.actions.list.run({ ...request, t: de, channelT: en } as never))).toContain(
    'Deine Wallets',
  );
  const typing = { options: { getFocused: () => 'haupt' }, user: { id: '42' } };
  expect(await wallet.suggest(typing as never, flows as never, de)).toEqual([
    { name: `${address} (Haupt-Wallet)`, value: address },
  ]);
  const ask = read(await privacy.actions.delete.run({ ...request, t: de, channelT: en } as never));
  expect(ask).toContain('Alle deine Daten löschen?');
  expect(ask).toContain('die Verbindung zu FFc7…CYwY und BFc7…CYwY');
});

it('a refusal is in the language of the member, with its numbers', () => {
  const error = new AppError('invalid_request', reason('link.error.wrong_code', { left: 1 }));
  expect(read(failureCard(error, silentLog, {}, de))).toContain('Falscher Code. Noch 1 Versuch.');
});

it('a direct message, and a notice below an answer, are in the language of its member', async () => {
  const notice = {
    id: 'n',
    memberId: '42',
    kind: 'takeover_asked' as const,
    address,
    refersAt: null,
    createdAt: 0,
  };
  const sent: string[] = [];
  const feature = createNoticesFeature({
    notices: {
      find: async () => notice,
      noteNotified: async () => undefined,
      pendingOf: async () => [notice],
    },
    db: { prepare: () => undefined },
    languages: { ofMember: async (memberId: string) => (memberId === '42' ? de : en) },
    async sendDirect(_memberId: string, card: Parameters<typeof read>[0]) {
      sent.push(read(card));
      return 'told';
    },
  } as never);
  await feature.outbox.notice.deliver('n');
  sent.push(...(await feature.hooks.pendingNotices('42')).map(({ card }) => read(card)));
  expect(sent).toHaveLength(2);
  for (const text of sent) {
    expect(text).toContain('Jemand beansprucht dein Wallet');
    expect(text).toContain('Bald geht **FFc7…CYwY** an ein anderes Mitglied.');
  }
});
