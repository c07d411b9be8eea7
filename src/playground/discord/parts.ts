import { CDN_PATH } from './cdn.js';
import { createDeadlines } from './deadlines.js';
import { createAnswers } from './domain/answers.js';
import { createAuditLog } from './domain/audit-log.js';
import { createBodyReader } from './domain/body.js';
import { createDelivery } from './domain/delivery.js';
import { createInteractions } from './domain/interactions.js';
import { createMembership } from './domain/membership.js';
import { createMessages } from './domain/messages.js';
import { createPolls } from './domain/polls.js';
import { createGuildThreads } from './domain/threads.js';
import { createUnfurling } from './domain/unfurl.js';
import { createWebhooks } from './domain/webhooks.js';
import { createInteractionFaults } from './faults/interaction-faults.js';
import { createGuildOutage } from './faults/outage.js';
import { createHub } from './hub.js';
import { createViews } from './people/views.js';
import { createTyping } from './people/watch.js';
import { createRetention } from './state/retention.js';
import type { State } from './state/state.js';
import type { Clock, Limits } from './types.js';
import { createMessageWire } from './wire/message.js';
import { createCdnLinks } from './wire/parts.js';

/**
 * Everything that reads and changes the state, connected: what the gateway, the REST interface and the people share.
 * @param deps.origin the address of the server, once it listens
 */
export function createParts(deps: { state: State; clock: Clock; limits: Limits; origin: () => string }) {
  const { state, clock, limits, origin } = deps;
  const hub = createHub();
  const links = createCdnLinks(state, () => `${origin()}${CDN_PATH}`, limits.attachmentUrlMs);
  const wire = createMessageWire(state, links);
  const deadlines = createDeadlines(clock);
  const retention = createRetention({ state, hub, limits, deadlines });
  const messages = createMessages({ state, hub, wire, retention });
  const threads = createGuildThreads({ state, hub, messages, limits });
  const membership = createMembership({ state, hub });
  const outage = createGuildOutage({ state, hub });
  const bodies = createBodyReader(state, messages);
  const views = createViews(state, links);
  const interactionFaults = createInteractionFaults((botId) => views.member(botId).displayName);
  const deliver = createDelivery({ state, hub, wire, limits, deadlines, faults: interactionFaults });
  const interactions = createInteractions({ state, hub, limits, deadlines, deliver, outage });
  return {
    state,
    hub,
    limits,
    links,
    wire,
    views,
    deadlines,
    retention,
    messages,
    threads,
    membership,
    outage,
    bodies,
    interactionFaults,
    interactions,
    answers: createAnswers({ state, hub, messages, interactions, bodies }),
    webhooks: createWebhooks({ state, hub, messages, threads, bodies }),
    auditLog: createAuditLog({ state, hub }),
    polls: createPolls({ state, hub, messages, deadlines }),
    unfurling: createUnfurling({ state, hub, messages }),
    typing: createTyping(hub, clock, (channelId, id) => state.messages.get(channelId)?.get(id)?.authorId),
    gatewayUrl: () => `${origin().replace(/^http/, 'ws')}/gateway`,
  };
}
