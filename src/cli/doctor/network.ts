import { systemClock } from '../../base/clock.js';
import { checkNetwork } from '../../chain/network.js';
import { createRpc } from '../../chain/rpc.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, timeoutMs } from './check.js';

/** Checks that the nodes serve the configured network and know its token. */
export const networkCheck = (config: Config, endpoints: string[], t: Translate): DoctorCheck => ({
  name: 'Solana',
  async look() {
    const rpc = createRpc({ endpoints, clock: systemClock, timeoutMs });
    try {
      await checkNetwork(rpc, config.SOLANA_NETWORK === 'mainnet-beta' ? 'mainnet' : config.SOLANA_NETWORK);
      if ((await rpc.ownerOf(config.USDC_MINT)) === null)
        throw new Error(t('cli.doctor.solana.token', { mint: config.USDC_MINT }));
      return config.SOLANA_NETWORK;
    } finally {
      await rpc.close();
    }
  },
  fix: t('cli.doctor.solana.fix'),
});
