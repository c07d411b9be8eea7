import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from './base/errors.js';
import { type Currency, toBaseUnits } from './base/money.js';

/** The only reader of the environment. An empty value means unset; `NAME_FILE` names a file that holds a secret. */

const port = z.coerce.number('must be a port number').int().min(1).max(65_530, 'must be at most 65530');
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a base58 Solana address');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);
const masterKey = /^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/i;
/** Circle's USDC mint by network. The playground's chain uses the one of the main network. */
const usdcMints = {
  'mainnet-beta': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  devnet: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  localnet: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const;

/** Parses `0.1 SOL, 15 USDC` into base units; both currencies are required. */
const amountsOfEach = z.string().transform((text, context) => {
  const amounts = text.split(',').map((one) => one.trim().split(/\s+/));
  const of = (currency: Currency) => amounts.find(([, unit]) => unit === currency)?.[0] ?? '';
  const [SOL, USDC] = [toBaseUnits(of('SOL'), 'SOL'), toBaseUnits(of('USDC'), 'USDC')];
  if (amounts.length === 2 && SOL !== null && USDC !== null) return { SOL, USDC };
  context.addIssue({ code: 'custom', message: 'must give an amount of each, like "0.1 SOL, 15 USDC"' });
  return z.NEVER;
});

const schema = z.object({
  DISCORD_TOKEN: z.string().min(20, 'is too short to be a bot token').optional(),
  DISCORD_CLIENT_SECRET: z.string().min(16, 'is too short to be a client secret').optional(),
  DISCORD_API_URL: httpUrl.optional(),
  DISCORD_CDN_URL: httpUrl.optional(),
  MESSAGE_CONTENT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SERVICE_URL: httpUrl.optional(),
  SERVICE_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  SOLANA_RPC_URL: list.pipe(z.array(httpUrl).min(1)).optional(),
  SOLANA_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  SOLANA_NETWORK: z
    .enum(['mainnet-beta', 'devnet', 'localnet'], 'must be mainnet-beta, devnet or localnet')
    .default('mainnet-beta'),
  MERCHANT_ADDRESS: address.optional(),
  USDC_MINT: address.optional(),
  REQUIRED_COMMITMENT: z
    .enum(['confirmed', 'finalized'], 'must be confirmed or finalized')
    .default('finalized'),
  SECOND_NODE_ABOVE: amountsOfEach.default({ SOL: 100_000_000n, USDC: 15_000_000n }),
  WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  DISCORD_SKUS: z
    .string()
    .regex(
      /^\d{1,20}:[1-9]\d{0,5}(\s*,\s*\d{1,20}:[1-9]\d{0,5})*$/,
      'must be SKU:CREDITS, separated by commas',
    )
    .optional(),
  CASES_CHANNEL: z
    .string()
    .regex(/^\d{15,20}$/, 'must be the id of a channel')
    .optional(),
  SERVICE_BOT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  MESHY_API_KEY: z.string().min(8, 'is too short to be a key').optional(),
  MESHY_URL: httpUrl.default('https://api.meshy.ai'),
  TRIPO_API_KEY: z.string().min(8, 'is too short to be a key').optional(),
  TRIPO_URL: httpUrl.default('https://api.tripo3d.ai/v2/openapi'),
  RIG_PROCESSES: z.coerce
    .number('must be a number from 1 to 16')
    .int()
    .min(1, 'must be from 1 to 16')
    .max(16, 'must be from 1 to 16')
    .optional(),
  GPU_SERVER_URL: httpUrl.optional(),
  GPU_SERVER_KEY: z.string().min(8, 'is too short to be a key').optional(),
  AGENT_MODEL_URL: httpUrl.optional(),
  AGENT_MODEL: z.string().max(200).optional(),
  AGENT_MODEL_KEY: z.string().optional(),
  AGENT_TOKEN_PRICE: z.coerce
    .number('must be a number of credits')
    .min(0, 'must be from 0 to 1000')
    .max(1_000, 'must be from 0 to 1000')
    .default(0),
  AGENT_MAX_TOKENS: z.coerce
    .number('must be a number of tokens')
    .int()
    .min(2_000, 'must be from 2000 to 2000000')
    .max(2_000_000, 'must be from 2000 to 2000000')
    .default(40_000),
  AGENT_CONTEXT_TOKENS: z.coerce
    .number('must be a number of tokens')
    .int()
    .min(1_000, 'must be from 1000 to 1000000')
    .max(1_000_000, 'must be from 1000 to 1000000')
    .default(8_000),
  WELCOME_CREDITS: z.coerce.number().int().min(0).max(1_000_000).optional(),
  TAKEOVER_DELAY_HOURS: z.coerce
    .number('must be a number of hours')
    .min(0, 'must be from 0 to 720')
    .max(720, 'must be from 0 to 720')
    .default(24),
  MASTER_KEY: list
    .pipe(z.array(z.string().regex(masterKey, 'must be 32 bytes as 64 hex digits or base64')).min(1))
    .optional(),
  PUBLIC_URL: httpUrl.optional(),
  INVITE_URL: httpUrl.optional(),
  HELP_URL: httpUrl.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8787),
  DATA_DIR: z.string().default('data/var'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .optional(),
  SERVICE_HOST: z.string().default('127.0.0.1'),
  SERVICE_PUBLIC_URL: httpUrl.optional(),
  PLAYGROUND_WALLET_URL: httpUrl.optional(),
  PLAYGROUND_STATE: z.string().optional(),
});

export type Config = z.infer<typeof schema> & { USDC_MINT: string };

/** Every variable the program reads, for the documentation test. */
export const variables: readonly string[] = Object.keys(schema.shape);

/** Variables whose value may come from a file: `DISCORD_TOKEN_FILE=/run/secrets/token`. */
const secrets = [
  'DISCORD_TOKEN',
  'DISCORD_CLIENT_SECRET',
  'MASTER_KEY',
  'WEBHOOK_SECRET',
  'SERVICE_BOT_SECRET',
  'AGENT_MODEL_KEY',
  'MESHY_API_KEY',
  'TRIPO_API_KEY',
  'GPU_SERVER_KEY',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @returns the configuration with every default filled in
 * @throws SetupError that lists every problem, one a line
 */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const given: Record<string, string> = {};
  for (const name of variables) {
    const value = environment[name]?.trim();
    if (value) given[name] = value;
  }
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file || given[name]) continue;
    try {
      given[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE: the file ${file} cannot be read`);
    }
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`));
  else problems.push(...missing(parsed.data), ...unpaired(parsed.data));
  if (!parsed.success || problems.length > 0) {
    throw new SetupError(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
  }
  return { ...parsed.data, USDC_MINT: parsed.data.USDC_MINT ?? usdcMints[parsed.data.SOLANA_NETWORK] };
}

/** A model needs two variables: its address and its name. */
function unpaired({ AGENT_MODEL_URL, AGENT_MODEL }: z.infer<typeof schema>): string[] {
  if (AGENT_MODEL_URL && !AGENT_MODEL) return ['AGENT_MODEL: is needed with AGENT_MODEL_URL'];
  if (AGENT_MODEL && !AGENT_MODEL_URL) return ['AGENT_MODEL_URL: is needed with AGENT_MODEL'];
  return [];
}

/** Required variables of the real bot that are missing, given the others. */
function missing(config: z.infer<typeof schema>): string[] {
  if (!config.DISCORD_TOKEN) return [];
  const problems: string[] = [];
  if (!config.MASTER_KEY)
    problems.push('MASTER_KEY: is needed with DISCORD_TOKEN; make one with `openssl rand -hex 32`');
  if (!config.PUBLIC_URL && !config.DISCORD_API_URL) {
    problems.push(
      'PUBLIC_URL: is needed with DISCORD_TOKEN: the https address where people open the link page',
    );
  }
  if (config.DISCORD_SKUS && config.SERVICE_URL && !config.SERVICE_BOT_SECRET)
    problems.push('SERVICE_BOT_SECRET: is needed with DISCORD_SKUS where the service runs elsewhere');
  if (config.CASES_CHANNEL && config.SERVICE_URL && !config.SERVICE_BOT_SECRET)
    problems.push('SERVICE_BOT_SECRET: is needed with CASES_CHANNEL where the service runs elsewhere');
  if (config.SERVICE_URL) return problems;
  if (!config.SOLANA_RPC_URL)
    problems.push('SOLANA_RPC_URL: is needed to run the service here; or set SERVICE_URL');
  if (!config.MERCHANT_ADDRESS)
    problems.push('MERCHANT_ADDRESS: is needed to sell credits; or set SERVICE_URL');
  return problems;
}
