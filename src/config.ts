import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from './base/errors.js';
import { amountsOfEach, type Kinds, kindsOf, list } from './config/kinds.js';
import type { Translate } from './copy/translate.js';

/** The only reader of the environment. An empty value means unset; `NAME_FILE` names a file that holds a secret. */

const masterKey = /^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/i;
const mostShards = 10_000;
const skuList = /^\d{1,20}:[1-9]\d{0,5}(\s*,\s*\d{1,20}:[1-9]\d{0,5})*$/;
/** Circle's USDC mint by network. The playground's chain uses the one of the main network. */
const usdcMints = {
  'mainnet-beta': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  devnet: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  localnet: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const;

const discordVariables = (t: Translate, { url, secret, oneOf, whole }: Kinds) => ({
  DISCORD_TOKEN: z
    .string()
    .min(20, t('cli.config.short', { least: '20' }))
    .optional(),
  DISCORD_CLIENT_SECRET: secret.optional(),
  DISCORD_API_URL: url.optional(),
  DISCORD_CDN_URL: url.optional(),
  MESSAGE_CONTENT: oneOf(['on', 'off']).default('on'),
  SHARDS: z
    .union([z.literal('auto'), whole(1, mostShards)], t('cli.config.shards', { most: String(mostShards) }))
    .default('auto'),
  DISCORD_SKUS: z.string().regex(skuList, t('cli.config.skus')).optional(),
  CASES_CHANNEL: z
    .string()
    .regex(/^\d{15,20}$/, t('cli.config.channel'))
    .optional(),
});

const paymentVariables = (t: Translate, { url, socketUrl, address, secret, oneOf }: Kinds) => ({
  SOLANA_RPC_URL: list.pipe(z.array(url).min(1)).optional(),
  SOLANA_WS_URL: socketUrl.optional(),
  SOLANA_NETWORK: oneOf(['mainnet-beta', 'devnet', 'localnet']).default('mainnet-beta'),
  MERCHANT_ADDRESS: address.optional(),
  USDC_MINT: address.optional(),
  REQUIRED_COMMITMENT: oneOf(['confirmed', 'finalized']).default('finalized'),
  SECOND_NODE_ABOVE: amountsOfEach(t).default({ SOL: 100_000_000n, USDC: 15_000_000n }),
  WEBHOOK_SECRET: secret.optional(),
});

const makingVariables = ({ url, key, oneOf, number, whole }: Kinds) => ({
  MESHY_API_KEY: key.optional(),
  MESHY_URL: url.default('https://api.meshy.ai'),
  TRIPO_API_KEY: key.optional(),
  TRIPO_URL: url.default('https://api.tripo3d.ai/v2/openapi'),
  FAL_KEY: key.optional(),
  FAL_URL: url.default('https://queue.fal.run'),
  REPLICATE_API_TOKEN: key.optional(),
  REPLICATE_URL: url.default('https://api.replicate.com/v1'),
  GPU_SERVER_URL: url.optional(),
  GPU_SERVER_KEY: key.optional(),
  COMFYUI_URL: url.optional(),
  COMFYUI_KEY: key.optional(),
  HUNYUAN_URL: url.optional(),
  HUNYUAN_KEY: key.optional(),
  RIG_PROCESSES: whole(0, 16).optional(),
  BLENDER: z.string().optional(),
  AGENT_MODEL_URL: url.optional(),
  AGENT_MODEL: z.string().max(200).optional(),
  AGENT_MODEL_KEY: z.string().optional(),
  AGENT_DIALECT: oneOf(['chat', 'responses', 'anthropic']).optional(),
  AGENT_TOKEN_PRICE: number(0, 1_000).default(0),
  AGENT_MAX_TOKENS: whole(2_000, 2_000_000).default(40_000),
  AGENT_CONTEXT_TOKENS: whole(1_000, 1_000_000).default(8_000),
  AGENT_REPLY_TOKENS: whole(64, 200_000).default(4_096),
  AGENT_FIRST_TOKEN_SECONDS: whole(5, 3_600).default(600),
  AGENT_VISION: oneOf(['on', 'off']).default('off'),
  AGENT_CHARACTERS: oneOf(['on', 'off']).default('on'),
  AGENT_PROMPT_FILE: z.string().optional(),
  AGENT_DOCS: z.string().optional(),
  AGENT_MCP: z.string().optional(),
});

const ownVariables = (t: Translate, { url, socketUrl, secret, oneOf, number, whole }: Kinds) => ({
  SERVICE_URL: url.optional(),
  SERVICE_WS_URL: socketUrl.optional(),
  SERVICE_BOT_SECRET: secret.optional(),
  OPERATOR_IDS: list.pipe(z.array(z.string().regex(/^\d{15,20}$/, t('cli.config.channel')))).default([]),
  MOD_SEES: oneOf(['balance', 'summary', 'none']).default('balance'),
  GRANT_SERVERS: z.string().regex(skuList, t('cli.config.grants')).optional(),
  GRANT_PER_MODERATOR: whole(0, 1_000_000).default(200),
  WELCOME_CREDITS: whole(0, 1_000_000).optional(),
  VISITOR_ANSWERS: whole(0, 10_000).default(20),
  VISITOR_ANSWERS_ALL: whole(0, 1_000_000).default(600),
  TAKEOVER_DELAY_HOURS: number(0, 720).default(24),
  MASTER_KEY: list.pipe(z.array(z.string().regex(masterKey, t('cli.config.master_key'))).min(1)).optional(),
  PUBLIC_URL: url.optional(),
  INVITE_URL: url.optional(),
  HELP_URL: url.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(1, 65_530).default(8787),
  DATA_DIR: z.string().default('data/var'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: t('cli.config.database_url') }).optional(),
  ARTIFACTS: z.string().optional(),
  AWS_ENDPOINT_URL: url.optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  ARTIFACTS_PATH_STYLE: oneOf(['on', 'off']).optional(),
  RIG_CONFIRM: oneOf(['on', 'off']).default('on'),
  RIG_KEEP_DAYS: whole(1, 36_500).optional(),
  TALK_IDLE_HOURS: whole(1, 87_600).default(168),
  AUDIT_KEEP_DAYS: whole(1, 36_500).optional(),
  CARD_KEEP_DAYS: whole(1, 36_500).default(90),
  CATALOG_DIR: z.string().optional(),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DASHBOARD_PORT: whole(1, 65_535).optional(),
  DASHBOARD_HOST: z.string().default('127.0.0.1'),
  DASHBOARD_TOKEN: secret.optional(),
  LOG_FORMAT: oneOf(['json', 'pretty']).default('json'),
  LOG_LEVEL: oneOf(['silent', 'error', 'warn', 'info', 'debug']).optional(),
  SERVICE_HOST: z.string().default('127.0.0.1'),
  SERVICE_PUBLIC_URL: url.optional(),
  PLAYGROUND_WALLET_URL: url.optional(),
  PLAYGROUND_STATE: z.string().optional(),
});

