import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import type { DoctorCheck } from './check.js';

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Checks that browsers and wallets will open the pages: beyond loopback they require https. */
export function publicUrlCheck({ PUBLIC_URL }: Config, t: Translate): DoctorCheck | null {
  if (!PUBLIC_URL) return null;
  return {
    name: t('cli.doctor.public_url.name'),
    look() {
      const { protocol, hostname } = new URL(PUBLIC_URL);
      if (protocol !== 'https:' && !isLoopback(hostname))
        throw new Error(t('cli.doctor.public_url.http', { url: PUBLIC_URL }));
      return PUBLIC_URL;
    },
    fix: t('cli.doctor.public_url.fix'),
  };
}
