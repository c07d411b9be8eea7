import type { DataPlace } from '../base/owned.js';
import type { PlaygroundWallet } from './web/server.js';

export type BotConfig = {
  token: string;
  /** A local Discord: URLs of its REST API and files. */
  discordApi?: string;
  discordCdn?: string;
  /** OAuth2 secret; enables the Discord check on the link page, and linked roles. */
  clientSecret?: string;
  readMessages: boolean;
  /** Conversations unused for this long are closed until someone writes there. */
  talkIdleMs: number;
  /** Gateway connections of all processes together; `auto` as many as Discord recommends. */
  shards: number | 'auto';
  serviceUrl: string;
  serviceWsUrl?: string;
  /** The Solana network of payments. */
  network: string;
  /** Credits by Discord SKU, and the secret shared with the service; null disables Premium Apps. */
  premium: { skus: ReadonlyMap<string, number>; secret: string } | null;
  /** The channel for payment cases, the secret shared with the service, and who decides cases in Discord. */
  cases: { channelId: string; secret: string; operators: readonly string[] } | null;
  /** Shared with the service, for what moderators do; null: nothing but reading credits. */
  serviceSecret: string | null;
  /** RPC endpoints of that network; without one, the pay page offers no browser wallets. */
  rpcUrls: readonly string[];
  database: DataPlace;
  migrations: string;
  /** Folder of the locale files. */
  locales: string;
  /** File with the words that servers refuse. */
  words: string;
  masterKeys: readonly string[];
  /** Public origin of the pages, and where the server listens. */
  publicUrl: string;
  host: string;
  port: number;
  /** Folders with the bundled pages. */
  pages: { home: string; link: string; linkedRole: string; pay: string; rig: string };
  /** Links on the page at the root of the public address: to add the bot to a server, and how it works. */
  homeLinks: { invite?: string; help?: string };
  /** Days after which entries of the audit log are deleted; kept when omitted. */
  auditKeepDays?: number | undefined;
  /** Days after which a message that Discord keeps refusing is given up. */
  cardKeepDays: number;
  /** How long a member can object to a takeover of their wallet. */
  takeoverDelayMs: number;
  /** Whether members see the price of a rig and confirm it first, unless they choose otherwise. */
  asksBeforeRigs: boolean;
  playgroundWallet: PlaygroundWallet | null;
};
