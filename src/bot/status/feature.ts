import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createStatusFlow } from './flow.js';

/** Tells members whether everything works. */
export function createStatusFeature({ config: { serviceUrl }, outbox, clock }: BotContext) {
  return {
    flows: { status: createStatusFlow({ serviceUrl, outbox, clock }) },
    commands: ['status'],
  } satisfies BotFeature;
}
