import type { ChainState } from '../chain/local-chain.js';
import type {
  ChannelView,
  CommandView,
  GuildView,
  Member,
  MessageView,
  ModalView,
  Outcome,
} from '../discord/types.js';
import type { SnakeCased } from './wire.js';

/** What the actor API returns: the local Discord's views, and the chain. */

export type SeenMessage = SnakeCased<MessageView>;
export type SeenModal = SnakeCased<ModalView>;
export type SeenChannel = SnakeCased<ChannelView>;
export type SeenCommand = SnakeCased<CommandView>;
export type SeenOutcome = SnakeCased<Outcome> & { modal: SeenModal | null };
export type SeenWorld = SnakeCased<{
  /** The first server. */
  guild: GuildView;
  guilds: GuildView[];
  people: Member[];
  /** Those of the first server. */
  channels: ChannelView[];
  bots: { name: string; userId: string; applicationId: string }[];
  /** The languages of Discord. */
  locales: string[];
  now: number;
  /** Changes when the playground starts again. */
  instance: string;
  /** What this playground can do besides, for its page. */
  offers: { firstCharacter: boolean; reset: boolean };
}>;

export type SeenChain = {
  rpc: string;
  ws: string;
  genesis_hash: string;
  usdc_mint: string;
  slot: number;
  controls: string[];
} & SnakeCased<ChainState>;
