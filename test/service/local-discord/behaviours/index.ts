import { autocomplete } from './autocomplete.js';
import type { Behaviour } from './behaviour.js';
import { callbacks } from './callbacks.js';
import { commands } from './commands.js';
import { registration } from './registration.js';

/** All behaviours by theme, in the order they are played. */
export const themes: Record<string, Behaviour[]> = {
  commands,
  registration,
  autocomplete,
  callbacks,
};
