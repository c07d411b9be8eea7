import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { element, reveal } from '../../web/page/dom.js';
import { canConnect, canSign } from './signing.js';

const patienceMs = 1_500;

function buttonOf(wallet: Wallet, choose: () => void): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  const words = document.createElement('span');
  const icon = document.createElement('img');
  icon.src = wallet.icon;
  icon.alt = '';
  words.textContent = wallet.name;
  if (!canSign(wallet)) {
    const note = document.createElement('small');
    note.textContent = 'proves itself by a small transfer';
    words.append(note);
  }
  button.type = 'button';
  button.setAttribute('aria-label', `Sign with ${wallet.name}`);
  button.append(icon, words);
  button.addEventListener('click', choose);
  item.append(button);
  return item;
}

/** Lists the wallets of this browser, those that come late too. */
export function listWallets(choose: (wallet: Wallet) => void): void {
  const registry = getWallets();
  const listed = new Set<string>();
  const add = (...wallets: readonly Wallet[]): void => {
    for (const wallet of wallets) {
      if (listed.has(wallet.name) || !canConnect(wallet)) continue;
      listed.add(wallet.name);
      element('wallets').append(buttonOf(wallet, () => choose(wallet)));
      reveal('none', false);
    }
  };
  registry.on('register', add);
  add(...registry.get());
  setTimeout(() => {
    if (listed.size > 0) return;
    reveal('none');
    reveal('apps');
  }, patienceMs);
}

/** A wallet that comes as a script instead of an extension. */
export function loadWallet(src: string): void {
  const script = document.createElement('script');
  script.src = src;
  document.head.append(script);
}
