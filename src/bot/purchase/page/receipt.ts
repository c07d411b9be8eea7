import { element, reveal } from '../../web/page/dom.js';
import type { PayView } from '../view.js';
import type { PayPageText } from './words.js';

const short = (text: string): string => `${text.slice(0, 6)}…${text.slice(-6)}`;

function line(label: string, value: Node | string): HTMLElement {
  const row = document.createElement('div');
  const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = label;
  detail.append(value);
  row.append(term, detail);
  return row;
}

function transactionLink({ signature, explorer }: PayView['transactions'][number]): Node | string {
  if (!explorer) return short(signature);
  const link = document.createElement('a');
  link.href = explorer;
  link.rel = 'noreferrer';
  link.textContent = short(signature);
  return link;
}

/** Payments received so far, with their transactions. */
export function showReceipt(view: PayView, t: PayPageText): void {
  const { receipt, transactions, price, currency, credits } = view;
  element('receipt-facts').replaceChildren(
    ...(receipt ? [line(t('purchase.page.fact.receipt'), receipt)] : []),
    line(t('purchase.page.fact.credits'), t.number(credits)),
    line(t('purchase.page.fact.price'), t.amount(price, currency)),
    ...transactions.map((transaction) =>
      line(t('purchase.page.fact.transaction'), transactionLink(transaction)),
    ),
  );
  reveal('receipt', transactions.length > 0);
}
