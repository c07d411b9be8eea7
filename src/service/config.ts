import type { Currency } from '../base/money.js';

/** Everything the service has to know, built by the composition root. Addresses are base58. */
export type ServiceConfig = {
  /** A SQLite file, or `:memory:`. */
  dbPath: string;
  /** Folder for files the features write, such as artifacts. */
  dataDir: string;
  /** Folder of `NNN-name.sql`. */
  migrationsDir: string;
  /** Folder of `packs.json` and the other catalogs. */
  catalogDir: string;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** How long a request may take to arrive, and how often that is looked at, in ms. Default 30 s and 5 s. */
  arrival?: { longestMs: number; lookEveryMs: number };
  /** How clients reach the service, without a slash at the end. On https the cookies are Secure. */
  baseUrl: string;
  /** The domain a wallet shows when it signs in; usually the host of the page it signs on. */
  domain: string;
  /** Address of that page, for the signed text: wallets refuse one of another origin than asks. Default `baseUrl`. */
  signInUri?: string;
  /** Whether `X-Forwarded-For` of a proxy in front is believed. Default false. */
  trustProxy?: boolean;
  network: 'mainnet-beta' | 'devnet' | 'localnet';
  /** Where payments go. Null: nothing is for sale. */
  merchantAddress: string | null;
  /** Null: no prices in USDC. */
  usdcMint: string | null;
  /** How settled a payment must be before it is credited. */
  requiredCommitment: 'confirmed' | 'finalized';
  /** Base units above which a payment counts only once a second node reports the same, where there is one. */
  secondNodeAbove?: Readonly<Record<Currency, bigint>>;
  /** The seller's name as wallets show it. Default `Rigsmith`. */
  label?: string;
  /** Bearer secret by webhook provider, for example `{ helius: '…' }`. */
  webhookSecrets?: Readonly<Record<string, string>>;
  /** Shared with the bot that may vouch for what was bought inside Discord; without it none may. */
  botSecret?: string;
  /** Key ring, newest first; each 32 bytes as hex or base64. */
  masterKeys: readonly string[];
  /** Credits a new user starts with. Default 0. */
  welcomeCredits?: number;
  /** How long an intent waits before it counts as expired. Default 15 minutes. */
  intentLifetimeMs?: number;
};
