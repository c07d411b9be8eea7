import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ActorPerson, SeenChannel, SeenMessage, SeenWorld } from '../../actor/client.js';

/** A command put into the composer, ready to be completed and sent. */
export type Draft = {
  command: string;
  values?: Record<string, string>;
  /** The member or message of a context menu. */
  target?: string;
};

/** Who is acting, where, and what every part of the page can set in motion. */
export type Acting = {
  world: SeenWorld;
  person: ActorPerson;
  memberId: string;
  channels: SeenChannel[];
  channel: SeenChannel | undefined;
  openChannel(id: string): void;
  draftCommand(draft: Draft): void;
  replyTo(message: SeenMessage | null): void;
  /** Puts away a message that only this member sees. */
  dismissMessage(id: string): void;
  /** Runs what a person did; a refusal becomes a notice. Resolves to `undefined` then. */
  attempt<T>(what: Promise<T>): Promise<T | undefined>;
  /** Puts a picture's QR code or a payment link before the wallet. */
  scan(what: { url: string } | { image_url: string }): void;
};

export const ActingContext = createContext<Acting | null>(null);

export function useActing(): Acting {
  const acting = useContext(ActingContext);
  if (!acting) throw new Error('used outside of the page');
  return acting;
}
