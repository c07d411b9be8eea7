import type { Wallet } from '@wallet-standard/base';
import { pageCopy } from '../../web/page/copy.js';
import { walletAppLinks } from '../../web/page/deep-link.js';
import { element, reveal, setText, writeCopyable } from '../../web/page/dom.js';
import { pause } from '../../web/page/pause.js';
import { createPost, PostRefused } from '../../web/page/post.js';
import { qrPicture } from '../../web/page/qr.js';
import { complain, setBusy, tell } from '../../web/page/status.js';
import { listWallets, loadWallet } from '../../web/page/wallet-list.js';
import { progressOf, stepsOf } from '../progress.js';
import type { PayView } from '../view.js';
import { showReceipt } from './receipt.js';
import { payWith, shownAs } from './wallets.js';
import { checkedText, countdown, isSettled } from './words.js';

/** The pay page: what to pay, how to pay it, and the progress of the payment. */

const token = location.hash.slice(1) || (/^\/pay\/s\/(\w+)$/.exec(location.pathname)?.[1] ?? '');
const t = pageCopy<`purchase.page.${string}` | `purchase.step.${string}` | `page.${string}`>();
const post = createPost('/pay', token, t);

/** Seconds between polls by status: short while a payment is in progress. */
const pauses: Partial<Record<PayView['status'], number>> = {
  requires_payment: 3,
  partially_paid: 3,
  processing: 1,
};
const idlePause = 15;

let shown = '';
let current: PayView | null = null;

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : t('page.error.unclear');

function drawWays(view: PayView): void {
  const { amount, currency, recipient, reference, solanaPayUrl, walletUrl, shareUrl, priceNote } = view;
  const price = t.amount(amount, currency);
  setText('price', price);
  setText('price-note', priceNote ?? '');
  element('qr').replaceChildren(qrPicture(solanaPayUrl, t('purchase.page.qr', { amount: price })));
  element<HTMLAnchorElement>('solana-link').href = walletUrl;
  const copyable = { amount, recipient, reference, link: shareUrl } as const;
  for (const name of ['amount', 'recipient', 'reference', 'link'] as const)
    writeCopyable(`copy-${name}`, copyable[name], t(`purchase.page.copy.${name}`));
}

function drawSteps(view: PayView): void {
  const progress = progressOf(view);
  reveal('steps', progress !== null);
  if (!progress) return;
  const { at } = progress;
  const steps = stepsOf(progress, t);
  for (const [index, step] of [...element('steps').children].entries()) {
    step.textContent = steps[index] ?? '';
    step.classList.toggle('past', index < at || (index === at && isSettled(view)));
    if (index === at) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  }
}

/** Redraws only after a change, so that nothing moves while someone reads or copies. */
function draw(view: PayView): void {
  current = view;
  const { isWatched, isReplaced, title, lead } = view;
  setText('checked', isWatched ? checkedText(view, t) : '');
  reveal('look', isWatched && !isReplaced);
  const { checked, ...lasting } = view;
  const now = JSON.stringify(lasting);
  if (now === shown) return;
  shown = now;
  setText('title', title);
  setText('lead', lead);
  document.title = `${title} · Rigsmith`;
  document.body.dataset.status = view.status;
  const isTest = !view.network.startsWith('mainnet');
  setText('network', t('purchase.page.network', { network: view.network }));
  reveal('network', isTest);
  drawSteps(view);
  if (view.isPayable) drawWays(view);
  reveal('payable', view.isPayable);
  showReceipt(view, t);
}

function tick(): void {
  if (!current?.isPayable) return;
  const left = countdown(current.expiresAt, Date.now());
  const isPartly = current.status === 'partially_paid';
  const words = left ? t('purchase.page.countdown', { time: left }) : t('purchase.page.countdown.over');
  setText('countdown', isPartly ? '' : words);
}

async function attempt(act: () => Promise<void>): Promise<void> {
  setBusy(true);
  try {
    await act();
  } catch (error) {
    complain(sentenceOf(error));
  } finally {
    setBusy(false);
  }
}

function offerWays({ walletScript, paysHere, chain }: PayView): void {
  const { phantom, solflare } = walletAppLinks(location.href);
  element<HTMLAnchorElement>('phantom').href = phantom;
  element<HTMLAnchorElement>('solflare').href = solflare;
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone || !paysHere) reveal('apps');
  element<HTMLDetailsElement>('copies').open = !isPhone;
  if (!paysHere) return;
  const transactionOf = async (address: string) =>
    (await post<{ transaction: string }>('transaction', { address })).transaction;
  const show = (wallet: Wallet) => shownAs(wallet, t);
  listWallets(show, (wallet) =>
    attempt(async () => {
      tell(t('purchase.page.approve'));
      await payWith(wallet, chain, transactionOf, t);
      tell(t('purchase.page.sent'));
      draw(await post<PayView>('check'));
    }),
  );
  if (walletScript) loadWallet(walletScript);
}

/** Polls for changes, and at once when the person returns to this page. */
async function follow(): Promise<void> {
  while (current && !(isSettled(current) && current.status === 'refunded')) {
    await pause(pauses[current.status] ?? idlePause);
    if (document.hidden) continue;
    try {
      const before: string = current.status;
      draw(await post<PayView>('view'));
      if (before !== current.status) tell('');
    } catch (error) {
      if (error instanceof PostRefused && error.status === 404) return end(error.message);
    }
  }
}

/** Shows why the link cannot be used. */
function end(sentence: string): void {
  current = null;
  setText('title', t('purchase.page.unusable.title'));
  setText('lead', sentence);
  for (const id of ['steps', 'payable', 'look', 'receipt']) reveal(id, false);
  element('title').focus();
}

async function open(): Promise<void> {
  if (!token) return end(t('purchase.page.incomplete'));
  const view = await post<PayView>('view');
  draw(view);
  if (view.isPayable) offerWays(view);
  tick();
  setInterval(tick, 1_000);
  element('check').addEventListener('click', () =>
    attempt(async () => {
      draw(await post<PayView>('check'));
      if (current?.isWatched) tell(checkedText(current, t));
    }),
  );
  await follow();
}

open().catch((error: unknown) => end(sentenceOf(error)));
