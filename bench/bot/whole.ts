import { botEnvironment, type Child, createChild } from '../../src/cli/child.js';
import { freeBase } from '../../src/cli/ports.js';
import type { Home } from '../discord/bots.js';

/** The bundled `rigsmith bot` on a local Discord, without a playground. Not started yet. */
export async function createWholeBot(
  home: Home,
  own: { dataDir: string; serviceUrl: string },
): Promise<Child> {
  const world = {
    web: null,
    service: null,
    rpc: null,
    actor_api: null,
    link: null,
    discord_api: home.api,
    discord_cdn: home.cdn,
    discord_token: home.token,
  };
  const { PLAYGROUND_WALLET_URL: _, ...environment } = botEnvironment(world, {
    ...own,
    port: await freeBase(),
  });
  return createChild('bot', { ...environment, SOLANA_NETWORK: 'localnet', LOG_LEVEL: 'silent' });
}
