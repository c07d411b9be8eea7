import { join } from 'node:path';
import { createEmbeddedBrain } from './agents/embedded/index.js';
import { createAgentFeature } from './agents/feature.js';
import type { Feature, ServiceContext } from './feature.js';
import { readPacks, viewPack } from './payments/packs.js';
import { createPaymentsFeature } from './payments/payments.js';
import { createRigFeature } from './rig/feature.js';
import { createThreadPool } from './rig/pool.js';
import { createProviders, type ProviderSettings } from './rig/providers/index.js';

/**
 * Every feature of the service, introduced to each other: the agent reads what the others know.
 * @param options.imageHosts hosts that pictures named by a link may come from
 * @param options.providers others that make shapes; none unless said otherwise
 * @param options.workerUrl the compiled worker of the rig room; beside this file unless said otherwise
 */
export function createFeatures(
  context: ServiceContext,
  options: { imageHosts: readonly string[]; providers?: ProviderSettings; workerUrl?: URL },
): readonly Feature[] {
  const { config, ledger } = context;
  const { imageHosts, providers = {}, workerUrl } = options;
  const rig = createRigFeature(context, {
    executor: createThreadPool(workerUrl && { workerUrl }),
    providers: createProviders(providers),
    imageHosts,
  });
  const currencies = config.usdcMint === null ? (['SOL'] as const) : (['SOL', 'USDC'] as const);
  const packs =
    config.merchantAddress === null ? [] : readPacks(join(config.catalogDir, 'packs.json'), currencies);
  const agent = createAgentFeature(context, {
    brain: createEmbeddedBrain({ clock: context.clock }),
    sources: {
      readBalance: async (userId) => ledger.readBalance(userId),
      listPipelines: async () => rig.pipelines,
      listPacks: async () => packs.map((pack) => viewPack(pack)),
      listGenerations: rig.listGenerations,
    },
  });
  return [createPaymentsFeature(context), rig, agent];
}
