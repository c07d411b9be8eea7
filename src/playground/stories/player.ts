import type { ActorPerson, SeenMessage, SeenOutcome, SightWanted } from '../actor/client.js';
import { findControl, readableText } from '../actor/component.js';
import type { Transcript } from './transcript.js';

/**
 * A person of a story. Stories find cards by their controls and data, never by their sentences, so that they play in
 * every language.
 */
export type Player = {
  person: ActorPerson;
  did(what: string): void;
  /** Waits until the person sees the message and adds it to the transcript. */
  sees(what: SightWanted, where?: { channel?: string; after?: string }): Promise<SeenMessage>;
  /** The same for the answer to an action. */
  seesAnswer(outcome: SeenOutcome, what: SightWanted): Promise<SeenMessage>;
  /** The same for a later state of a message. */
  seesChange(message: SeenMessage, what: SightWanted): Promise<SeenMessage>;
  /** Presses the button whose custom id begins so. */
  presses(control: string, message: SeenMessage): Promise<SeenOutcome>;
};

const justBefore = (id: string): string => String(BigInt(id) - 1n);

export function createPlayer(deps: {
  person: ActorPerson;
  /** The name shown in the transcript. */
  name: string;
  read: (message: SeenMessage) => string;
  transcript: Pick<Transcript, 'did' | 'saw'>;
}): Player {
  const { person, name, read, transcript } = deps;
  const did = (what: string) => transcript.did(name, what);
  const sees: Player['sees'] = async (what, where = {}) => {
    const message = await person.sees(what, where);
    transcript.saw(name, read(message));
    return message;
  };
  return {
    person,
    did,
    sees,
    seesAnswer({ message_id: id }, what) {
      if (!id) throw new Error(`${name} got no answer`);
      return sees(what, { after: justBefore(id) });
    },
    async seesChange({ id, channel_id: channel }, what) {
      const changed = await sees(what, { channel, after: justBefore(id) });
      if (changed.id !== id) throw new Error('the change was seen in another message');
      return changed;
    },
    async presses(control, message) {
      const button = findControl(message, control);
      if (!button) throw new Error(`the message has no button ${control}:\n${readableText(message)}`);
      did(`presses **${String(button.label)}**`);
      const where = { message: message.id, channel: message.channel_id };
      return person.clicks({ customId: String(button.custom_id) }, where);
    },
  };
}

/** The first text in a message that matches, for example a payment link. */
export function findIn(message: SeenMessage, pattern: RegExp): string {
  const found = JSON.stringify(message).match(pattern)?.[0];
  if (!found) throw new Error(`the message has nothing like ${pattern}:\n${readableText(message)}`);
  return found;
}

/** The numbers that a person reads in a message, as written there. */
export const numbersIn = (message: SeenMessage): string[] =>
  readableText(message).match(/\d+([.,\s]\d{3})*/g) ?? [];
