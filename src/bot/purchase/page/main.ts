import { walletAppLinks } from '../../web/page/deep-link.js';
import { element, reveal, write, writeCopyable } from '../../web/page/dom.js';
import { pause } from '../../web/page/pause.js';
import { createPost, Refusal } from '../../web/page/post.js';
import { qrPicture } from '../../web/page/qr.js';
import { complain, setBusy, tell } from '../../web/page/status.js';
import { listWallets, loadWallet } from '../../web/page/wallet-list.js';
import { progressOf } from '../progress.js';
import type { PayView } from '../view.js';
import { showReceipt } from './receipt.js';
import { payWith, shownAs } from './wallets.js';
import { checkedText, countdown, isOver, isPayable, wordsFor } from './words.js';

/** The pay page: what to pay, how to pay it, and the progress of the payment. */

const token = location.hash.slice(1);
const post = createPost('/pay', token);

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
  error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.';

function drawWays(view: PayView): void {
  const { amount, currency, recipient, reference, solanaPayUrl } = view;
  write('amount', amount);
  write('currency', currency);
  element('qr').replaceChildren(qrPicture(solanaPayUrl, `Solana Pay QR code: ${amount} ${currency}`));
  element<HTMLAnchorElement>('solana-link').href = solanaPayUrl;
  writeCopyable('copy-amount', amount, 'the amount');
  writeCopyable('copy-recipient', recipient, 'the recipient');
  writeCopyable('copy-reference', reference, 'the reference');
  writeCopyable('copy-link', solanaPayUrl, 'the payment link');
}

function drawSteps(view: PayView): void {
  const progress = progressOf(view);
  reveal('steps', progress !== null);
  if (!progress) return;
  const { steps, at } = progress;
  for (const [index, step] of [...element('steps').children].entries()) {
    step.textContent = steps[index] ?? '';
    step.classList.toggle('past', index < at || (index === at && isOver(view)));
    if (index === at) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  }
}

/** Redraws only after a change, so that nothing moves while someone reads or copies. */
function draw(view: PayView): void {
  current = view;
  const payable = isPayable(view);
  const watched = payable || view.status === 'expired';
  write('checked', watched ? checkedText(view) : '');
  reveal('look', watched && !view.isReplaced);
  const { checked, ...lasting } = view;
  const now = JSON.stringify(lasting);
  if (now === shown) return;
  shown = now;
  const { title, lead } = wordsFor(view);
  write('title', title);
  write('lead', lead);
  document.title = `${title} · Rigsmith`;
  document.body.dataset.status = view.status;
  const isTest = !view.network.startsWith('mainnet');
  write('network', `${view.network}: test money`);
  reveal('network', isTest);
  drawSteps(view);
  if (payable) drawWays(view);
  reveal('payable', payable);
  showReceipt(view);
}

function tick(): void {
  if (!current || !isPayable(current)) return;
  const left = countdown(current.expiresAt, Date.now());
  const isPartly = current.status === 'partially_paid';
  write(
    'countdown',
    isPartly ? '' : left ? `This price is valid for ${left}.` : "Time is almost up. Don't pay now.",
  );
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
  if (matchMedia('(pointer: coarse)').matches || !paysHere) reveal('apps');
  if (!paysHere) return;
  listWallets(shownAs, (wallet) =>
    attempt(async () => {
      tell('Approve in your wallet…');
      await payWith(wallet, chain, async (address) => {
        const { transaction } = await post<{ transaction: string }>('transaction', { address });
        return transaction;
      });
      tell('Sent. Waiting for the network…');
      draw(await post<PayView>('check'));
    }),
  );
  if (walletScript) loadWallet(walletScript);
}

/** Polls for changes, and at once when the person returns to this page. */
async function follow(): Promise<void> {
  while (current && !(isOver(current) && current.status === 'refunded')) {
    await pause(pauses[current.status] ?? idlePause);
    if (document.hidden) continue;
    try {
      const before: string = current.status;
      draw(await post<PayView>('view'));
      if (before !== current.status) tell('');
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return end(error.message);
    }
  }
}

/** Shows why the link cannot be used. */
function end(sentence: string): void {
  current = null;
  write('title', "This link doesn't work");
  write('lead', sentence);
  for (const id of ['steps', 'payable', 'look', 'receipt']) reveal(id, false);
  element('title').focus();
}

async function open(): Promise<void> {
  if (!token) return end('This link is incomplete. Open it from the card in Discord.');
  const view = await post<PayView>('view');
  draw(view);
  if (isPayable(view)) offerWays(view);
  tick();
  setInterval(tick, 1_000);
  element('check').addEventListener('click', () =>
    attempt(async () => {
      draw(await post<PayView>('check'));
      if (current && (isPayable(current) || current.status === 'expired')) tell(checkedText(current));
    }),
  );
  await follow();
}

open().catch((error: unknown) => end(sentenceOf(error)));
