import type { ClientEvents } from 'discord.js';
import type { Transaction } from '../base/db/database.js';
import type { Reason } from '../base/errors.js';
import type { Intent } from '../contract/payments.js';
import type { Generation } from '../contract/rig.js';
import type { Card } from './cards/card.js';
import type { Deliver } from './delivery/outbox.js';
import type { PendingNotice } from './delivery/pending-notice.js';
import type { DrawRefused } from './delivery/refused-news.js';
import type { SealedColumn } from './key-ring.js';
import type { WebPage } from './web/server.js';

/** A store with data about members. */
export type Keeper = {
  exportOf(memberId: string): Promise<unknown>;
  /** Runs in one transaction with all other stores. */
  forget(t: Transaction, memberId: string): Promise<void>;
};

/** How one kind of outbox row reaches Discord. */
export type Delivery = {
  deliver: Deliver;
  /** The notice to the member while Discord refuses the message. */
  instead?: DrawRefused;
};

/**
 * Background work, never two rounds at once: of all processes that share a database, one does it. A round that only
 * concerns what its own process serves is `isEverywhere`.
 */
export type Round = { name: string; everyMs: number; isEverywhere?: boolean; round(): Promise<unknown> };

/** Handlers of gateway events. A handler reports its own errors. */
export type GatewayHandlers = Partial<{
  [Event in keyof ClientEvents]: (...event: ClientEvents[Event]) => void;
}>;

/** Where the live card of a rig is posted. */
export type RigSpot = { threadId: string; locale: string | null; uploadLimit: number };

/**
 * How features work together without importing each other: every feature answers the questions and events that concern
 * it, and asks through the same names on the context.
 */
export type FeatureHooks = {
  /** Which work must finish before the member's primary wallet changes, or null. */
  unfinished(memberId: string): Promise<Reason | null>;
  /**
   * The member linked a wallet, so work that waits for a session can continue.
   * @param guildId where they did; undefined when a takeover gave them the wallet
   */
  onLinked(memberId: string, guildId?: string): Promise<void>;
  /** The member's primary wallet changed or is gone. */
  onWalletChanged(memberId: string): Promise<void>;
  /** Something that the member's linked roles count changed: a wallet, a finished rig or a paid purchase. Runs inside `t`. */
  onFigures(t: Transaction, memberId: string): Promise<void>;
  /** Unfinished work of the member's primary wallet can no longer be followed. */
  onWalletLost(memberId: string): Promise<void>;
  /**
   * Unlinks every wallet of a member, also with unfinished work.
   * @returns their addresses; null when no feature links wallets
   */
  unlinkAll(memberId: string): Promise<string[] | null>;
  /** A manager changed the settings of a server. */
  onSettings(guildId: string): Promise<void>;
  /** The member's data is about to be deleted. */
  onLeaving(memberId: string): Promise<void>;
  /** The service pushed an update of a rig. */
  onGeneration(generation: Generation): Promise<void>;
  /** The service pushed an update of a purchase. */
  onIntent(intent: Pick<Intent, 'id'>): Promise<void>;
  /** A permission, thread or server came back, so messages to these channels can be retried. */
  onAccessBack(isBack: (channelId: string) => boolean): Promise<void>;
  /** Notices that no direct message could deliver, for the member's next answer. */
  pendingNotices(memberId: string): Promise<PendingNotice[]>;
  /** The current card of a message; null when the message shows nothing that is stored. */
  drawOf(messageId: string): Promise<Card | null>;
  /** The member who started a purchase. */
  buyerOf(intentId: string): Promise<string | null>;
  /**
   * Begins Discord's consent for linked roles, for the browser in which this member linked a wallet. Null when linked
   * roles are off. @returns the consent page, and the Set-Cookie header for the browser
   */
  beginLinkedRole(memberId: string): Promise<{ url: string; cookie: string } | null>;
  /** Whether the member agreed to linked roles; null when not. */
  hasLinkedRole(memberId: string): Promise<true | null>;
  /** Posts the live card of a rig to a thread, once. Null when no feature shows rigs. */
  showGeneration(memberId: string, spot: RigSpot, generation: Generation): Promise<true | null>;
};

/**
 * One feature of the bot. Removing it means removing its folder, its commands and its line in `features.ts`. Nothing
 * runs and no event arrives before every feature was created.
 * @typeParam Flows the use-cases that commands may call, by name
 */
export type BotFeature<Flows extends object = object> = {
  flows: Flows;
  /** Names of its commands, as in `commands/`. */
  commands?: readonly string[];
  /** Encrypted columns, re-encrypted under a new master key. */
  sealed?: readonly SealedColumn[];
  /** Its stores, by their name in a data export. */
  keepers?: Readonly<Record<string, Keeper>>;
  /** Its outbox rows, by kind. */
  outbox?: Readonly<Record<string, Delivery>>;
  rounds?: readonly Round[];
  pages?: readonly WebPage[];
  gateway?: GatewayHandlers;
  hooks?: Partial<FeatureHooks>;
  /**
   * After the bot connected, and again whenever it serves more servers: continues there what another process left. Once
   * when it begins to serve them, so that deliveries continue, and once when their events arrive.
   */
  resume?(isNew: (guildId: string | null) => boolean): Promise<void>;
  /** Ends its work for these servers, before another process serves them. */
  leave?(isLeft: (guildId: string | null) => boolean): Promise<void>;
  /** At once: another process serves the servers of this one already. */
  drop?(): void;
  /** After the last round, while Discord can still be reached. */
  stop?(): Promise<void>;
};
