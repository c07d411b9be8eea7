import {
  ApplicationCommandCreateRequestSchema,
  ApplicationCommandPatchRequestPartialSchema,
  ApplicationCommandUpdateRequestSchema,
} from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Refusal } from '../failure.js';
import type { Application, Command } from '../state/model.js';
import type { Json, JsonObject } from '../types.js';
import { checkCommand, checkCommandList } from '../validation/command.js';
import { createFaults, type JsonBody } from '../validation/faults.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';
import { createWindows, type Windows } from './windows.js';

/** Limited to the sum of the limits of the three types. */
const commandList = z.array(ApplicationCommandUpdateRequestSchema).check(z.maxLength(130));

const PER_TYPE = { 1: 100, 2: 15, 3: 15 } as const;
const DAY = 24 * 60 * 60_000;

/** Global and guild commands of an application. */
export function commandRoutes(rest: Rest): RestRoute[] {
  const creations = createWindows(rest.state.clock);
  return [
    ...routesUnder(rest, creations, '/applications/:appId/commands'),
    ...routesUnder(rest, creations, '/applications/:appId/guilds/:guildId/commands'),
  ];
}

function routesUnder({ state, hub, limits }: Rest, creations: Windows, base: string): RestRoute[] {
  const scopeOf = (call: RestCall): string | null => {
    const appId = param(call, 'appId');
    if (!state.applications.has(appId)) throw new Refusal('unknownApplication');
    if (appId !== call.app.id) throw new Refusal('foreignApplication');
    const guildId = call.params.guildId ?? null;
    if (guildId !== null && !call.app.installations.has(guildId)) throw new Refusal('missingAccess');
    return guildId;
  };
  const listed = (app: Application, guildId: string | null): Command[] =>
    [...app.commands.values()].filter((command) => command.guildId === guildId);
  const known = (call: RestCall): Command => {
    const guildId = scopeOf(call);
    const command = call.app.commands.get(param(call, 'commandId'));
    if (!command || command.guildId !== guildId) throw new Refusal('unknownCommand');
    return command;
  };
  const dropPermissions = (app: Application, id: string): void => {
    for (const permissions of app.commandPermissions.values()) permissions.delete(id);
  };
  const changed = (app: Application): void => hub.announce({ type: 'commands', applicationId: app.id });

  const countCreations = (app: Application, guildId: string | null, amount: number): void => {
    const rule = { size: limits.commandCreatesPerDay, windowMs: DAY };
    if (!creations.take(`${app.id} ${guildId}`, rule, amount)) throw new Refusal('tooManyCreates');
  };

  const twinOf = (app: Application, guildId: string | null, body: JsonBody): Command | undefined =>
    listed(app, guildId).find(({ type, name }) => type === (body.type ?? 1) && name === body.name);

  /** A replaced command keeps its id. */
  const put = (app: Application, guildId: string | null, body: JsonBody, previous?: Command): Command => {
    const type = (body.type ?? 1) as Command['type'];
    const id = previous?.id ?? state.nextId();
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
    if (previous && previous.name !== command.name) dropPermissions(app, id);
    return command;
  };

  return [
    {
      method: 'GET',
      path: base,
      query: { with_localizations: 'boolean' },
      handle: (call) =>
        listed(call.app, scopeOf(call)).map(({ body }) =>
          call.query.with_localizations === 'true' ? body : withoutLocalizations(body),
        ),
    },
    { method: 'GET', path: `${base}/:commandId`, handle: (call) => known(call).body },
    {
      method: 'POST',
      path: base,
      body: ApplicationCommandCreateRequestSchema,
      status: (call) => (twinOf(call.app, scopeOf(call), call.body as JsonBody) ? 200 : 201),
      handle(call) {
        const guildId = scopeOf(call);
        const faults = createFaults();
        checkCommand(faults, [], call.body as JsonBody);
        faults.enforce();
        const body = call.body as JsonBody;
        const twin = twinOf(call.app, guildId, body);
        if (!twin) {
          checkCounts([...listed(call.app, guildId), body]);
          countCreations(call.app, guildId, 1);
        }
        const command = put(call.app, guildId, body, twin);
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
        const merged = { ...previous.body, ...(call.body as JsonBody), type: previous.type };
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
        const bodies = call.body as JsonBody[];
        checkCommandList(bodies);
        const before = listed(call.app, guildId);
        const isKnown = (body: JsonBody) =>
          before.some(({ type, name }) => type === (body.type ?? 1) && name === body.name);
        checkCounts(bodies);
        countCreations(call.app, guildId, bodies.filter((body) => !isKnown(body)).length);
        for (const command of before) call.app.commands.delete(command.id);
        const commands = bodies.map((body) => {
          const type = body.type ?? 1;
          const previous = before.find((command) => command.type === type && command.name === body.name);
          return put(call.app, guildId, body, previous);
        });
        for (const { id } of before) if (!call.app.commands.has(id)) dropPermissions(call.app, id);
        changed(call.app);
        return commands.map((command) => command.body);
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:commandId`,
      handle(call) {
        const { id } = known(call);
        call.app.commands.delete(id);
        dropPermissions(call.app, id);
        changed(call.app);
      },
    },
  ];
}

/** Enforces the maximum number of commands of each type. */
function checkCounts(commands: readonly { type?: unknown }[]): void {
  for (const [type, most] of Object.entries(PER_TYPE)) {
    const count = commands.filter((command) => String(command.type ?? 1) === type).length;
    if (count > most) throw new Refusal('tooManyCommands');
  }
}

/** Lists omit translations unless `with_localizations` is set. */
function withoutLocalizations<T extends Json>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutLocalizations) as T;
  if (node === null || typeof node !== 'object') return node;
  const kept = Object.entries(node).filter(([key]) => !key.endsWith('_localizations'));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutLocalizations(value)])) as T;
}

function withDefaults(body: JsonBody, identity: JsonObject, guildId: string | null): JsonObject {
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
