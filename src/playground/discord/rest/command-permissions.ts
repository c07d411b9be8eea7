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
 * Permissions to use a command in the guild. Bots read them; as at Discord, changing them needs a bearer token of a
 * user who manages the guild.
 * @see https://discord.com/developers/docs/interactions/application-commands#permissions
 */
export function commandPermissionRoutes({ state, hub }: Rest): RestRoute[] {
  const base = '/applications/:appId/guilds/:guildId/commands';
  const needOwn = (call: RestCall, app: Application): void => {
    if (param(call, 'appId') !== app.id) throw new Refusal('foreignApplication');
    if (param(call, 'guildId') !== state.guild.id || app.installed === 'no')
      throw new Refusal('missingAccess');
  };
  /** The subject is one command, or all commands when the id is the application's. */
  const needSubject = (call: RestCall, app: Application): void => {
    const id = param(call, 'commandId');
    if (id !== app.id && !app.commands.has(id)) throw new Refusal('unknownCommand');
  };
  const toJson = (app: Application, id: string, permissions: readonly CommandPermission[]): JsonObject => ({
    id,
    application_id: app.id,
    guild_id: state.guild.id,
    permissions: permissions.map((permission) => ({ ...permission })),
  });
  const listed = (app: Application): JsonObject[] =>
    [...app.commandPermissions].map(([id, permissions]) => toJson(app, id, permissions));

  return [
    {
      method: 'GET',
      path: `${base}/permissions`,
      handle(call) {
        needOwn(call, call.app);
        return listed(call.app);
      },
    },
    {
      method: 'GET',
      path: `${base}/:commandId/permissions`,
      handle(call) {
        needOwn(call, call.app);
        needSubject(call, call.app);
        const permissions = call.app.commandPermissions.get(param(call, 'commandId'));
        if (!permissions) throw new Refusal('unknownCommandPermissions');
        return toJson(call.app, param(call, 'commandId'), permissions);
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
        app.commandPermissions.set(id, permissions);
        const body = toJson(app, id, permissions);
        hub.dispatch({
          name: 'APPLICATION_COMMAND_PERMISSIONS_UPDATE',
          intents: 0,
          toBotId: app.botId,
          payload: () => body,
        });
        hub.announce({ type: 'commands', applicationId: app.id });
        return body;
      },
    },
  ];
}
