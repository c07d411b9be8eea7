import { DiscordAPIError } from 'discord.js';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { acknowledge, forOneMember, isTooLate, staysIn, whole } from './acknowledge.js';
import type { Admission } from './admission.js';
import { type Card, note } from './cards/card.js';
import type { Acknowledgement, Acted, Action, Flows } from './command.js';
import { failureCard } from './failure.js';
import type { InteractionStore } from './interaction-store.js';
import { checkNeeds } from './needs.js';
import type { Member } from './place.js';

/** An interaction on its way to its answer. `messageId` is known where a former process acknowledged it. */
export type Act<I extends Acted> = {
  interaction: I;
  action: Action<I>;
  argument: string;
  /** How a member would ask again; null for a button. */
  command: string | null;
  /** As Discord sent it. */
  payload?: unknown;
  messageId?: string;
};

/** How long a stop waits for members to be told of it. */
const toldMs = 2_000;

/** Cards that wait for a member's next answer. */
const mostUnsent = 10;

const pausesMs = [2_000, 5_000, 15_000, 40_000];

const restarting = note(
  'I’m restarting',
  'I couldn’t finish this before the restart. I’ll come back to it here in a moment; if nothing changes within two minutes, try again.',
  'waiting',
);

/** An answer that took longer may have been overtaken by the outbox. */
const lateMs = 1_000;

