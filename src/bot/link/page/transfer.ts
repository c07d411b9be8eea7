import type { ProofTransfer } from '../../../contract/auth.js';
import { element, goTo, onSubmit, reveal, write, writeCopyable } from '../../web/page/dom.js';
import { pause } from '../../web/page/pause.js';
import { Refusal } from '../../web/page/post.js';
import { qrPicture } from '../../web/page/qr.js';
import { complain, tell } from '../../web/page/status.js';
import type { Api, Proof } from './api.js';
import { handIn } from './hand-in.js';

/** For wallets that sign transactions only: one small transfer is the proof, and this page waits for it. */

/** Seconds between looks: soon at first, then at ease; ten looks in the first minute. */
const pauses = [1, 2, 3, 4, 5, 6, 8];
const longestPause = 10;

function describe(transfer: ProofTransfer, expiresAt: string): void {
  const { recipient, amount, reference, solana_pay_url, credits } = transfer;
  const until = new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  write('transfer-title', `Pay ${amount} SOL`);
  write('transfer-terms', `${credits} credits come back to you for it. Pay before ${until}.`);
  element('transfer-qr').replaceChildren(qrPicture(solana_pay_url, 'Solana Pay QR code of the transfer'));
  element<HTMLAnchorElement>('transfer-link').href = solana_pay_url;
  writeCopyable('transfer-to', recipient, 'the recipient');
  writeCopyable('transfer-amount', amount, 'the amount');
  writeCopyable('transfer-reference', reference, 'the reference');
  reveal('transfer');
  reveal('never', false); // this way is a transaction
}

/** Worth asking again: the network or the bot did not answer properly this time. */
const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500);

export function offerTransfer(api: Api, attempt: (act: () => Promise<void>) => Promise<void>) {
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
    complain('No transfer was seen in time. Type /link in Discord for a new one.');
  };

  const start = (address: string) =>
    attempt(async () => {
      waiting.abort();
      waiting = new AbortController();
      const challenge = await api.challenge(address, 'transfer_proof');
      if (!challenge.transfer) throw new Error('A transfer cannot be used here. Sign the text instead.');
      asked = { address, nonce: challenge.nonce, encoding: 'transfer' };
      describe(challenge.transfer, challenge.expires_at);
      goTo('transfer-title');
      tell('Waiting for the transfer…');
      void waitFor(challenge.expires_at, waiting.signal);
    });

  onSubmit('transfer-ask', 'transfer-address', start);
  onSubmit('transfer-sent', 'transfer-signature', (signature) =>
    attempt(async () => {
      const named = asked && { ...asked, signature };
      if (!named || (await handIn(api, named))) return;
      asked = named; // from now on this very transaction is waited for
      tell('The network does not show that transaction yet. Still waiting…');
    }),
  );

  return {
    /** For a wallet that turned out unable to sign. */
    openFor(address: string): void {
      element<HTMLDetailsElement>('hardware').open = true;
      element<HTMLInputElement>('transfer-address').value = address;
      element('transfer-show').focus();
    },
    stop: () => waiting.abort(),
  };
}
