import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenPrice } from './agents/billing.js';
import { createDocSearch } from './agents/docs.js';
import { createEmbeddedBrain } from './agents/embedded/index.js';
import { createAgentFeature } from './agents/feature.js';
import type { McpServer } from './agents/mcp/config.js';
import { createMcpServers, type McpServers } from './agents/mcp/servers.js';
import type { ModelOptions } from './agents/model/index.js';
import { createPictureReader } from './agents/pictures.js';
import { createWordingFeature } from './agents/wording/feature.js';
import type { Feature, ServiceContext } from './feature.js';
import { packsIn, viewPack } from './payments/packs.js';
import { createPaymentsFeature } from './payments/payments.js';
import { createFbxMaker } from './rig/blender.js';
import type { Executor } from './rig/executor.js';
import { createGenerationFeature } from './rig/feature.js';
import { createInterpretingExecutor } from './rig/interpreting.js';
import { createProcessPool } from './rig/pool.js';
import { createProviders, type ProviderSettings } from './rig/providers/index.js';

/** A language model for the agent, and its token prices. */
export type ModelSettings = Omit<ModelOptions, 'clock' | 'log' | 'jitter'> & {
  price: TokenPrice;
  /** Whether it also makes characters of descriptions. Default false. */
  describesCharacters?: boolean;
};

/** Besides the wait for a model's first words: some answers need several rounds. */
const modelTimeoutMs = 20 * 60_000;

/**
 * Creates every feature and connects them: the agent reads from the others.
 * @param options.imageHosts hosts from which pictures may be downloaded
 * @param options.documents the operator's documents that the agent may search, besides its guide
 * @param options.mcpServers servers of tools for the language model
 * @param options.model the language model that answers instead of the built-in brain
 * @param options.providers model providers; none by default
 * @param options.rigProcesses rigs made at once; by default according to the number of processors; 0 where workers
 *   make them
 * @param options.processUrl the compiled worker process of the rig feature; by default the one beside this file
 * @param options.rigs makes the rigs; processes of its own by default
 * @param options.blender writes FBX, which is not offered without it
 */
export async function createFeatures(
  context: ServiceContext,
  options: {
    imageHosts: readonly string[];
    documents?: readonly string[];
    model?: ModelSettings | null;
    mcpServers?: readonly McpServer[];
    providers?: ProviderSettings;
    rigProcesses?: number | undefined;
    processUrl?: URL;
    rigs?: Executor | undefined;
    blender?: string | undefined;
  },
): Promise<readonly Feature[]> {
  const { config, db, ledger } = context;
  const guide = readFileSync(join(config.catalogDir, 'guide.md'), 'utf8');
  const { imageHosts, providers = {}, model = null, rigProcesses: size, processUrl } = options;
  const modelParts = model && (await loadModel(context, model, options.mcpServers ?? []));
  const engine = options.rigs ?? createProcessPool({ processUrl, size: size || undefined });
  const rig = createGenerationFeature(context, {
    executor: {
      ...(modelParts?.interpret ? createInterpretingExecutor(engine, modelParts.interpret) : engine),
      ...(options.blender && { makeFbx: createFbxMaker(options.blender) }),
    },
    makesRigs: size !== 0,
    providers: createProviders(providers, config.catalogDir),
    imageHosts,
  });
  const packs = config.merchantAddress === null ? null : packsIn(config);
  const searchOwn = createDocSearch([(options.documents ?? []).join('\n\n')]);
  const searchGuide = createDocSearch([guide]);
  const agent = createAgentFeature(context, {
    ...(modelParts?.agent ?? { brain: createEmbeddedBrain({ clock: context.clock }) }),
    rigs: { start: rig.startGeneration, find: rig.findGeneration },
    sources: {
      readBalance: (userId) => ledger.readBalance(db, userId),
      listEntries: async (userId, limit) =>
        (await ledger.listEntries(db, userId, { limit })).map(({ kind, availableChange: credits, note }) => ({
          kind,
          credits,
          note,
        })),
      listPipelines: async () => rig.pipelines,
      quote: async (body) => rig.quote(body),
      usesGrammar: rig.usesGrammar,
      listPacks: async () => (packs?.all() ?? []).map((pack) => viewPack(pack)),
      listGenerations: rig.listGenerations,
      searchDocs: async (query, limit) => [
        ...searchOwn(query, limit).map((passage) => ({ ...passage, isOwn: true })),
        ...searchGuide(query, limit),
      ],
      readPicture: createPictureReader({ readUpload: rig.readUpload }),
    },
  });
  const offers: Feature = { routes: [], ...(packs && { reload: packs.reread }) };
  const wording = createWordingFeature(context, {
    rewrite: modelParts?.rewrite ?? null,
    usesGrammar: rig.usesGrammar,
  });
  return [await createPaymentsFeature(context), rig, agent, wording, offers];
}

/** What asks the language model. Its modules are loaded here, because they load the libraries of the providers. */
async function loadModel(context: ServiceContext, model: ModelSettings, mcpServers: readonly McpServer[]) {
  const { clock, log } = context;
  const [{ createModelBrain }, { createRewrite }, { createCharacterModel }] = await Promise.all([
    import('./agents/model/index.js'),
    import('./agents/wording/rewrite.js'),
    import('./agents/characters/model.js'),
  ]);
  const options = { ...model, clock, log };
  return {
    agent: {
      brain: createModelBrain(options),
      price: model.price,
      timeoutMs: modelTimeoutMs + (model.firstMs ?? 0),
      mcp: openMcp(mcpServers, context),
    },
    rewrite: createRewrite(options),
    interpret: model.describesCharacters ? createCharacterModel(options) : null,
  };
}

/** The SDK is loaded with the first connection. */
const openMcp = (servers: readonly McpServer[], { clock, log }: ServiceContext): McpServers =>
  createMcpServers({
    servers,
    connect: async (...asked) => (await import('./agents/mcp/connection.js')).connectServer(...asked),
    clock,
    log,
  });
