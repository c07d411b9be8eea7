import type { Config } from '../../config.js';
import type { DoctorCheck } from './check.js';

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Checks that browsers and wallets will open the pages: beyond loopback they require https. */
export function publicUrlCheck({ PUBLIC_URL }: Config): DoctorCheck | null {
  if (!PUBLIC_URL) return null;
  return {
    name: 'Public address',
    look() {
      const { protocol, hostname } = new URL(PUBLIC_URL);
      if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error(`${PUBLIC_URL} is not https`);
      return PUBLIC_URL;
    },
    fix: 'Put a TLS proxy in front of HOST:PORT and set PUBLIC_URL to its https address: wallets refuse to sign on http.',
  };
}
