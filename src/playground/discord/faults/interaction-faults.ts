import type { InteractionFault } from '../types.js';

/** How the next interactions reach their bot. The oldest fault that fits is taken. */
export type InteractionFaults = {
  add(fault: InteractionFault): void;
  /** The fault this interaction meets, counted as used. */
  take(botId: string): InteractionFault | undefined;
  /** One line for each that is in force. */
  active(): string[];
  clear(): void;
};

type Standing = { fault: InteractionFault; left: number };

/** @param nameOf the name of a bot, for the lines */
export function createInteractionFaults(nameOf: (botId: string) => string): InteractionFaults {
  const standing = new Set<Standing>();

  const describe = ({ fault, left }: Standing): string => {
    const whose = fault.botUserId === undefined ? 'any bot' : nameOf(fault.botUserId);
    const which =
      left === 1
        ? 'The next interaction'
        : `${Number.isFinite(left) ? `The next ${left}` : 'All'} interactions`;
    const how = [fault.duplicated ? 'twice' : '', fault.delayMs ? `${fault.delayMs} ms late` : ''];
    return `${which} for ${whose} will arrive ${how.filter(Boolean).join(' and ')}.`;
  };

  return {
    add: (fault) => void standing.add({ fault, left: fault.times ?? 1 }),
    take(botId) {
      for (const one of standing) {
        if (one.fault.botUserId !== undefined && one.fault.botUserId !== botId) continue;
        one.left -= 1;
        if (one.left <= 0) standing.delete(one);
        return one.fault;
      }
      return undefined;
    },
    active: () => [...standing].map(describe),
    clear: () => standing.clear(),
  };
}