function schemaIn(t: Translate) {
  const kinds = kindsOf(t);
  return z.object({
    ...discordVariables(t, kinds),
    ...paymentVariables(t, kinds),
    ...makingVariables(kinds),
    ...ownVariables(t, kinds),
  });
}

type Parsed = z.infer<ReturnType<typeof schemaIn>>;
export type Config = Parsed & { USDC_MINT: string };

/** Every variable the program reads. */
const variablesOf = (schema: ReturnType<typeof schemaIn>): readonly string[] => Object.keys(schema.shape);

/** What is wrong with the value of one variable, in a sentence; null for a valid one. */
export function problemWith(name: string, value: string, t: Translate): string | null {
  const { shape } = schemaIn(t);
  const kind = shape[name as keyof typeof shape];
  return kind?.safeParse(value).error?.issues[0]?.message ?? null;
}

/** For the documentation test. */
export const variables = (t: Translate): readonly string[] => variablesOf(schemaIn(t));

/** Variables whose value may come from a file: `DISCORD_TOKEN_FILE=/run/secrets/token`. */
const secrets = [
  'DISCORD_TOKEN',
  'DISCORD_CLIENT_SECRET',
  'MASTER_KEY',
  'WEBHOOK_SECRET',
  'DASHBOARD_TOKEN',
  'SERVICE_BOT_SECRET',
  'AGENT_MODEL_KEY',
  'MESHY_API_KEY',
  'TRIPO_API_KEY',
  'FAL_KEY',
  'REPLICATE_API_TOKEN',
  'GPU_SERVER_KEY',
  'COMFYUI_KEY',
  'HUNYUAN_KEY',
  'DATABASE_URL',
  'AWS_SECRET_ACCESS_KEY',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param t the language of the problems
 * @returns the configuration with every default filled in
 * @throws SetupError that lists every problem, one a line
 */
export function readConfig(environment: Environment, t: Translate): Config {
  const schema = schemaIn(t);
  const problems: string[] = [];
  const given: Record<string, string> = {};
  for (const name of variablesOf(schema)) {
    const value = environment[name]?.trim();
    if (value) given[name] = value;
  }
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file || given[name]) continue;
    try {
      given[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE: ${t('cli.config.file', { file })}`);
    }
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`));
  else problems.push(...missing(parsed.data, t), ...unpaired(parsed.data, t));
  if (!parsed.success || problems.length > 0) {
    const title = t('cli.config.problems', { count: problems.length });
    throw new SetupError([title, ...problems.map((one) => `  ${one}`)].join('\n'));
  }
  return { ...parsed.data, USDC_MINT: parsed.data.USDC_MINT ?? usdcMints[parsed.data.SOLANA_NETWORK] };
}

