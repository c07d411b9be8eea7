import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DataPlace } from './base/owned.js';
import type { PlaygroundWallet } from './bot/web/server.js';
import type { Config } from './config.js';
import { readOwnDocuments, readOwnText } from './own-texts.js';
import { type McpServer, readMcpServers } from './service/agents/mcp/config.js';
import type { ServiceConfig } from './service/config.js';
import type { ModelSettings } from './service/features.js';
import type { ProviderSettings } from './service/rig/providers/index.js';
import { isS3, readS3Place, type S3Place } from './service/storage/place.js';

/** The agent's language model, null for the built-in brain, and the operator's documents as Markdown. */
export const agentOf = (config: Config): { model: ModelSettings | null; documents: string[] } => ({
  model: modelOf(config),
  documents: config.AGENT_DOCS ? readOwnDocuments(config.AGENT_DOCS) : [],
});

/** The servers of tools for the model. @throws SetupError when the file is invalid */
export const mcpServersOf = (root: string, { AGENT_MCP }: Pick<Config, 'AGENT_MCP'>): McpServer[] =>
  readMcpServers(
    AGENT_MCP === undefined ? join(root, 'data', 'mcp.json') : resolve(AGENT_MCP),
    AGENT_MCP !== undefined,
  );

export const modelOf = (config: Config): ModelSettings | null =>
  config.AGENT_MODEL_URL && config.AGENT_MODEL
    ? {
        url: config.AGENT_MODEL_URL,
        model: config.AGENT_MODEL,
        dialect: config.AGENT_DIALECT,
        key: config.AGENT_MODEL_KEY,
        contextTokens: config.AGENT_CONTEXT_TOKENS,
        maxReplyTokens: config.AGENT_REPLY_TOKENS,
        firstMs: config.AGENT_FIRST_TOKEN_SECONDS * 1_000,
        canSee: config.AGENT_VISION === 'on',
        persona: config.AGENT_PROMPT_FILE ? readOwnText(config.AGENT_PROMPT_FILE, 'AGENT_PROMPT_FILE') : '',
        describesCharacters: config.AGENT_CHARACTERS === 'on',
        price: {
          creditsPer1000Tokens: config.AGENT_TOKEN_PRICE,
          maxTokensPerRun: config.AGENT_MAX_TOKENS,
        },
      }
    : null;

/** Where each part keeps its data. That of a playground is apart, so that it never touches the data of a real bot. */
export function dataOf(config: Config, isPlayground: boolean) {
  const root = resolve(config.DATA_DIR);
  const folder = isPlayground ? join(root, `playground-${config.PORT}`) : root;
  const databaseOf = (part: 'bot' | 'service'): DataPlace => ({
    path: join(folder, `${part}.db`),
    url: config.DATABASE_URL,
    schema: isPlayground ? `playground_${part}` : part,
  });
  const databases = { bot: databaseOf('bot'), service: databaseOf('service') };
  return {
    folder,
    databases,
    /** Deletes all of it. */
    async forget(): Promise<void> {
      rmSync(folder, { recursive: true, force: true });
      if (config.DATABASE_URL === undefined) return;
      const { dropSchemas } = await import('./base/db/drop-schemas.js');
      await dropSchemas(config.DATABASE_URL, [databases.bot.schema, databases.service.schema]);
    },
  };
}

