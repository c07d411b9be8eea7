import type { Clock } from '../../base/clock.js';

/** Discord takes no edits of a private card for longer than 15 minutes. */
const livesMs = 14 * 60_000;

type OpenCard = { messageId: string; until: number; remove: () => Promise<unknown> };

/**
 * The card of each member's link attempt. A newer card replaces it, so that no card shows a link or a code field that no
 * longer works. In memory of this process: a card of another one stays until its member dismisses it.
 */
export function createOpenCards(clock: Clock) {
  const cards = new Map<string, OpenCard>();

  const take = (memberId: string): OpenCard | undefined => {
    const card = cards.get(memberId);
    cards.delete(memberId);
    return card && card.until > clock.now() ? card : undefined;
  };
  const removeUnless = async (card: OpenCard | undefined, messageId: string): Promise<void> => {
    if (card && card.messageId !== messageId) await card.remove().catch(() => undefined); // the member may have dismissed it
  };

  return {
    /** The member's newest card; removes the one before. */
    async opened(memberId: string, messageId: string, remove: () => Promise<unknown>): Promise<void> {
      const before = take(memberId);
      for (const [id, { until }] of cards) if (until <= clock.now()) cards.delete(id);
      cards.set(memberId, { messageId, remove, until: clock.now() + livesMs });
      await removeUnless(before, messageId);
    },
    /** The attempt ended on this message; removes its card if that is another one. */
    closed: (memberId: string, messageId: string) => removeUnless(take(memberId), messageId),
  };
}
