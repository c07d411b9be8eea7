import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import type { DoctorCheck } from './check.js';

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether browsers and wallets will open pages at this address: beyond loopback they require https. */
export function isPageAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
}

/** Checks the address of the pages. */
export function publicUrlCheck({ PUBLIC_URL }: Config, t: Translate): DoctorCheck | null {
  if (!PUBLIC_URL) return null;
  return {
    name: t('cli.doctor.public_url.name'),
    look() {
      if (!isPageAddress(PUBLIC_URL)) throw new Error(t('cli.doctor.public_url.http', { url: PUBLIC_URL }));
      return PUBLIC_URL;
    },
    fix: t('cli.doctor.public_url.fix'),
  };
}
