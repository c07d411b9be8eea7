import type { Wallet } from '@wallet-standard/base';
import type { Nonce } from '../../../contract/auth.js';
import { element, reveal, write } from '../../web/page/dom.js';
import { complain, setBusy, tell } from '../../web/page/status.js';
import { listWallets, loadWallet, type Shown } from '../../web/page/wallet-list.js';
import { createApi, type Opened } from './api.js';
import { handIn, showCode, showKeptCode } from './hand-in.js';
import { identify, showKeptIdentityStep, takeReturn } from './identity.js';
import { offerOffline } from './offline.js';
import { offerPhone } from './phone.js';
import { canSign, connect, signText, Unable } from './signing.js';
import { offerTransfer } from './transfer.js';

/** The link page: shows who asks, lets a wallet sign, shows the code. */

const returned = takeReturn();
const token = location.hash.slice(1);
const api = createApi(token);

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.';

async function attempt(act: () => Promise<void>): Promise<void> {
  const from = document.activeElement;
  setBusy(true);
  try {
    await act();
  } catch (error) {
    complain(sentenceOf(error));
  } finally {
    setBusy(false);
    // A disabled button loses the focus.
    if (document.activeElement === document.body && from instanceof HTMLElement) from.focus();
  }
}

function show({ memberName, memberId, guildName }: Opened): void {
  write('lead', 'Check that this is you, then sign a short message with your wallet.');
  write('member-name', memberName);
  write('member-id', memberId);
  write('guild-name', guildName);
  reveal('about');
  reveal('choices');
}

/** Shows why the link cannot be used. */
function end(sentence: string): void {
  write('title', "This link doesn't work");
  write('lead', sentence);
  element('title').focus();
}

const shownAs = (wallet: Wallet): Shown => ({
  words: wallet.name,
  name: `Sign with ${wallet.name}`,
  note: canSign(wallet) ? null : 'uses a small transfer instead',
});

/** For a service without Sign In With Solana input: shows the message that the wallet is about to show. */
function showText({ sign_in_input, message }: Nonce): void {
  reveal('foreign', sign_in_input === null);
  if (sign_in_input === null) write('foreign-text', message);
}

function offerWays(walletScript: string | null): void {
  const transfer = offerTransfer(api, attempt);
  const linkWith = async (wallet: Wallet): Promise<void> => {
    let unable: string | null = null;
    await attempt(async () => {
      transfer.stop();
      tell('Approve in your wallet…');
      const account = await connect(wallet);
      try {
        const challenge = await api.challenge(account.address);
        showText(challenge);
        const proof = await signText(wallet, account, challenge);
        tell('Checking…');
        await handIn(api, proof);
      } catch (error) {
        if (error instanceof Unable) unable = account.address;
        throw error;
      }
    });
    if (unable !== null) transfer.openFor(unable);
  };
  offerOffline(api, attempt);
  offerPhone();
  listWallets(shownAs, (wallet) => void linkWith(wallet));
  if (walletScript) loadWallet(walletScript);
}

async function open(): Promise<void> {
  if (!token) return end('This link is incomplete. Use /link in Discord to get a new one.');
  const opened = await api.open();
  if (returned) return showCode(await identify(api, returned));
  if (opened.awaitsCode && (showKeptCode() || showKeptIdentityStep())) return;
  if (opened.awaitsCode) return end('This link was already used. Use /link in Discord to get a new one.');
  show(opened);
  offerWays(opened.walletScript);
}

open().catch((error: unknown) => end(sentenceOf(error)));
