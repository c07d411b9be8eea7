import type { Interactions } from '../domain/interactions.js';
import type { Messages } from '../domain/messages.js';
import type { Polls } from '../domain/polls.js';
import type { GuildThreads } from '../domain/threads.js';
import type { GuildOutage } from '../faults/outage.js';
import type { EventHub } from '../hub.js';
import type { State } from '../state/state.js';
import type { MessageWire } from '../wire/message.js';
import type { CdnLinks } from '../wire/parts.js';
import type { Views } from './views.js';
import type { Typing } from './watch.js';

/** Dependencies shared by everything a person does. */
export type PeopleDeps = {
  state: State;
  hub: EventHub;
  wire: MessageWire;
  links: CdnLinks;
  messages: Messages;
  threads: GuildThreads;
  interactions: Interactions;
  views: Views;
  typing: Typing;
  outage: Pick<GuildOutage, 'isOn'>;
  polls: Polls;
};
