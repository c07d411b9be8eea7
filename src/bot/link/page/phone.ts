import { walletAppLinks } from '../../web/page/deep-link.js';
import { element, reveal } from '../../web/page/dom.js';
import { qrPicture } from '../../web/page/qr.js';
import type { LinkCopy } from './copy.js';

const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname);

/** Ways to use a wallet on a phone: the wallet apps' browsers, or a QR code of this page. */
export function offerPhone(t: LinkCopy): void {
  const { phantom, solflare } = walletAppLinks(location.href);
  element<HTMLAnchorElement>('phantom').href = phantom;
  element<HTMLAnchorElement>('solflare').href = solflare;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  if (isTouch) reveal('apps');
  reveal('phone', !isTouch);
  reveal('phone-local', isLocal);
  element('phone').addEventListener(
    'toggle',
    () => element('phone-qr').replaceChildren(qrPicture(location.href, t('link.page.phone.qr'))),
    { once: true },
  );
}
