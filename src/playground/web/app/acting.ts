import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  Actor,
  ActorPerson,
  SeenChannel,
  SeenCommand,
  SeenMessage,
  SeenWorld,
  WalletLook,
} from '../../actor/client.js';
import type { Translate } from './copy/texts.js';
import type { CommandDraft } from './draft.js';
import type { Anchor } from './surface/popout.js';

/** The acting member, the open channel, and the actions that every part of the page can start. */
export type ActingState = {
  /** The texts of the page in the member's language. */
  t: Translate;
  /** False while the playground does not answer. */
  connected: boolean;
  actor: Actor;
  /** Its `guild` is the shown server. */
  world: SeenWorld;
  person: ActorPerson;
  memberId: string;
  /** The member's wallet; null until it has been read. */
  wallet: WalletLook | null;
  progress: { isLinked: boolean; hasCharacter: boolean };
  /** Channels of the shown server, and direct messages. */
  channels: SeenChannel[];
  /** Channels of all servers. */
  allChannels: SeenChannel[];
  channel: SeenChannel | undefined;
  /** The commands this member can use in the open channel. */
  commands: SeenCommand[];
  /** Opens a channel, at `messageId` if given. */
  openChannel(id: string, messageId?: string): void;
  openServer(id: string): void;
  openDm(userId: string): void;
  draftCommand(draft: CommandDraft): void;
  replyTo(message: SeenMessage | null): void;
  /** The own message being edited. */
  editing: string | null;
  edit(message: SeenMessage | null): void;
  /** Dismisses an ephemeral message. */
  dismissMessage(id: string): void;
  /** Shows a member's card next to the pressed element. */
  showMember(id: string, anchor: Anchor): void;
  showMessageMenu(message: SeenMessage, anchor: Anchor): void;
  showMemberMenu(id: string, anchor: Anchor): void;
  /** Awaits an action. A refusal becomes a notice and resolves to `undefined`. */
  attempt<T>(what: Promise<T>): Promise<T | undefined>;
  /** Shows one sentence that disappears after a while. */
  say(sentence: string): void;
  /** Lets the wallet scan a picture's QR code or a payment link. */
  scan(what: { url: string } | { image_url: string }): void;
};

export const ActingContext = createContext<ActingState | null>(null);

export function useActing(): ActingState {
  const acting = useContext(ActingContext);
  if (!acting) throw new Error('used outside of the page');
  return acting;
}
