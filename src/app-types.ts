import type { Clock } from './base/clock.js';
import type { Log } from './base/log.js';
import type { StopSteps } from './base/stop-steps.js';
import type { Watched } from './metrics/monitoring.js';
import type { Executor } from './service/rig/executor.js';

/** What runs in this process. `world` is the playground: local Discord, local chain, wallets, page. */
export type Parts = { world: boolean; service: boolean; bot: boolean };

/** Address of each part; null when the part does not run in this process. */
export type Addresses = {
  web: string | null;
  discord_api: string | null;
  discord_token: string | null;
  discord_cdn: string | null;
  service: string | null;
  rpc: string | null;
  actor_api: string | null;
  link: string | null;
};

export type App = {
  addresses: Addresses;
  /** Resolves with a sentence for the operator when a part cannot continue. The caller then stops the app. */
  failed: Promise<string>;
  stop(): Promise<void>;
  reload(): void;
};

export type AppDeps = Watched & {
  log: Log;
  clock?: Clock;
  /** Folder of the bot's texts; default data/locales. */
  locales?: string;
  onReset?: () => void;
  /** Makes the rigs, instead of processes of this app. */
  rigs?: Executor;
  steps?: StopSteps;
};
