import type { VirtualTime } from '../../../bench/relay/time.js';
import { isWords, type Post } from '../../../src/bot/cards/card.js';
import type { Messenger } from '../../../src/bot/messenger.js';
import { readableText } from '../../../src/playground/actor/component.js';
import type { JsonObject } from '../../../src/playground/discord/types.js';
import type { Dice } from '../schedule/dice.js';

/** Discord remembers a nonce for minutes; a story is shorter. */
const nonceMs = 30_000;

const empty = { content: '', embeds: [], attachments: [] };

/** What a person reads in a message. */
export const wordsOf = (post: Post): string =>
  isWords(post)
    ? post.content
    : readableText({ ...empty, components: post.components as unknown as JsonObject[] });

/** A channel with one card, in which requests take their time, and fail before or after they took effect. */
export function createChannel(time: VirtualTime, dice: Dice, isCalm: () => boolean) {
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
    messenger,
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
