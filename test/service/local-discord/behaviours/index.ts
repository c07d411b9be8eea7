import { autocomplete } from './autocomplete.js';
import type { Behaviour } from './behaviour.js';
import { buttons } from './buttons.js';
import { callbacks } from './callbacks.js';
import { commands } from './commands.js';
import { dms } from './dms.js';
import { expiry } from './expiry.js';
import { faults } from './faults.js';
import { files } from './files.js';
import { gateway } from './gateway.js';
import { guildLife } from './guild-life.js';
import { layouts } from './layouts.js';
import { libraries } from './libraries.js';
import { limits } from './limits.js';
import { live } from './live.js';
import { messages } from './messages.js';
import { mishaps } from './mishaps.js';
import { modalFields } from './modal-fields.js';
import { modals } from './modals.js';
import { people } from './people.js';
import { permissions } from './permissions.js';
import { registration } from './registration.js';
import { resuming } from './resuming.js';
import { selects } from './selects.js';
import { strictness } from './strictness.js';
import { threads } from './threads.js';

/** All behaviours by theme, in the order they run. */
export const themes: Record<string, Behaviour[]> = {
  commands,
  registration,
  autocomplete,
  callbacks,
  buttons,
  selects,
  'modal fields': modalFields,
  modals,
  files,
  messages,
  layouts,
  threads,
  'direct messages': dms,
  people,
  gateway,
  resuming,
  permissions,
  expiry,
  strictness,
  limits,
  faults,
  mishaps,
  'life of a guild': guildLife,
  libraries,
  'live check': live,
};
