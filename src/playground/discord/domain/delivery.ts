import type { Deadlines } from '../deadlines.js';
import type { InteractionFaults } from '../faults/interaction-faults.js';
import type { EventHub } from '../hub.js';
import type { Interaction } from '../state/model.js';
import type { State } from '../state/state.js';
import type { Limits } from '../types.js';
import { type InteractionRequest, toInteraction } from '../wire/interaction.js';
import type { MessageWire } from '../wire/message.js';

/** Delivers an interaction to its bot, subject to the fault in force. A delay does not extend the three seconds. */
export type DeliverInteraction = (interaction: Interaction, request: InteractionRequest) => void;

export function createDelivery(deps: {
  state: State;
  hub: EventHub;
  wire: MessageWire;
  limits: Limits;
  deadlines: Deadlines;
  faults: InteractionFaults;
}): DeliverInteraction {
  const { hub, deadlines, faults } = deps;
  return (interaction, request) => {
    const { botId } = request.application;
    const send = (): void =>
      hub.dispatch({
        name: 'INTERACTION_CREATE',
        intents: 0,
        toBotId: botId,
        guildId: request.channel.guildId,
        payload: () => toInteraction(deps, interaction, request, botId),
      });
    const fault = faults.take(botId);
    const sendAll = fault?.duplicated ? () => [send(), send()] : send;
    if (fault?.delayMs) deadlines.add(interaction.createdAt + fault.delayMs, sendAll);
    else sendAll();
  };
}
