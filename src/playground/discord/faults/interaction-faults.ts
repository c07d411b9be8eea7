import type { InteractionFault } from '../types.js';
import { type ActiveFaults, createStanding } from './standing.js';

/** Faults for the next interactions, by bot id. */
export type InteractionFaults = ActiveFaults<InteractionFault, string>;

/** @param nameOf returns a bot's name, for the status lines */
export const createInteractionFaults = (nameOf: (botId: string) => string): InteractionFaults =>
  createStanding({
    fits: ({ botUserId }, botId) => botUserId === undefined || botUserId === botId,
    describe(fault, left) {
      const whose = fault.botUserId === undefined ? 'any bot' : nameOf(fault.botUserId);
      const many = `${Number.isFinite(left) ? `The next ${left}` : 'All'} interactions`;
      const how = [fault.duplicated ? 'twice' : '', fault.delayMs ? `${fault.delayMs} ms late` : ''];
      const which = left === 1 ? 'The next interaction' : many;
      return `${which} for ${whose} will arrive ${how.filter(Boolean).join(' and ')}.`;
    },
  });
