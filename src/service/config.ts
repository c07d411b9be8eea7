import type { Currency } from '../base/money.js';
import type { GrantSettings, Sees } from './moderation/settings.js';
import type { S3Place } from './storage/place.js';

/** Configuration of the service, built by the composition root. Addresses are base58. */
export type ServiceConfig = {
  /** A SQLite file, or `:memory:`. */
  dbPath: string;
  /** A PostgreSQL database to use instead of the file. */
  databaseUrl?: string | undefined;
  /** The schema of the service there; default `service`. */
  databaseSchema?: string;
  /** Folder for files the features write, such as artifacts. */
  dataDir: string;
  /** Where results and uploads are kept instead of `dataDir`. */
  bucket?: S3Place;
  /** Another folder for results and uploads than `artifacts` in `dataDir`. */
  filesDir?: string;
  /** Rigs that finished longer ago are deleted; kept when omitted. */
  rigKeepDays?: number | undefined;
  /** Folder of `NNN-name.sql`. */
  migrationsDir: string;
  /** Folder of `packs.json` and the other catalogs. */
  catalogDir: string;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** Time limit for a request to arrive, and how often it is checked, in ms. Default 30 s and 5 s. */
  arrival?: { longestMs: number; lookEveryMs: number };
  /** The address clients use, without a trailing slash. On https the cookies are Secure. */
  baseUrl: string;
  /** The domain a wallet shows at sign-in; usually the host of the sign-in page. */
  domain: string;
  /**
   * URL of that page in the signed text: wallets refuse a text whose origin is not the asking page. Default
   * `baseUrl`.
   */
  signInUri?: string;
  /** Whether to trust `X-Forwarded-For` of a proxy in front. Default false. */
  trustProxy?: boolean;
  network: 'mainnet-beta' | 'devnet' | 'localnet';
  /** The wallet that receives payments. Null: nothing is for sale. */
  merchantAddress: string | null;
  /** Null: no prices in USDC. */
  usdcMint: string | null;
  /** Commitment a payment needs before it is credited. */
  requiredCommitment: 'confirmed' | 'finalized';
  /** Base units above which a payment needs a second node to report the same, where there is one. */
  secondNodeAbove?: Readonly<Record<Currency, bigint>>;
  /** The seller's name as wallets show it. Default `Rigsmith`. */
  label?: string;
  /** Bearer secret by webhook provider, for example `{ helius: '…' }`. */
  webhookSecrets?: Readonly<Record<string, string>>;
  /** Shared with the bot that reports purchases made inside Discord; without it none are accepted. */
  botSecret?: string;
  /** Answers an hour to each person without a wallet and to all of them; `each` 0 refuses them. Default 20 and 600. */
  visitors?: { each: number; all: number };
  /** What moderators of servers may see and give. By default they see balances and give nothing. */
  moderation?: { sees?: Sees; grants?: GrantSettings };
  /** Ids of the operators in Discord, who may decide payment cases there. */
  operators?: readonly string[];
  /** Key ring, newest first; each 32 bytes as hex or base64. */
  masterKeys: readonly string[];
  /** Credits a new user starts with. Default 0. */
  welcomeCredits?: number;
  /** How long an intent waits for payment before it expires. Default 15 minutes. */
  intentLifetimeMs?: number;
};
