import { DiscordAPIError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { AppError, type Reason, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import type { Translate } from '../../copy/translate.js';
import type { Card } from '../cards/card.js';
import type { Answer } from '../command.js';
import type { PendingNotice } from '../delivery/pending-notice.js';
import { failureCard, isRefusal } from '../failure.js';
import type { Flows } from '../features.js';
import type { Languages } from '../languages.js';
import type { Member } from '../place.js';
import { forOneMember, isTooLate, staysIn } from './acknowledge.js';
import type { Acknowledgement, Acted } from './acted.js';
import type { Admission } from './admission.js';
import { type Act, createBeginning, keptOf } from './begin.js';
import { type Deadline, DeadlineError, noDeadline, startDeadline } from './deadline.js';
import { createLeftOver } from './left-over.js';
import { checkNeeds } from './needs.js';
import { restarting, stopped, unavailable, unshown } from './notes.js';
import { createReplies } from './replies.js';
import type { InteractionStore } from './store.js';

/** How long a stop waits for its notices to members. */
const stopNoticesMs = 2_000;

/** Acknowledges an interaction, runs its action in turn and shows the card. A failure is shown as a card too. */
export function createAnswering(deps: {
  flows: Flows;
  /** Notices that still must reach the member; shown below this answer. */
  pendingNotices: (memberId: string) => Promise<PendingNotice[]>;
  languages: Languages;
  interactions: Pick<InteractionStore, 'keep' | 'answersIn' | 'answered' | 'interrupted' | 'leave'>;
  /** Draws the stored subject of a message in its current state; null when there is none. */
  drawOf?: (messageId: string) => Promise<Card | null>;
  admission: Admission;
  clock: Clock;
  log: Log;
  metrics?: Metrics | undefined;
}) {
  const { flows, languages, interactions, admission, clock, log, metrics = noMetrics } = deps;
  const replies = createReplies(deps);
  const leftOver = createLeftOver(interactions);
  const onLateRow = (interaction: Acted) => void markAnswered(interaction, null);
  const begin = createBeginning({ interactions, onLateRow, admission, metrics, clock, log });
  const translateFor = (memberId: string, locale: string): Promise<Translate> =>
    languages.ofMember(memberId, locale);
  const running = new Map<string, { done: Promise<void>; interrupt(): Promise<void> }>();
  let isStopping = false;
  const ended = (outcome: 'answered' | 'form' | 'refused' | 'failed' | 'expired' | 'restarting') =>
    metrics.count('rigsmith_interactions_total', { outcome });
  const endedBy = (error: unknown) => ended(isRefusal(toAppError(error)) ? 'refused' : 'failed');

  const formOf = async <I extends Acted>({ interaction, action, argument }: Act<I>) => {
    if (!('form' in action)) throw new AppError('internal');
    const member = memberOf(interaction);
    const t = await translateFor(member.id, interaction.locale);
    const channelT = await languages.ofServer(interaction.guildId, interaction.guildLocale);
    return action.form({ interaction, member, argument, flows, t, channelT });
  };

  const open = async <I extends Acted>(act: Act<I>, deadline: Deadline) => {
    const { interaction } = act;
    if (!('showModal' in interaction)) throw new AppError('internal');
    await interaction.showModal(await deadline.before(formOf(act)));
    ended('form');
  };

  /** The first answer is the last: nothing was done, and no process has to remember the interaction. */
  const refuseForNow = async (interaction: Acted): Promise<void> => {
    ended('failed');
    const card = forOneMember(unavailable(languages.ofChannel(interaction.locale)));
    await admission.acknowledging(interaction.reply(card));
  };

  const run = async <I extends Acted>(act: Act<I>, how: Acknowledgement, messageId: string) => {
    const { interaction, action, argument } = act;
    if ('form' in action) throw new AppError('internal');
    const beganAt = clock.now();
    const member = memberOf(interaction);
    const t = await translateFor(member.id, interaction.locale);
    const channelT = await languages.ofServer(interaction.guildId, interaction.guildLocale);
    const place = {
      guildId: interaction.guildId ?? '',
      guildName: interaction.guild?.name ?? t('answer.this_server'),
      channelId: interaction.channelId ?? '',
      messageId,
      locale: channelT.locale,
    };
    let ran = false;
    let isShown = false;
    let isRefused = false;
    const keepsToken = isLive(action) || staysIn(interaction, how);
    try {
      const request = { interaction, member, argument, flows, place, how, t, channelT };
      const card = await action.run(request).catch((thrown): Answer => {
        const error = toAppError(thrown);
        if (!action.refused || !isRefusal(error)) throw thrown;
        log.info({ ...about(interaction), code: error.code, reason: error.reason?.key }, 'refused');
        ended('refused');
        isRefused = true;
        return action.refused(error, request);
      });
      ran = true;
      await replies.show(interaction, card, how, { messageId, beganAt });
      isShown = true;
      await card.shown?.();
      await markAnswered(interaction, keepsToken ? messageId : null);
      if (!isRefused) ended('answered');
    } catch (error) {
      if (!isRefused) endedBy(error);
      const below = ran && how === 'public' ? 'update' : how; // the answer's message shows the result of the action
      const isUnshown = ran && !isShown && !isRefused;
      if (isUnshown) log.error({ ...about(interaction), err: error }, 'answer not shown');
      const failed = isUnshown
        ? unshown(t)
        : failureCard(error, log, about(interaction), t, pressed(interaction));
      await replies.showFailure(interaction, failed, below);
      // A card whose button failed is still there.
      const isThere = ran || (how === 'update' && isLive(action));
      await markAnswered(interaction, isThere && keepsToken ? messageId : null);
    }
  };

  const markAnswered = ({ id }: Acted, messageId: string | null) =>
    interactions.answered(id, messageId).catch((error) => {
      log.error({ err: error, interaction: id }, 'answered interaction not noted; retrying');
      leftOver.addShown(id, messageId);
    });

  const answer = async <I extends Acted>(act: Act<I>): Promise<void> => {
    const { interaction, action } = act;
    const deadline = act.messageId === undefined ? startDeadline(clock) : noDeadline;
    let how: Acknowledgement | 'form' = 'form';
    try {
      const { acknowledge } = action;
      how =
        typeof acknowledge === 'function'
          ? await deadline.before(acknowledge(interaction, flows))
          : acknowledge;
      if (how === 'form') return await open(act, deadline);
      if (act.messageId === undefined) checkNeeds(interaction, action.needs, how);
      const messageId = act.messageId ?? (await begin(act, how, deadline));
      if (isLive(action)) await interactions.answersIn(interaction.id, messageId);
      const as = how;
      await admission.run(() => run(act, as, messageId));
    } catch (error) {
      if (error instanceof DeadlineError) return await refuseForNow(interaction);
      await fail(act, how, error);
    }
    const { user, locale } = interaction;
    await languages
      .see(user.id, locale)
      .catch((error) => log.warn({ ...about(interaction), err: error }, 'language of a member not stored'));
    await replies.showPendingNotices(interaction);
  };

  /** @throws `error` when another process has to answer */
  const fail = async <I extends Acted>(act: Act<I>, how: Acknowledgement | 'form', error: unknown) => {
    const { interaction } = act;
    if (interaction.deferred) {
      // Not even the failure could be shown. What Discord refused, it would refuse again.
      if (how !== 'form' && !(error instanceof DiscordAPIError)) leftOver.add(keptOf(act, how));
      throw error;
    }
    if (isTooLate(error)) {
      await markAnswered(interaction, null);
      ended('expired');
      return log.warn({ ...about(interaction), err: error }, 'interaction expired');
    }
    endedBy(error);
    try {
      const t = await translateFor(interaction.user.id, interaction.locale).catch(() =>
        languages.ofChannel(interaction.locale),
      );
      await replies.showFailure(interaction, failureCard(error, log, about(interaction), t), how);
    } catch (unshown) {
      // Discord may have taken an acknowledgement whose reply was lost, so the member may see it waiting.
      if (how !== 'form') leftOver.add(keptOf(act, how));
      throw unshown;
    }
    await markAnswered(interaction, null);
  };

  /** Waits for `work`, `ms` at most. */
  const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
    const finished = new AbortController();
    await Promise.race([work, clock.sleep(ms, finished.signal).catch(() => undefined)]);
    finished.abort();
  };

  const interrupt = async (interaction: Acted): Promise<void> => {
    if (!interaction.deferred) return;
    await interactions.interrupted(interaction.id);
    const t = await translateFor(interaction.user.id, interaction.locale);
    await interaction.followUp(forOneMember(restarting(t)));
  };

  return {
    /** Rejects only where not even a failure could be shown. */
    async act<I extends Acted>(act: Act<I>): Promise<void> {
      const { interaction } = act;
      if (isStopping) {
        ended('restarting');
        const t = await translateFor(interaction.user.id, interaction.locale);
        return void (await interaction.reply(forOneMember(stopped(t))));
      }
      const done = answer(act);
      running.set(interaction.id, {
        done: done.catch(() => undefined),
        interrupt: () => interrupt(interaction),
      });
      await done.finally(() => running.delete(interaction.id));
    },

    translateFor,

    /** Lets the next round answer what this process could not, because the database or Discord was away. */
    handBack: leftOver.handBack,

    async refuse(interaction: Acted, why: Reason): Promise<void> {
      ended('refused');
      const t = await translateFor(interaction.user.id, interaction.locale);
      const card = failureCard(new AppError('forbidden', why), log, { interaction: interaction.id }, t);
      await interaction.reply(forOneMember(card));
    },

    /** Takes nothing new, lets what runs finish within `withinMs`, and tells those it could not finish for. */
    async stop(withinMs: number): Promise<void> {
      isStopping = true;
      replies.stop();
      await within(withinMs, Promise.all([...running.values()].map(({ done }) => done)));
      await within(
        stopNoticesMs,
        Promise.allSettled([
          leftOver.handBack(),
          ...[...running.values()].map(({ interrupt }) => interrupt()),
        ]),
      );
    },
  };
}

const isLive = (action: object): boolean => 'isLive' in action && action.isLive === true;
const memberOf = ({ user }: Acted): Member => ({ id: user.id, name: user.username });
/** The custom id of a pressed button; null for anything that cannot be pressed again. */
const pressed = (interaction: Acted): string | null =>
  'isButton' in interaction && interaction.isButton() ? interaction.customId : null;
const about = ({ id, user }: Acted) => ({ interaction: id, member: user.id });
