import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Actor, ActorPerson, SeenChannel, SeenMessage, SeenWorld } from '../../actor/client.js';
import type { Draft } from './draft.js';
import type { Anchor } from './surface/popout.js';

/** The acting member, the open channel, and the actions that every part of the page can start. */
export type Acting = {
  actor: Actor;
  world: SeenWorld;
  person: ActorPerson;
  memberId: string;
  channels: SeenChannel[];
  channel: SeenChannel | undefined;
  /** Opens a channel, at `messageId` if given. */
  openChannel(id: string, messageId?: string): void;
  openDm(userId: string): void;
  draftCommand(draft: Draft): void;
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

export const ActingContext = createContext<Acting | null>(null);

export function useActing(): Acting {
  const acting = useContext(ActingContext);
  if (!acting) throw new Error('used outside of the page');
  return acting;
}
