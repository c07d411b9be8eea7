import type { Wallet } from '@wallet-standard/base';
import type { Nonce } from '../../../contract/auth.js';
import { pageCopy } from '../../web/page/copy.js';
import { element, reveal, setText } from '../../web/page/dom.js';
import { complain, setBusy, tell } from '../../web/page/status.js';
import { listWallets, loadWallet, type Shown } from '../../web/page/wallet-list.js';
import { createApi, type Opened } from './api.js';
import type { LinkKeys } from './copy.js';
import { handIn, showCode, showKeptCode } from './hand-in.js';
import { identify, reloadInLanguage, showKeptIdentityStep, takeReturn } from './identity.js';
import { offerOffline } from './offline.js';
import { offerPhone } from './phone.js';
import { canSign, connect, signText, Unable } from './signing.js';
import { offerTransfer } from './transfer.js';

/** The link page: shows who asks, lets a wallet sign, shows the code. */

const isLeft = reloadInLanguage();
const returned = isLeft ? null : takeReturn();
const token = location.hash.slice(1);
const t = pageCopy<LinkKeys>();
const api = createApi(token, t);

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : t('page.error.unclear');

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

function show({ memberName, memberId, guildName, phrase }: Opened): void {
  setText('lead', t('link.page.ask.check'));
  setText('member-name', memberName);
  setText('member-id', memberId);
  setText('guild-name', guildName);
  setText('phrase', phrase ?? '');
  reveal('phrase-row', phrase !== null);
  reveal('about');
  reveal('choices');
}

/** Shows why the link cannot be used. */
function end(sentence: string): void {
  setText('title', t('link.page.end.title'));
  setText('lead', sentence);
  element('title').focus();
}

const shownAs = (wallet: Wallet): Shown => ({
  words: wallet.name,
  name: t('link.page.choose.wallet', { wallet: wallet.name }),
  note: canSign(wallet) ? null : t('link.page.choose.transfer'),
});

/** For a service without Sign In With Solana input: shows the message that the wallet is about to show. */
function showText({ sign_in_input, message }: Nonce): void {
  reveal('foreign', sign_in_input === null);
  if (sign_in_input === null) setText('foreign-text', message);
}

function offerWays(walletScript: string | null): void {
  const transfer = offerTransfer(api, attempt, t);
  const linkWith = async (wallet: Wallet): Promise<void> => {
    let unable: string | null = null;
    await attempt(async () => {
      transfer.stop();
      tell(t('link.page.ask.approve'));
      const account = await connect(wallet, t);
      try {
        const challenge = await api.challenge(account.address);
        showText(challenge);
        const proof = await signText(wallet, account, challenge, t);
        tell(t('link.page.ask.checking'));
        await handIn(api, proof);
      } catch (error) {
        if (error instanceof Unable) unable = account.address;
        throw error;
      }
    });
    if (unable !== null) transfer.openFor(unable);
  };
  offerOffline(api, attempt, t);
  offerPhone(t);
  listWallets(shownAs, (wallet) => void linkWith(wallet));
  if (walletScript) loadWallet(walletScript);
}

async function open(): Promise<void> {
  if (!token) return end(t('link.page.end.incomplete'));
  const opened = await api.open();
  if (returned) return showCode(api, await identify(api, returned, t));
  if (opened.awaitsCode && (showKeptCode(api) || showKeptIdentityStep())) return;
  if (opened.awaitsCode) return end(t('link.page.end.used'));
  show(opened);
  offerWays(opened.walletScript);
}

if (!isLeft) open().catch((error: unknown) => end(sentenceOf(error)));
