import { ApplicationCommandPermissionSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Refusal } from '../failure.js';
import type { Application, CommandPermission } from '../state/model.js';
import type { JsonObject } from '../types.js';
import { grantBehind } from './oauth2.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const SCOPE = 'applications.commands.permissions.update';
const change = z.object({ permissions: z.array(ApplicationCommandPermissionSchema).check(z.maxLength(100)) });

/**
 * Permissions to use a command in a guild. Bots read them; as at Discord, changing them needs a bearer token of a
 * user who manages the guild.
 * @see https://discord.com/developers/docs/interactions/application-commands#permissions
 */
export function commandPermissionRoutes({ state, hub }: Rest): RestRoute[] {
  const base = '/applications/:appId/guilds/:guildId/commands';
  const needOwn = (call: RestCall, app: Application): void => {
    if (param(call, 'appId') !== app.id) throw new Refusal('foreignApplication');
    if (!app.installations.has(param(call, 'guildId'))) throw new Refusal('missingAccess');
  };
  /** The subject is one command, or all commands when the id is the application's. */
  const needSubject = (call: RestCall, app: Application): void => {
    const id = param(call, 'commandId');
    if (id !== app.id && !app.commands.has(id)) throw new Refusal('unknownCommand');
  };
  const permissionsAt = (call: RestCall, app: Application): Map<string, CommandPermission[]> => {
    const guildId = param(call, 'guildId');
    const known = app.commandPermissions.get(guildId) ?? new Map<string, CommandPermission[]>();
    app.commandPermissions.set(guildId, known);
    return known;
  };
  const toJson = (
    call: RestCall,
    app: Application,
    id: string,
    permissions: readonly CommandPermission[],
  ): JsonObject => ({
    id,
    application_id: app.id,
    guild_id: param(call, 'guildId'),
    permissions: permissions.map((permission) => ({ ...permission })),
  });

  return [
    {
      method: 'GET',
      path: `${base}/permissions`,
      handle(call) {
        needOwn(call, call.app);
        return [...permissionsAt(call, call.app)].map(([id, permissions]) =>
          toJson(call, call.app, id, permissions),
        );
      },
    },
    {
      method: 'GET',
      path: `${base}/:commandId/permissions`,
      handle(call) {
        needOwn(call, call.app);
        needSubject(call, call.app);
        const permissions = permissionsAt(call, call.app).get(param(call, 'commandId'));
        if (!permissions) throw new Refusal('unknownCommandPermissions');
        return toJson(call, call.app, param(call, 'commandId'), permissions);
      },
    },
    {
      method: 'PUT',
      path: `${base}/:commandId/permissions`,
      auth: 'none',
      body: change,
      handle(call) {
        if (call.authorization?.startsWith('Bot ')) throw new Refusal('notForBots');
        const { app, scopes } = grantBehind(state, call.authorization);
        if (!scopes.includes(SCOPE)) throw new Refusal('unauthorized');
        needOwn(call, app);
        needSubject(call, app);
        const id = param(call, 'commandId');
        const { permissions } = call.body as { permissions: CommandPermission[] };
        permissionsAt(call, app).set(id, permissions);
        const body = toJson(call, app, id, permissions);
        hub.dispatch({
          name: 'APPLICATION_COMMAND_PERMISSIONS_UPDATE',
          intents: 0,
          toBotId: app.botId,
          guildId: param(call, 'guildId'),
          payload: () => body,
        });
        hub.announce({ type: 'commands', applicationId: app.id });
        return body;
      },
    },
  ];
}
