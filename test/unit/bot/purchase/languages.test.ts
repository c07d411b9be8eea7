import { describe, expect, it } from 'vitest';
import buy from '../../../../commands/buy.js';
import payments from '../../../../commands/payments.js';
import { type Currency, toDecimal } from '../../../../src/base/money.js';
import type { Card } from '../../../../src/bot/cards/card.js';
import type { Answer, Request } from '../../../../src/bot/command.js';
import { amountText } from '../../../../src/bot/purchase/amounts.js';
import { purchaseCard } from '../../../../src/bot/purchase/cards/purchase.js';
import { sharedPurchaseCard } from '../../../../src/bot/purchase/cards/shared.js';
import { outcomeOf } from '../../../../src/bot/purchase/news.js';
import { createPurchaseNotifier } from '../../../../src/bot/purchase/notifier.js';
import { viewOf } from '../../../../src/bot/purchase/page-view.js';
import type { Purchase } from '../../../../src/bot/purchase/purchase.js';
import type { Intent } from '../../../../src/contract/payments.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { readLocales } from '../../../../src/copy/locales.js';
import { mia, place, purchase, read } from '../cards/sample.js';

/** A member in German on a server in English, and the other way round. */

const copy = createCopy([
  ...readLocales('data/locales').filter(({ locale }) => locale === 'en-US'),
  {
    locale: 'de',
    name: 'Deutsch',
    isReviewed: false,
    messages: {
      'purchase.card.requires_payment.title': 'Bezahle {credits, plural, one {# Punkt} other {# Punkte}}',
      'purchase.card.requires_payment.text': 'Sende **{amount}** vor {time}.',
      'purchase.card.succeeded.title': '{credits, plural, one {# Punkt ist} other {# Punkte sind}} da',
      'purchase.card.succeeded.text': 'Bezahlt: **{received}**.',
      'purchase.claim.form.title': 'Zahlung suchen',
      'purchase.history.line': '**{credits, plural, one {# Punkt} other {# Punkte}}** für {amount}',
      'purchase.notice.title': 'Zu deinem Kauf',
      'purchase.offer.title': 'Punkte kaufen',
      'purchase.page.lead.recipient': '{name} bekommt sie in Discord.',
      'purchase.state.requires_payment': 'wartet auf Zahlung',
    },
  },
]);
const [german, english] = [copy.for('de'), copy.for('en-US')];
const languages = { ofMember: async () => german, ofChannel: copy.for };

/** What a member in German gets for an action, whatever the purchase it is about. */
function acts(bought: Purchase, argument = bought.id) {
  const flows = {
    language: languages,
    purchase: {
      check: async () => bought,
      packs: async () => [],
      skus: ['1'],
      network: 'mainnet',
      history: async () => ({
        bought: [{ intent: bought.intent, wallet: mia }],
        wallets: 1,
        hasOlder: false,
        unread: [],
      }),
    },
  };
  return {
    member: { id: mia, name: 'mia' },
    place,
    argument,
    flows,
    t: german,
    channelT: english,
  } as unknown as Request<never>;
}
const run = async (action: { run(request: Request<never>): Promise<Answer> }, bought: Purchase) =>
  read(await action.run(acts(bought)));

describe('a member in German on a server in English', () => {
  it('presses a button, and the private card is in German', async () => {
    const inGerman = await run(buy.components.check, purchase());
    expect(inGerman).toContain('Bezahle 100 Punkte');
    expect(inGerman).toContain('0,020000123 SOL');
  });

  it('reads private answers and forms in German', async () => {
    expect(await run(buy.components.open, purchase())).toContain('Punkte kaufen');
    expect(buy.components.claim.form(acts(purchase())).title).toBe('Zahlung suchen');
    const list = await run(payments.components.page, purchase());
    expect(list).toContain('100 Punkte** für 0,020000123 SOL');
    expect(list).toContain('wartet auf Zahlung');
  });

  it('reads the private card and direct messages in German', async () => {
    const paid = purchase({ status: 'succeeded', amount_received_base_units: '20000123' });
    const [shown, said]: [string[], string[]] = [[], []];
    const notifier = (isLive: boolean) =>
      createPurchaseNotifier({
        store: { find: async () => paid },
        cards: {
          ofPurchase: async () => [{ ...place, locale: 'de', hasCode: true, isEnding: false }],
          noteDelivered: async () => undefined,
        },
        news: {
          noteNotified: async () => undefined,
          noteShown: async () => undefined,
          pendingOf: async () => [paid],
          notePendingShown: async () => undefined,
        },
        messenger: {
          async editPrivate(_message, post) {
            if (isLive) shown.push(read(post as Card));
            return isLive ? 'edited' : 'gone';
          },
        },
        sendDirect: async (_member, card) => {
          said.push(read(card));
          return 'told';
        },
        languages,
      });
    expect(outcomeOf(paid)).not.toBe(paid.notified);
    await notifier(true).deliver.purchase('pay_1');
    await notifier(false).deliver.purchase('pay_1');
    expect(shown).toEqual([expect.stringContaining('100 Punkte sind da')]);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('Zu deinem Kauf');
    expect(said[0]).toContain('**100 Punkte sind da.** Bezahlt: **0,020000123 SOL**.');
    const [below] = await notifier(false).pendingNotices(mia);
    expect(read(below!.card)).toContain('Zu deinem Kauf');
  });

  it('tells the channel in English, without an amount', () => {
    const told = read(sharedPurchaseCard(mia, 'bought', english));
    expect(told).toBe(`<@${mia}> has new credits.`);
  });

  it('reads the pay page in the language of the browser, with the name in its own direction', () => {
    const { title, lead } = viewOf({ ...purchase(), memberName: 'مريم' }, german);
    expect(title).toBe('Bezahle 100 Punkte');
    expect(lead).toBe('\u2068مريم\u2069 bekommt sie in Discord.');
  });
});

describe('an amount', () => {
  const shipped = ['en-US', 'de', 'fr', 'es-ES', 'pt-BR', 'ja', 'ko', 'zh-CN', 'ru'];
  const locales = createCopy([
    ...readLocales('data/locales').filter(({ locale }) => locale === 'en-US'),
    ...shipped.slice(1).map((locale) => ({ locale, name: locale, isReviewed: false, messages: {} })),
  ]);

  /** The decimal text that a reader of the locale understands. */
  function understood(text: string, locale: string): string {
    const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(123456.5);
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return text.replaceAll(partOf('group'), '').replace(partOf('decimal'), '.');
  }

  it.each(shipped)('keeps every base unit in %s', (locale) => {
    const t = locales.for(locale);
    expect(t.locale).toBe(locale);
    const largest = 2n ** 64n - 1n;
    const amounts = [
      1n,
      10n,
      20_000_123n,
      999_999_999n,
      1_000_000_000n,
      2n ** 53n + 1n,
      largest - 1n,
      largest,
    ];
    for (const currency of ['SOL', 'USDC'] as Currency[])
      for (const baseUnits of amounts) {
        const [number = '', unit] = amountText(baseUnits, currency, t).split(new RegExp(` (?=${currency}$)`));
        expect(unit).toBe(currency);
        expect(understood(number, locale)).toBe(toDecimal(baseUnits, currency));
      }
  });

  it('to copy into a wallet is the same in every language', () => {
    const large: Partial<Intent> = { amount: '1234.020000123' };
    for (const locale of shipped) {
      const card = read(purchaseCard(purchase(large), locales.for(locale)));
      expect(card).toContain('`1234.020000123` SOL');
    }
  });
});
