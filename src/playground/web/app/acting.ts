import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Actor, ActorPerson, SeenChannel, SeenMessage, SeenWorld } from '../../actor/client.js';
import type { Draft } from './draft.js';
import type { Anchor } from './surface/popout.js';

/** Who is acting, where, and what every part of the page can set in motion. */
export type Acting = {
  actor: Actor;
  world: SeenWorld;
  person: ActorPerson;
  memberId: string;
  channels: SeenChannel[];
  channel: SeenChannel | undefined;
  /** Opens a channel, at a message when one is named. */
  openChannel(id: string, messageId?: string): void;
  openDm(userId: string): void;
  draftCommand(draft: Draft): void;
  replyTo(message: SeenMessage | null): void;
  /** The own message that is open for a change. */
  editing: string | null;
  edit(message: SeenMessage | null): void;
  /** Puts away a message that only this member sees. */
  dismissMessage(id: string): void;
  /** The card of a member, beside what was pressed. */
  showMember(id: string, anchor: Anchor): void;
  showMessageMenu(message: SeenMessage, anchor: Anchor): void;
  showMemberMenu(id: string, anchor: Anchor): void;
  /** Runs what a person did; a refusal becomes a notice. Resolves to `undefined` then. */
  attempt<T>(what: Promise<T>): Promise<T | undefined>;
  /** One sentence for the person, gone after a while. */
  say(sentence: string): void;
  /** Puts a picture's QR code or a payment link before the wallet. */
  scan(what: { url: string } | { image_url: string }): void;
};

export const ActingContext = createContext<Acting | null>(null);

export function useActing(): Acting {
  const acting = useContext(ActingContext);
  if (!acting) throw new Error('used outside of the page');
  return acting;
}
