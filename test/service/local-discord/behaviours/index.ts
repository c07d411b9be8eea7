import { autocomplete } from './autocomplete.js';
import type { Behaviour } from './behaviour.js';
import { callbacks } from './callbacks.js';
import { commands } from './commands.js';
import { components } from './components.js';
import { dms } from './dms.js';
import { expiry } from './expiry.js';
import { faults } from './faults.js';
import { files } from './files.js';
import { gateway } from './gateway.js';
import { limits } from './limits.js';
import { messages } from './messages.js';
import { modals } from './modals.js';
import { people } from './people.js';
import { permissions } from './permissions.js';
import { registration } from './registration.js';
import { strictness } from './strictness.js';
import { threads } from './threads.js';

/** All behaviours by theme, in the order they are played. */
export const themes: Record<string, Behaviour[]> = {
  commands,
  registration,
  autocomplete,
  callbacks,
  components,
  modals,
  files,
  messages,
  threads,
  dms,
  people,
  gateway,
  permissions,
  expiry,
  strictness,
  limits,
  faults,
};
