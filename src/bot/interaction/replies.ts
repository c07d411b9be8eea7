import { DiscordAPIError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Card } from '../cards/card.js';
import type { PendingNotice } from '../delivery/pending-notice.js';
import { forOneMember, isTooLate, staysIn, whole } from './acknowledge.js';
import type { Acknowledgement, Acted } from './acted.js';

/** Pauses before an answer that Discord failed to take is sent again. */
const pausesMs = [2_000, 5_000, 15_000, 40_000];

/** An answer that took longer since its action began may be older than what its message showed meanwhile. */
const lateMs = 1_000;

/** `beganAt`: when the action began that made the card. */
type Shown = { messageId: string; beganAt: number };

/** How cards reach Discord as the answer of an acknowledged interaction. */
export function createReplies(deps: {
  /** Notices that go below this answer. */
  pendingNotices: (memberId: string) => Promise<PendingNotice[]>;
  /** The current card of a message; null when the message shows nothing that is stored. */
  drawOf?: (messageId: string) => Promise<Card | null>;
  clock: Clock;
  log: Log;
}) {
  const { pendingNotices, drawOf, clock, log } = deps;
  const showing = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** Retries for a minute what Discord did not take, because a member waits for it. */
  const patiently = async (send: () => Promise<unknown>): Promise<unknown> => {
    for (const pauseMs of pausesMs) {
      try {
        return await send();
      } catch (error) {
        if (error instanceof DiscordAPIError || stopping.signal.aborted) throw error;
        log.warn({ err: error }, 'Discord did not take an answer; it will be retried');
        await clock.sleep(pauseMs, stopping.signal).catch(() => undefined);
      }
    }
    return send();
  };

  /** Where Discord refuses the edit, the card is sent as a follow-up: the first one replaces a pending answer. */
  const showPrivately = async (interaction: Acted, card: Card, shown?: Shown): Promise<void> => {
    try {
      await patiently(() => interaction.editReply(whole(card)));
      if (shown) await redrawLate(interaction, shown);
    } catch (error) {
      if (isTooLate(error)) throw error;
      await patiently(() => interaction.followUp(forOneMember(card)));
    }
  };

  /**
   * Draws the card again where Discord took it late, because its message may have shown a newer state by then: from the
   * outbox, or from another process that answered while this one was paused. The answer is shown even if this fails.
   */
  const redrawLate = async (interaction: Acted, { messageId, beganAt }: Shown): Promise<void> => {
    if (clock.now() - beganAt < lateMs) return;
    try {
      const newest = await drawOf?.(messageId);
      if (newest) await patiently(() => interaction.editReply(whole(newest)));
    } catch (error) {
      log.warn({ message: messageId, err: error }, 'a late answer could not be drawn again');
    }
  };

  const showNoticesBelow = async (interaction: Acted): Promise<void> => {
    const { id, user } = interaction;
    try {
      for (const { card, noteNotified } of await pendingNotices(user.id)) {
        await patiently(() => interaction.followUp(forOneMember(card)));
        await noteNotified();
      }
    } catch (error) {
      log.warn(
        { interaction: id, member: user.id, err: error },
        'notices below an answer not shown; they go below the next one',
      );
    }
  };

  return {
    /** Below a message that only this member sees and may have dismissed, where Discord refuses to edit it. */
    async show(interaction: Acted, card: Card, how: Acknowledgement, shown: Shown): Promise<void> {
      if (how === 'private') return showPrivately(interaction, card, shown);
      try {
        await patiently(() => interaction.editReply(whole(card)));
        await redrawLate(interaction, shown);
      } catch (error) {
        if (staysIn(interaction, how) || isTooLate(error)) throw error;
        await patiently(() => interaction.followUp(forOneMember(card)));
      }
    },

    /**
     * Shows a failure to the member alone: below a card whose button was pressed, so that the card keeps its buttons,
     * and instead of a public answer, because a failure concerns only that member.
     */
    async showFailure(interaction: Acted, card: Card, acknowledged: unknown): Promise<void> {
      if (!interaction.deferred) return void (await interaction.reply(forOneMember(card)));
      if (acknowledged === 'private') return showPrivately(interaction, card);
      if (acknowledged === 'public') await interaction.deleteReply().catch(() => undefined);
      await patiently(() => interaction.followUp(forOneMember(card)));
    },

    /**
     * Shows what is pending, one answer of a member after the other, so that no notice is shown twice. A notice stays
     * pending until Discord has accepted it.
     */
    async showPendingNotices(interaction: Acted): Promise<void> {
      const { id } = interaction.user;
      const shown = (showing.get(id) ?? Promise.resolve()).then(() => showNoticesBelow(interaction));
      showing.set(id, shown);
      await shown;
      if (showing.get(id) === shown) showing.delete(id);
    },

    /** No more retries: the process ends. */
    stop(): void {
      stopping.abort();
    },
  };
}
