import type { ProofTransfer } from '../../../contract/auth.js';
import { element, goTo, onSubmit, reveal, setText, writeCopyable } from '../../web/page/dom.js';
import { pause } from '../../web/page/pause.js';
import { PostRefused } from '../../web/page/post.js';
import { qrPicture } from '../../web/page/qr.js';
import { complain, tell } from '../../web/page/status.js';
import type { Api, Proof } from './api.js';
import type { LinkCopy } from './copy.js';
import { handIn } from './hand-in.js';

/** For wallets that only sign transactions: a small transfer is the proof, and this page polls for it. */

/** Seconds between polls, short at first; ten polls in the first minute. */
const pauses = [1, 2, 3, 4, 5, 6, 8];
const longestPause = 10;

function describe(transfer: ProofTransfer, expiresAt: string, t: LinkCopy): void {
  const { recipient, amount, reference, solana_pay_url, credits } = transfer;
  const until = new Date(expiresAt).toLocaleTimeString(t.locale, { hour: '2-digit', minute: '2-digit' });
  setText('transfer-title', t('link.page.transfer.pay', { amount: t.amount(amount, 'SOL') }));
  setText('transfer-terms', t('link.page.transfer.terms', { credits, until }));
  element('transfer-qr').replaceChildren(qrPicture(solana_pay_url, t('link.page.transfer.qr')));
  element<HTMLAnchorElement>('transfer-link').href = solana_pay_url;
  writeCopyable('transfer-to', recipient, t('link.page.transfer.recipient.copy'));
  writeCopyable('transfer-amount', amount, t('link.page.transfer.amount.copy'));
  writeCopyable('transfer-reference', reference, t('link.page.transfer.reference.copy'));
  reveal('transfer');
  reveal('never', false); // "No transaction" is untrue for this method
}

/** Whether the error is transient and worth a retry. */
const isPassing = (error: unknown): boolean =>
  error instanceof PostRefused && (error.status === 0 || error.status === 429 || error.status >= 500);

export function offerTransfer(api: Api, attempt: (act: () => Promise<void>) => Promise<void>, t: LinkCopy) {
  let asked: (Proof & { encoding: 'transfer' }) | null = null;
  let waiting = new AbortController();

  const waitFor = async (expiresAt: string, signal: AbortSignal) => {
    for (let look = 0; Date.parse(expiresAt) > Date.now(); look += 1) {
      await pause(pauses[look] ?? longestPause, signal);
      if (signal.aborted || !asked) return;
      try {
        if (await handIn(api, asked)) return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error)) return complain((error as Error).message);
      }
    }
    complain(t('link.page.transfer.not_seen'));
  };

  const start = (address: string) =>
    attempt(async () => {
      waiting.abort();
      waiting = new AbortController();
      const challenge = await api.challenge(address, 'transfer_proof');
      if (!challenge.transfer) throw new Error(t('link.page.transfer.not_here'));
      asked = { address, nonce: challenge.nonce, encoding: 'transfer' };
      describe(challenge.transfer, challenge.expires_at, t);
      goTo('transfer-title');
      tell(t('link.page.transfer.waiting'));
      void waitFor(challenge.expires_at, waiting.signal);
    });

  onSubmit('transfer-ask', 'transfer-address', start);
  onSubmit('transfer-sent', 'transfer-signature', (signature) =>
    attempt(async () => {
      const named = asked && { ...asked, signature };
      if (!named || (await handIn(api, named))) return;
      asked = named; // poll for this transaction from now on
      tell(t('link.page.transfer.not_yet'));
    }),
  );

  return {
    /** For a wallet that turned out to be unable to sign. */
    openFor(address: string): void {
      element<HTMLDetailsElement>('hardware').open = true;
      element<HTMLInputElement>('transfer-address').value = address;
      element('transfer-show').focus();
    },
    stop: () => waiting.abort(),
  };
}
