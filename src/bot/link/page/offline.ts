import { goTo, onSubmit, reveal, writeCopyable } from '../../web/page/dom.js';
import { tell } from '../../web/page/status.js';
import type { Api } from './api.js';
import type { LinkCopy } from './copy.js';
import { handIn } from './hand-in.js';
import { signCommand } from './shell.js';

/** For offline keys: the member copies the message out and pastes the signature back. */
export function offerOffline(
  api: Api,
  attempt: (act: () => Promise<void>) => Promise<void>,
  t: LinkCopy,
): void {
  let asked = { address: '', nonce: '' };
  onSubmit('offline-ask', 'offline-address', (address) =>
    attempt(async () => {
      const { nonce, message, sign_in_input } = await api.challenge(address);
      if (!sign_in_input) throw new Error(t('link.page.offline.only_browser'));
      asked = { address, nonce };
      writeCopyable('offline-text', message, t('link.page.offline.message.copy'));
      writeCopyable('offline-command', signCommand(message), t('link.page.offline.command.copy'));
      reveal('offline-proof');
      tell('');
      goTo('offline-title');
    }),
  );
  onSubmit('offline-sent', 'offline-signature', (signature) =>
    attempt(async () => void (await handIn(api, { ...asked, signature, encoding: 'offchain_v0' }))),
  );
}
