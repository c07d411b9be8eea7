import { expect, it } from 'vitest';
import { purchaseCard } from '../../../../src/bot/purchase/cards/purchase.js';
import { viewOf } from '../../../../src/bot/purchase/page-view.js';
import { intentStatus } from '../../../../src/contract/payments.js';
import { t } from '../../../support/copy.js';
import { purchase, read } from '../cards/sample.js';

/** The pay page says what the card says. */

const plain = (text: string) => text.replaceAll('**', '');

it.each(intentStatus.options)('the page has the title of the card when the purchase is %s', (status) => {
  const bought = purchase({ status });
  const { title, lead } = viewOf(bought, t);
  expect(read(purchaseCard(bought, t))).toContain(`## ${title}`);
  expect(`${title} ${lead}`).not.toMatch(/\*\*|`|<t:/);
});

it.each(['expired', 'canceled', 'requires_review'] as const)(
  'the page has the sentences of the card when the purchase is %s',
  (status) => {
    const bought = purchase({ status });
    const { lead } = viewOf(bought, t);
    const [first = ''] = lead.split('. ');
    expect(plain(read(purchaseCard(bought, t)))).toContain(first);
  },
);

it('a replaced purchase cannot be paid on the page', () => {
  const old = purchase({ status: 'requires_payment' });
  expect(viewOf(old, t).isPayable).toBe(true);
  expect(viewOf({ ...old, replacedBy: 'pi_2' }, t).isPayable).toBe(false);
});
