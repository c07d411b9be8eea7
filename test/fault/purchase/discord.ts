import type { VirtualTime } from '../../../bench/relay/time.js';
import { isWords, type Post } from '../../../src/bot/cards/card.js';
import { createSendDirect, type SendDirect } from '../../../src/bot/direct.js';
import { createMessenger, type Messenger } from '../../../src/bot/messenger.js';
import { readableText } from '../../../src/playground/actor/component.js';
import type { JsonObject } from '../../../src/playground/discord/types.js';
import type { Dice } from '../schedule/dice.js';
import { createRefusingRest, nonceOf } from './refusals.js';

/** Discord remembers a nonce for minutes; a story is shorter. */
const nonceMs = 30_000;

const empty = { content: '', embeds: [], attachments: [] };

/** What a person reads in a message. */
export const wordsOf = (post: Post): string =>
  isWords(post)
    ? post.content
    : readableText({ ...empty, components: post.components as unknown as JsonObject[] });

/**
 * A channel with one card, in which requests take their time, and fail before or after they took effect.
 * @param isRefusing Discord refuses edits, posts and direct messages in turn; the real messenger asks it
 */
export function createChannel(time: VirtualTime, dice: Dice, isCalm: () => boolean, isRefusing = false) {
  const said: { key: string; words: string; at: number }[] = [];
  let card: string | null = '';

  const meet = async <T>(act: () => T): Promise<T> => {
    await time.sleep(20 + dice.int(300));
    if (!isCalm() && dice.chance(0.08)) throw new Error('502, nothing happened');
    const result = act();
    await time.sleep(20 + dice.int(300));
    if (!isCalm() && dice.chance(0.08)) throw new Error('hung up after the effect');
    return result;
  };
  const show = (post: Post) => {
    if (card === null) return 'gone' as const;
    card = wordsOf(post);
    return 'edited' as const;
  };

  const { rest, refused } = createRefusingRest({
    time,
    dice,
    isCalm,
    show: (post) => show(post) === 'edited',
    take: (nonce, post) => {
      const known = said.some((one) => one.key === nonce && time.now() - one.at < nonceMs);
      if (!known) said.push({ key: nonce, words: wordsOf(post), at: time.now() });
    },
  });
  const real = createMessenger(rest);
  const closed: SendDirect = async () => 'closed';

  const messenger: Omit<Messenger, 'deliver'> = {
    edit: (_channel, _message, post) => meet(() => show(post)),
    send: (_channel, post, key) =>
      meet(() => {
        const known = said.some((one) => one.key === key && time.now() - one.at < nonceMs);
        if (!known) said.push({ key, words: wordsOf(post), at: time.now() });
        return '1';
      }),
    remove: () => meet(() => false),
  };
  return {
    messenger: isRefusing ? real : messenger,
    sendDirect: isRefusing ? createSendDirect(rest, real) : closed,
    /** How a notice of an outcome is known in `said`. */
    keyOf: (outcome: string) => {
      const key = `notice/int_1/${outcome}`;
      return isRefusing ? nonceOf(key) : key;
    },
    /** Refusals so far, by the kind of request. */
    refused,
    /** The answer to a press, which goes another way than the bot's own edits. */
    async answer(post: Post): Promise<void> {
      await time.sleep(dice.int(1_500));
      await meet(() => show(post));
    },
    deleteCard() {
      card = null;
    },
    card: () => card,
    said,
  };
}
