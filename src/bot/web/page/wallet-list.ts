import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { element, reveal } from './dom.js';
import { canConnect } from './wallet.js';

/** The Wallet Standard wallets of this browser. */

/** A wallet's entry in the list. */
export type Shown = {
  words: string;
  /** Name for screen readers, when it differs from the text. */
  name?: string;
  note?: string | null;
};

const patienceMs = 1_500;

function buttonOf({ icon }: Wallet, { words, name, note }: Shown, choose: () => void): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  const text = document.createElement('span');
  const picture = document.createElement('img');
  picture.src = icon;
  picture.alt = '';
  text.textContent = words;
  if (note) {
    const small = document.createElement('small');
    small.textContent = note;
    text.append(small);
  }
  button.type = 'button';
  if (name) button.setAttribute('aria-label', name);
  button.append(picture, text);
  button.addEventListener('click', choose);
  item.append(button);
  return item;
}

/**
 * Lists the wallets of this browser, including those that register later.
 * @param show null for a wallet that cannot be used here
 */
export function listWallets(show: (wallet: Wallet) => Shown | null, choose: (wallet: Wallet) => void): void {
  const registry = getWallets();
  const listed = new Set<string>();
  const add = (...wallets: readonly Wallet[]): void => {
    for (const wallet of wallets) {
      const shown = canConnect(wallet) && !listed.has(wallet.name) ? show(wallet) : null;
      if (!shown) continue;
      listed.add(wallet.name);
      element('wallets').append(buttonOf(wallet, shown, () => choose(wallet)));
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

/** Loads a wallet that is a script instead of an extension. */
export function loadWallet(src: string): void {
  const script = document.createElement('script');
  script.src = src;
  document.head.append(script);
}
