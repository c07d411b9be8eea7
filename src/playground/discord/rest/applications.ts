import { applicationFlags } from '../gateway/ready.js';
import type { Application } from '../state/model.js';
import { firstGuild, guildsOfMember, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { toUser } from '../wire/parts.js';
import type { Rest, RestRoute } from './route.js';

export const toApplication = (state: State, app: Application): JsonObject => ({
  id: app.id,
  name: app.name,
  icon: null,
  description: '',
  summary: '',
  type: null,
  bot: toUser(state.users.get(app.botId)!),
  bot_public: true,
  bot_require_code_grant: false,
  verify_key: state.secretOf('verify', app.id),
  flags: applicationFlags(app),
  hook: true,
  owner: toUser(state.users.get(firstGuild(state).ownerId)!),
  team: null,
  ...(app.redirectUris && { redirect_uris: [...app.redirectUris] }),
  interactions_endpoint_url: null,
  role_connections_verification_url: app.verificationUrl ?? null,
  approximate_guild_count: guildsOfMember(state, app.botId).length,
  approximate_user_install_count: 0,
  integration_types_config: { '0': {} },
});

/** The gateway's address and the application of the token. */
export const applicationRoutes = ({ state, gatewayUrl, sessionStarts }: Rest): RestRoute[] => [
  { method: 'GET', path: '/gateway', auth: 'none', handle: () => ({ url: gatewayUrl() }) },
  {
    method: 'GET',
    path: '/gateway/bot',
    handle: ({ app }) => ({
      url: gatewayUrl(),
      shards: sessionStarts.recommendedShards,
      session_start_limit: sessionStarts.view(app.id),
    }),
  },
  { method: 'GET', path: '/applications/@me', handle: ({ app }) => toApplication(state, app) },
  { method: 'GET', path: '/oauth2/applications/@me', handle: ({ app }) => toApplication(state, app) },
];
