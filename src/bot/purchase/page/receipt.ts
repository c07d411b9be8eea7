import { element, reveal } from '../../web/page/dom.js';
import type { PayView } from '../view.js';

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
export function showReceipt(view: PayView): void {
  const { receipt, transactions, price, currency, credits } = view;
  element('receipt-facts').replaceChildren(
    ...(receipt ? [line('Receipt', receipt)] : []),
    line('Credits', String(credits)),
    line('Price', `${price} ${currency}`),
    ...transactions.map((transaction) => line('Transaction', transactionLink(transaction))),
  );
  reveal('receipt', transactions.length > 0);
}