/** Where the service keeps files: a bucket, or a folder other than the one in DATA_DIR; and for how long. */
export function storageOf(config: Config): {
  bucket?: S3Place;
  filesDir?: string;
  rigKeepDays: number | undefined;
} {
  const { ARTIFACTS, AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = config;
  const rigKeepDays = config.RIG_KEEP_DAYS;
  if (ARTIFACTS === undefined) return { rigKeepDays };
  if (!isS3(ARTIFACTS)) return { rigKeepDays, filesDir: resolve(ARTIFACTS) };
  return {
    rigKeepDays,
    bucket: readS3Place(ARTIFACTS, {
      endpoint: AWS_ENDPOINT_URL,
      region: AWS_REGION,
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      pathStyle: config.ARTIFACTS_PATH_STYLE && config.ARTIFACTS_PATH_STYLE === 'on',
    }),
  };
}

/** Providers with a configured key or address. */
export function providersOf(config: Config): ProviderSettings {
  const { MESHY_API_KEY, MESHY_URL, TRIPO_API_KEY, TRIPO_URL, GPU_SERVER_URL, GPU_SERVER_KEY } = config;
  const { FAL_KEY, FAL_URL, REPLICATE_API_TOKEN, REPLICATE_URL } = config;
  const { COMFYUI_URL, COMFYUI_KEY, HUNYUAN_URL, HUNYUAN_KEY } = config;
  return {
    ...(MESHY_API_KEY && { meshy: { baseUrl: MESHY_URL, apiKey: MESHY_API_KEY } }),
    ...(TRIPO_API_KEY && { tripo: { baseUrl: TRIPO_URL, apiKey: TRIPO_API_KEY } }),
    ...(FAL_KEY && { fal: { baseUrl: FAL_URL, apiKey: FAL_KEY } }),
    ...(REPLICATE_API_TOKEN && { replicate: { baseUrl: REPLICATE_URL, apiKey: REPLICATE_API_TOKEN } }),
    ...(GPU_SERVER_URL && { gpu: { baseUrl: GPU_SERVER_URL, apiKey: GPU_SERVER_KEY ?? null } }),
    ...(COMFYUI_URL && { comfyui: { baseUrl: COMFYUI_URL, apiKey: COMFYUI_KEY ?? null } }),
    ...(HUNYUAN_URL && { hunyuan: { baseUrl: HUNYUAN_URL, apiKey: HUNYUAN_KEY ?? null } }),
  };
}

/** Where the bot reports review cases; null without a channel or a secret. */
export function caseSettingsOf(
  { CASES_CHANNEL, OPERATOR_IDS: operators }: Config,
  secret: string | undefined,
  playground: string | undefined,
) {
  const channelId = CASES_CHANNEL ?? playground;
  return channelId !== undefined && secret !== undefined ? { channelId, secret, operators } : null;
}

/** Credits a day that the moderators of the playground's server may give. */
const playgroundGrants = 500;

/** What moderators may see and give. @param playground the server of the playground */
export const moderationOf = (config: Config, playground?: string): ServiceConfig['moderation'] => ({
  sees: config.MOD_SEES,
  grants: {
    servers:
      config.GRANT_SERVERS === undefined
        ? new Map(playground === undefined ? [] : [[playground, playgroundGrants]])
        : skusOf(config.GRANT_SERVERS),
    perModerator: config.GRANT_PER_MODERATOR,
  },
});

/** Parses `1234:100,5678:1000` into credits by SKU or server. */
export const skusOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split(',').map((pair) => {
      const [sku = '', credits] = pair.trim().split(':');
      return [sku, Number(credits)];
    }),
  );

/** What the playground uses instead of a chain and state of its own. */
export function worldSettingsOf({ SOLANA_RPC_URL, SOLANA_WS_URL, DISCORD_SKUS, PLAYGROUND_STATE }: Config) {
  const [url] = SOLANA_RPC_URL ?? [];
  return {
    ...(url && { rpc: { url, ...(SOLANA_WS_URL && { wsUrl: SOLANA_WS_URL }) } }),
    ...(DISCORD_SKUS && { skus: [...skusOf(DISCORD_SKUS).keys()] }),
    ...(PLAYGROUND_STATE && { stateFile: resolve(PLAYGROUND_STATE) }),
  };
}

/** The playground's wallets, for the bot's pages. */
export function playgroundWalletOf(walletsUrl: string | undefined): PlaygroundWallet | null {
  if (walletsUrl === undefined) return null;
  const { origin } = new URL(walletsUrl);
  return {
    origin,
    scriptOf: (memberName) => `${origin}/wallet.js?person=${encodeURIComponent(memberName)}`,
  };
}

/** The folder of `packs.json` and the other catalogs. */
export const catalogIn = (root: string, { CATALOG_DIR }: Pick<Config, 'CATALOG_DIR'>): string =>
  CATALOG_DIR === undefined ? join(root, 'data', 'catalog') : resolve(CATALOG_DIR);

/** Where the page at the bot's address leads. */
export const homeLinksOf = ({ INVITE_URL, HELP_URL }: Config): { invite?: string; help?: string } => ({
  ...(INVITE_URL && { invite: INVITE_URL }),
  ...(HELP_URL && { help: HELP_URL }),
});

/** Folders of the bundled pages of the bot. */
export function pagesIn(root: string) {
  const pageOf = (feature: string) => join(root, 'dist', 'src', 'bot', feature, 'page');
  return {
    home: pageOf('home'),
    link: pageOf('link'),
    linkedRole: pageOf('linked-roles'),
    pay: pageOf('purchase'),
    rig: pageOf('rig'),
  };
}

/** Folder of the built page, or null before the first build. */
export function webDirIn(root: string): string | null {
  const folder = join(root, 'dist', 'src', 'playground', 'web', 'app');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}
