import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createDiscordOauth, oauthAddresses } from '../web/oauth.js';
import { createLinkedRolesFlow } from './flow.js';
import { createConnectionKeeper } from './keeper.js';
import { linkedRolePage, pendingCookie } from './page.js';
import { createUseState } from './states.js';
import { type ConnectionStore, createConnectionStore, outboxKind, sealedTokens } from './store.js';
import { createMetadataRegistration, createTelling } from './telling.js';

const registerEveryMs = 5 * 60_000;
const compareEveryMs = 24 * 60 * 60_000;

/** Discord's linked roles: what servers can ask for, and what the bot tells Discord about members who agreed. */
export function createLinkedRolesFeature(context: BotContext): BotFeature {
  const { config, db, seal, clock, outbox } = context;
  const { clientSecret } = config;
  const store = createConnectionStore({ db, seal, clock, outbox });
  if (clientSecret !== undefined) return enabled(context, store, clientSecret);
  return {
    flows: {},
    sealed: [sealedTokens],
    keepers: { linked_roles: createConnectionKeeper({ db, outbox, canTell: false }) },
    outbox: { [outboxKind]: { deliver: async () => undefined } },
  };
}

function enabled(context: BotContext, store: ConnectionStore, clientSecret: string): BotFeature {
  const { config, db, outbox, discord, seal, clock, random, log, copy } = context;
  const { applicationId, rest } = discord;
  const { origin } = new URL(config.publicUrl);
  const oauth = createDiscordOauth({
    ...oauthAddresses(config.discordApi),
    clientId: applicationId,
    clientSecret,
    redirectUrl: new URL('/linked-role/discord', config.publicUrl).href,
    scopes: ['identify', 'role_connections.write'],
    clock,
    random,
  });
  const flow = createLinkedRolesFlow({ store, useState: createUseState({ db, clock }), oauth, seal, clock });
  const cookie = pendingCookie(origin);
  return {
    flows: {},
    sealed: [sealedTokens],
    keepers: { linked_roles: createConnectionKeeper({ db, outbox, canTell: true }) },
    outbox: { [outboxKind]: { deliver: createTelling({ store, oauth, applicationId, copy, clock, log }) } },
    rounds: [
      {
        name: 'linked metadata',
        everyMs: registerEveryMs,
        round: createMetadataRegistration({ rest, applicationId, copy }),
      },
      { name: 'linked roles', everyMs: compareEveryMs, round: store.compareAll },
    ],
    pages: [linkedRolePage({ flow, origin, folder: config.pages.linkedRole })],
    hooks: {
      onFigures: store.changed,
      async beginLinkedRole(memberId) {
        const begun = flow.begin(memberId);
        return { url: begun.url, cookie: cookie.write(begun.cookie) };
      },
      hasLinkedRole: async (memberId) => (await store.has(memberId)) || null,
    },
  };
}
