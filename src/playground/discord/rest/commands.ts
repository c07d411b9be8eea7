import {
  ApplicationCommandCreateRequestSchema,
  ApplicationCommandPatchRequestPartialSchema,
  ApplicationCommandUpdateRequestSchema,
} from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Refusal } from '../failure.js';
import type { Application, Command } from '../state/model.js';
import type { JsonObject } from '../types.js';
import { checkCommand, checkCommandList } from '../validation/command.js';
import { type Body, createFaults } from '../validation/faults.js';
import { type Call, param, type Rest, type Route } from './route.js';

/** At most as many as there may be of the three types together. */
const commandList = z.array(ApplicationCommandUpdateRequestSchema).check(z.maxLength(130));

const PER_TYPE = { 1: 100, 2: 15, 3: 15 } as const;

/** Application commands, global and of a guild, with the same rules. */
export function commandRoutes(rest: Rest): Route[] {
  return [
    ...routesUnder(rest, '/applications/:appId/commands'),
    ...routesUnder(rest, '/applications/:appId/guilds/:guildId/commands'),
  ];
}

function routesUnder({ state, hub }: Rest, base: string): Route[] {
  const scopeOf = (call: Call): string | null => {
    if (param(call, 'appId') !== call.app.id) throw new Refusal('unknownApplication');
    const guildId = call.params.guildId ?? null;
    if (guildId !== null && guildId !== state.guild.id) throw new Refusal('missingAccess');
    return guildId;
  };
  const listed = (app: Application, guildId: string | null): Command[] =>
    [...app.commands.values()].filter((command) => command.guildId === guildId);
  const known = (call: Call): Command => {
    const guildId = scopeOf(call);
    const command = call.app.commands.get(param(call, 'commandId'));
    if (!command || command.guildId !== guildId) throw new Refusal('unknownCommand');
    return command;
  };
  const changed = (app: Application): void => hub.announce({ type: 'commands', applicationId: app.id });

  /** A command of the same type and name is replaced and keeps its id. */
  const put = (app: Application, guildId: string | null, body: Body, previous?: Command): Command => {
    const type = (body.type ?? 1) as Command['type'];
    const twin =
      previous ?? listed(app, guildId).find((command) => command.type === type && command.name === body.name);
    if (!twin && listed(app, guildId).filter((command) => command.type === type).length >= PER_TYPE[type]) {
      throw new Refusal('tooManyCommands');
    }
    const id = twin?.id ?? state.nextId();
    const version = state.nextId();
    const command: Command = {
      id,
      applicationId: app.id,
      guildId,
      type,
      name: String(body.name),
      version,
      body: withDefaults(body, { id, application_id: app.id, version, type }, guildId),
    };
    app.commands.set(id, command);
    return command;
  };

  return [
    {
      method: 'GET',
      path: base,
      query: { with_localizations: 'boolean' },
      handle: (call) => listed(call.app, scopeOf(call)).map(({ body }) => body),
    },
    { method: 'GET', path: `${base}/:commandId`, handle: (call) => known(call).body },
    {
      method: 'POST',
      path: base,
      body: ApplicationCommandCreateRequestSchema,
      status: 201,
      handle(call) {
        const guildId = scopeOf(call);
        const faults = createFaults();
        checkCommand(faults, [], call.body);
        faults.enforce();
        const command = put(call.app, guildId, call.body as Body);
        changed(call.app);
        return command.body;
      },
    },
    {
      method: 'PATCH',
      path: `${base}/:commandId`,
      body: ApplicationCommandPatchRequestPartialSchema,
      handle(call) {
        const previous = known(call);
        const merged = { ...previous.body, ...(call.body as Body), type: previous.type };
        const faults = createFaults();
        checkCommand(faults, [], merged);
        faults.enforce();
        const command = put(call.app, previous.guildId, merged, previous);
        changed(call.app);
        return command.body;
      },
    },
    {
      method: 'PUT',
      path: base,
      body: commandList,
      handle(call) {
        const guildId = scopeOf(call);
        const bodies = checkCommandList(call.body);
        const before = listed(call.app, guildId);
        for (const command of before) call.app.commands.delete(command.id);
        const commands = bodies.map((body) => {
          const type = body.type ?? 1;
          const previous = before.find((command) => command.type === type && command.name === body.name);
          return put(call.app, guildId, body, previous);
        });
        changed(call.app);
        return commands.map((command) => command.body);
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:commandId`,
      handle(call) {
        call.app.commands.delete(known(call).id);
        changed(call.app);
      },
    },
  ];
}

function withDefaults(body: Body, identity: JsonObject, guildId: string | null): JsonObject {
  const fields = body as JsonObject;
  return {
    name_localizations: null,
    description_localizations: null,
    default_member_permissions: null,
    nsfw: false,
    integration_types: [0],
    ...(guildId === null ? { contexts: null, dm_permission: true } : { guild_id: guildId }),
    ...fields,
    description: fields.description ?? '',
    ...identity,
  };
}
