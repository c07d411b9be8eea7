import type { Behaviour } from '../behaviour.js';
import { commands } from './commands.js';
import { files } from './files.js';
import { gateway } from './gateway.js';
import { layouts } from './layouts.js';
import { limits } from './limits.js';
import { messages } from './messages.js';
import { threads } from './threads.js';

/** All behaviours that a live check observes, in their order. */
export const behaviours: readonly Behaviour[] = [
  ...messages,
  ...layouts,
  ...files,
  ...threads,
  ...commands,
  ...gateway,
  ...limits,
];