/** Acknowledges an interaction, runs its action in turn and shows the card. What fails ends in one card. */
export function createAnswering(deps: {
  flows: Flows;
  /** What the member must still be told, to go below this answer. */
  untold: (memberId: string) => Promise<Card[]>;
  interactions: Pick<InteractionStore, 'keep' | 'answered' | 'interrupted' | 'flush'>;
  /** The card of what a message shows, as it stands now; null where it shows nothing that is kept. */
  drawOf?: (messageId: string) => Promise<Card | null>;
  admission: Admission;
  clock: Clock;
  log: Log;
}) {
  const { flows, untold, interactions, drawOf, admission, clock, log } = deps;
  const running = new Map<string, { done: Promise<void>; interrupt(): Promise<void> }>();
  const unsent = new Map<string, Card[]>();
  let isStopping = false;

  const open = async <I extends Acted>({ interaction, action, argument }: Act<I>, member: Member) => {
    if (!('form' in action) || !('showModal' in interaction)) throw new AppError('internal');
    await interaction.showModal(await action.form({ interaction, member, argument, flows }));
  };

  /** An answer Discord fails to take is sent again for a minute: a member waits for it. */
  const patiently = async (send: () => Promise<unknown>): Promise<unknown> => {
    for (const pauseMs of pausesMs) {
      try {
        return await send();
      } catch (error) {
        if (error instanceof DiscordAPIError || isStopping) throw error;
        log.warn({ err: error }, 'Discord did not take an answer; it will be retried');
        await clock.sleep(pauseMs);
      }
    }
    return send();
  };

  /** Sends the acknowledgement first; what is kept of it is written while Discord takes it. */
  const begin = async <I extends Acted>(act: Act<I>, how: Acknowledgement): Promise<string> => {
    const { interaction, action, command, messageId } = act;
    if (messageId !== undefined) return messageId;
    const sent = admission.acknowledging(acknowledge(interaction, how));
    const kept = interactions
      .keep({
        id: interaction.id,
        memberId: interaction.user.id,
        acknowledged: how,
        applicationId: interaction.applicationId,
        token: interaction.token,
        command,
        ...('run' in action && action.isRepeatable && { payload: act.payload }),
      })
      .catch((error) => log.error({ err: error, interaction: interaction.id }, 'interaction not kept'));
    const id = await sent;
    await kept;
    return id;
  };

  const run = async <I extends Acted>(act: Act<I>, how: Acknowledgement, messageId: string) => {
    const { interaction, action, argument } = act;
    if ('form' in action) throw new AppError('internal');
    const member = memberOf(interaction);
    const place = {
      guildId: interaction.guildId ?? '',
      guildName: interaction.guild?.name ?? 'this server',
      channelId: interaction.channelId ?? '',
      messageId,
    };
    let ran = false;
    try {
      const card = await action.run({ interaction, member, argument, flows, place });
      ran = true;
      if (how === 'private') await showPrivately(interaction, card);
      else await showPublicly(interaction, card, messageId);
      await card.shown?.();
      await markAnswered(interaction, staysIn(interaction, how) ? messageId : null);
    } catch (error) {
      const told = ran && how === 'public' ? 'private' : how; // the answer's message belongs to what was done
      await answerFailure(interaction, failureCard(error, log, about(interaction)), told);
      await markAnswered(interaction, ran && staysIn(interaction, how) ? messageId : null);
    }
  };

  const markAnswered = ({ id }: Acted, messageId: string | null) =>
    interactions
      .answered(id, messageId)
      .catch((error) => log.error({ err: error, interaction: id }, 'answered interaction not noted'));

  const answer = async <I extends Acted>(act: Act<I>): Promise<void> => {
    const { interaction, action } = act;
    const member = memberOf(interaction);
    const how =
      typeof action.acknowledge === 'function' ? action.acknowledge(interaction) : action.acknowledge;
    try {
      if (how === 'form') return await open(act, member);
      if (act.messageId === undefined) checkNeeds(interaction, action.needs, how);
      const messageId = await begin(act, how);
      await admission.run(() => run(act, how, messageId));
    } catch (error) {
      if (interaction.deferred) throw error; // not even the failure could be told
      await markAnswered(interaction, null);
      if (isTooLate(error)) return log.warn({ ...about(interaction), err: error }, 'interaction expired');
      await answerFailure(interaction, failureCard(error, log, about(interaction)), how);
    }
    await tellRest(interaction, member.id);
  };

  /** What is untold is given out once, so what Discord refuses below this answer goes below the next one. */
  const tellRest = async (interaction: Acted, memberId: string): Promise<void> => {
    const cards = [...(unsent.get(memberId) ?? []), ...(await untold(memberId))];
    unsent.delete(memberId);
    for (const [at, card] of cards.entries())
      try {
        await patiently(() => interaction.followUp(forOneMember(card)));
      } catch (error) {
        unsent.set(memberId, cards.slice(at, at + mostUnsent));
        return log.warn(
          { ...about(interaction), err: error },
          'Discord refused what follows an answer; it waits for the next',
        );
      }
  };

  /** A card that Discord took late may be older than what its message showed by then, so it is drawn again. */
  const showPublicly = async (interaction: Acted, card: Card, messageId: string): Promise<void> => {
    const sentAt = clock.now();
    await patiently(() => interaction.editReply(whole(card)));
    if (clock.now() - sentAt < lateMs) return;
    const newest = await drawOf?.(messageId);
    if (newest) await patiently(() => interaction.editReply(whole(newest)));
  };

  /** Where Discord refuses the edit, the card is sent as a follow-up: the first one takes the place of a pending answer. */
  const showPrivately = async (interaction: Acted, card: Card): Promise<void> => {
    try {
      await patiently(() => interaction.editReply(whole(card)));
    } catch (error) {
      if (isTooLate(error)) throw error;
      await patiently(() => interaction.followUp(forOneMember(card)));
    }
  };

  /**
   * A failure is told to the member alone: below a card that was pressed, so that it keeps its buttons, and in
   * place of a public answer, which would concern nobody else.
   */
  async function answerFailure(interaction: Acted, card: Card, acknowledged: Action<Acted>['acknowledge']) {
    if (!interaction.deferred) return void (await interaction.reply(forOneMember(card)));
    if (acknowledged === 'private') return showPrivately(interaction, card);
    if (acknowledged === 'public') await interaction.deleteReply().catch(() => undefined);
    await patiently(() => interaction.followUp(forOneMember(card)));
  }

  /** Waits for `work`, `ms` at most. */
  const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
    const finished = new AbortController();
    await Promise.race([work, clock.sleep(ms, finished.signal).catch(() => undefined)]);
    finished.abort();
  };

  const interrupt = async (interaction: Acted): Promise<void> => {
    if (!interaction.deferred) return;
    await interactions.interrupted(interaction.id);
    await interaction.followUp(forOneMember(restarting));
  };

  return {
    /** Rejects only where not even a failure could be told. */
    async act<I extends Acted>(act: Act<I>): Promise<void> {
      const { interaction } = act;
      if (isStopping) return void (await interaction.reply(forOneMember(stopped)));
      const done = answer(act);
      running.set(interaction.id, {
        done: done.catch(() => undefined),
        interrupt: () => interrupt(interaction),
      });
      await done.finally(() => running.delete(interaction.id));
    },

    async refuse(interaction: Acted, sentence: string): Promise<void> {
      const card = failureCard(new AppError('forbidden', sentence), log, { interaction: interaction.id });
      await interaction.reply(forOneMember(card));
    },

    /** Takes nothing new, lets what runs finish within `withinMs`, and tells those it could not finish for. */
    async stop(withinMs: number): Promise<void> {
      isStopping = true;
      await within(withinMs, Promise.all([...running.values()].map(({ done }) => done)));
      await within(toldMs, Promise.allSettled([...running.values()].map(({ interrupt }) => interrupt())));
      interactions.flush();
    },
  };
}

const stopped = note('I’m restarting', 'Please try again in a moment. Nothing was started.', 'waiting');

const memberOf = ({ user }: Acted): Member => ({ id: user.id, name: user.username });
const about = ({ id, user }: Acted) => ({ interaction: id, member: user.id });