/** A model needs two variables, its address and its name; rigs of other processes need a shared database. */
function unpaired(config: Parsed, t: Translate): string[] {
  const { AGENT_MODEL_URL, AGENT_MODEL, RIG_PROCESSES, DATABASE_URL } = config;
  const needed = (name: string, other: string) => [`${name}: ${t('cli.config.needed', { other })}`];
  if (config.DASHBOARD_PORT && !config.DASHBOARD_TOKEN) return needed('DASHBOARD_TOKEN', 'DASHBOARD_PORT');
  if (RIG_PROCESSES === 0 && !DATABASE_URL) return needed('DATABASE_URL', 'RIG_PROCESSES=0');
  if (AGENT_MODEL_URL && !AGENT_MODEL) return needed('AGENT_MODEL', 'AGENT_MODEL_URL');
  if (AGENT_MODEL && !AGENT_MODEL_URL) return needed('AGENT_MODEL_URL', 'AGENT_MODEL');
  return [];
}

/** Required variables of the real bot that are missing, given the others. */
function missing(config: Parsed, t: Translate): string[] {
  if (!config.DISCORD_TOKEN) return [];
  const problems: string[] = [];
  if (!config.MASTER_KEY)
    problems.push(`MASTER_KEY: ${t('cli.config.needed.master_key', { other: 'DISCORD_TOKEN' })}`);
  if (!config.PUBLIC_URL && !config.DISCORD_API_URL)
    problems.push(`PUBLIC_URL: ${t('cli.config.needed.public_url', { other: 'DISCORD_TOKEN' })}`);
  for (const other of ['DISCORD_SKUS', 'CASES_CHANNEL'] as const)
    if (config[other] && config.SERVICE_URL && !config.SERVICE_BOT_SECRET)
      problems.push(`SERVICE_BOT_SECRET: ${t('cli.config.needed.apart', { other })}`);
  if (config.SERVICE_URL) return problems;
  if (!config.SOLANA_RPC_URL) problems.push(`SOLANA_RPC_URL: ${t('cli.config.needed.rpc')}`);
  if (!config.MERCHANT_ADDRESS) problems.push(`MERCHANT_ADDRESS: ${t('cli.config.needed.merchant')}`);
  return problems;
}
