import { say } from '../sayings.js';
import type { InteractionFault } from '../types.js';
import { type ActiveFaults, createStanding, leftOver } from './standing.js';

/** Faults for the next interactions, by bot id. */
export type InteractionFaults = ActiveFaults<InteractionFault, string>;

/** @param nameOf returns a bot's name, for the status lines */
export const createInteractionFaults = (nameOf: (botId: string) => string): InteractionFaults =>
  createStanding({
    fits: ({ botUserId }, botId) => botUserId === undefined || botUserId === botId,
    describe(fault, left) {
      const { botUserId, duplicated, delayMs: ms = 0 } = fault;
      const late = duplicated ? say('fault_twice_late', { ms }) : say('fault_late', { ms });
      return say('fault_interactions', {
        bot: botUserId === undefined ? say('fault_any_bot') : nameOf(botUserId),
        effect: ms > 0 ? late : say('fault_twice'),
        left: leftOver(left),
      });
    },
  });
