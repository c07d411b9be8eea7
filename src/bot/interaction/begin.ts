import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Metrics } from '../../base/metrics.js';
import type { Action } from '../command.js';
import { acknowledge } from './acknowledge.js';
import type { Acknowledgement, Acted } from './acted.js';
import type { Admission } from './admission.js';
import { type Deadline, DeadlineError } from './deadline.js';
import type { InteractionStore, KeptInteraction } from './store.js';

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

/** What another process or another round needs to answer it. */
export const keptOf = <I extends Acted>(
  { interaction, action, command, payload }: Act<I>,
  acknowledged: Acknowledgement,
): KeptInteraction => ({
  id: interaction.id,
  guildId: interaction.guildId,
  memberId: interaction.user.id,
  acknowledged,
  applicationId: interaction.applicationId,
  token: interaction.token,
  command,
  ...('run' in action && action.isRepeatable && { payload }),
});

export function createBeginning(deps: {
  interactions: Pick<InteractionStore, 'keep'>;
  /** Called when an interaction that was refused was stored after all. */
  onLateRow: (interaction: Acted) => void;
  admission: Admission;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}) {
  const { interactions, onLateRow, admission, metrics, clock, log } = deps;

  /** @throws DeadlineError when the database did not take it in time */
  const store = async <I extends Acted>(act: Act<I>, how: Acknowledgement, deadline: Deadline) => {
    const kept = deadline.persist(() => interactions.keep(keptOf(act, how)));
    try {
      await deadline.before(kept);
    } catch (error) {
      log.warn({ err: error, interaction: act.interaction.id }, 'interaction not stored in time');
      kept.then(() => onLateRow(act.interaction)).catch(() => undefined);
      throw error instanceof DeadlineError ? error : new DeadlineError('not stored', { cause: error });
    }
  };

  /**
   * Stores the interaction and acknowledges it. Without its row it is not acknowledged: when this process dies, no
   * other one could finish it, and it would wait forever.
   * @returns the id of the message that will show the answer
   * @throws DeadlineError when it was not stored in time
   */
  return async function begin<I extends Acted>(
    act: Act<I>,
    how: Acknowledgement,
    deadline: Deadline,
  ): Promise<string> {
    const arrivedAt = clock.now();
    await store(act, how, deadline);
    const id = await admission.acknowledging(acknowledge(act.interaction, how));
    metrics.took('rigsmith_interaction_acknowledge_seconds', (clock.now() - arrivedAt) / 1_000);
    return id;
  };
}
