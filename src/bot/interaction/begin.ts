import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Metrics } from '../../base/metrics.js';
import type { Action } from '../command.js';
import { acknowledge } from './acknowledge.js';
import type { Acknowledgement, Acted } from './acted.js';
import type { Admission } from './admission.js';
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

/** Discord waits three seconds for the acknowledgement; a database that restarts takes longer to answer. */
const keepPatienceMs = 1_000;

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
  admission: Admission;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}) {
  const { interactions, admission, metrics, clock, log } = deps;
  /** Stores the interaction before it is acknowledged, or a process that dies in between leaves it waiting forever. */
  return async function begin<I extends Acted>(act: Act<I>, how: Acknowledgement): Promise<string> {
    const { interaction } = act;
    const arrivedAt = clock.now();
    const kept = interactions
      .keep(keptOf(act, how))
      .catch((error) => log.error({ err: error, interaction: interaction.id }, 'interaction not kept'));
    const isKept = new AbortController();
    await Promise.race([
      kept.then(() => isKept.abort()),
      clock.sleep(keepPatienceMs, isKept.signal).catch(() => undefined),
    ]);
    const id = await admission.acknowledging(acknowledge(interaction, how));
    metrics.took('rigsmith_interaction_acknowledge_seconds', (clock.now() - arrivedAt) / 1_000);
    await kept;
    return id;
  };
}
