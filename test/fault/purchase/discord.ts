import type { VirtualTime } from '../../../bench/relay/time.js';
import { isWords, type Post } from '../../../src/bot/cards/card.js';
import { createSendDirect, type SendDirect } from '../../../src/bot/delivery/direct.js';
import { createMessenger, type Messenger } from '../../../src/bot/delivery/messenger.js';
import { readableText } from '../../../src/playground/actor/component.js';
import type { JsonObject } from '../../../src/playground/discord/types.js';
import type { Dice } from '../schedule/dice.js';
import { createRefusingRest, nonceOf } from './refusals.js';

/** Discord remembers a nonce for minutes; a story is shorter. */
const nonceMs = 30_000;
/** Discord takes edits of a private answer this long, and the bot expects it a little shorter. */
const tokenMs = 15 * 60_000;
const expectedMs = 14.5 * 60_000;

const empty = { content: '', embeds: [], attachments: [] };

/** What a person reads in a message. */
export const wordsOf = (post: Post): string =>
  isWords(post)
    ? post.content
    : readableText({ ...empty, components: post.components as unknown as JsonObject[] });

/**
 * One private card and the direct messages of its member. Requests take their time, and fail before or after they took
 * effect; edits end with the token of the last press.
 * @param isRefusing Discord refuses edits and direct messages in turn; the real messenger asks it
 */
export function createPrivateView(time: VirtualTime, dice: Dice, isCalm: () => boolean, isRefusing = false) {
  const said: { key: string; words: string; at: number }[] = [];
  let card: string | null = '';
  const seen: string[] = [];
  let liveSince = time.now();
  const ageMs = () => time.now() - liveSince;

  const meet = async <T>(act: () => T): Promise<T> => {
    await time.sleep(20 + dice.int(300));
    if (!isCalm() && dice.chance(0.08)) throw new Error('502, nothing happened');
    const result = act();
    await time.sleep(20 + dice.int(300));
    if (!isCalm() && dice.chance(0.08)) throw new Error('hung up after the effect');
    return result;
  };
  const show = (post: Post) => {
    if (card === null || ageMs() >= tokenMs) return 'gone' as const;
    card = wordsOf(post);
    seen.push(card);
    return 'edited' as const;
  };
  const take = (key: string, post: Post) => {
    const known = said.some((one) => one.key === key && time.now() - one.at < nonceMs);
    if (!known) said.push({ key, words: wordsOf(post), at: time.now() });
  };

  const { rest, refused } = createRefusingRest({
    time,
    dice,
    isCalm,
    show: (post) => show(post) === 'edited',
    take,
  });
  const real = createMessenger(rest, async () =>
    ageMs() < expectedMs ? { applicationId: '1', token: 'of the press' } : null,
  );
  const isOpen = dice.chance(0.7);

  const messenger: Pick<Messenger, 'editPrivate'> = {
    editPrivate: (_message, post) => meet(() => (ageMs() < expectedMs ? show(post) : 'gone')),
  };
  const sendDirect: SendDirect = (_member, post, key) =>
    meet(() => {
      if (!isOpen) return 'closed';
      take(key, post);
      return 'told';
    });
  return {
    messenger: isRefusing ? real : messenger,
    sendDirect: isRefusing ? createSendDirect(rest, real) : sendDirect,
    /** How a notice of an outcome is known in `said`. */
    keyOf: (outcome: string) => {
      const key = `notice/int_1/${outcome}`;
      return isRefusing ? nonceOf(key) : key;
    },
    /** Refusals so far, by the kind of request. */
    refused,
    /** A press on the card brings a new token. A dismissed card cannot be pressed. */
    press(): boolean {
      if (card !== null) liveSince = time.now();
      return card !== null;
    },
    /** The answer to a press, which goes another way than the bot's own edits. */
    async answer(post: Post): Promise<void> {
      await time.sleep(dice.int(1_500));
      await meet(() => show(post));
    },
    dismissCard() {
      card = null;
    },
    card: () => card,
    /** Everything the card has shown, also before it was dismissed. */
    seen: seen as readonly string[],
    /** Whether the bot can still edit it. */
    isLive: () => card !== null && ageMs() < expectedMs,
    said,
  };
}
