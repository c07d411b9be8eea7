import {
  ApplicationRoleConnectionsMetadataItemRequestSchema,
  UpdateApplicationUserRoleConnectionRequestSchema,
} from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { createRoleConnections } from '../domain/role-connections.js';
import { Refusal } from '../failure.js';
import type { Application, RoleConnection } from '../state/model.js';
import type { JsonObject } from '../types.js';
import { checkLocales } from '../validation/command.js';
import { createFaults } from '../validation/faults.js';
import { granted } from './oauth2.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const RECORDS = 5;
const records = z.array(ApplicationRoleConnectionsMetadataItemRequestSchema).check(z.maxLength(RECORDS));

/** Rules that Discord's document omits: the letters of keys, unique keys, locales. */
function checkRecords(given: readonly JsonObject[]): void {
  const faults = createFaults();
  const keys = new Set<string>();
  given.forEach((record, index) => {
    const key = String(record.key);
    if (!/^[a-z0-9_]+$/.test(key))
      faults.add([index, 'key'], 'STRING_TYPE_REGEX', 'String value did not match validation regex.');
    if (keys.has(key)) faults.add([index, 'key'], 'DUPLICATE_KEY', 'Keys must be unique');
    keys.add(key);
    for (const field of ['name_localizations', 'description_localizations'])
      checkLocales(faults, [index, field], record[field]);
  });
  faults.enforce();
}

const toRecord = ({ name_localizations, description_localizations, ...record }: JsonObject): JsonObject => ({
  ...record,
  ...(name_localizations ? { name_localizations } : {}),
  ...(description_localizations ? { description_localizations } : {}),
});

const toConnection = (connection: RoleConnection | null): JsonObject => ({
  platform_name: connection?.platformName ?? '',
  platform_username: connection?.platformUsername ?? null,
  metadata: { ...connection?.metadata },
});

/** Linked roles: the metadata of an application, and what it says about a user who agreed. */
export function roleConnectionRoutes({ state }: Rest): RestRoute[] {
  const connections = createRoleConnections(state);
  const ownApp = (call: RestCall): Application => {
    if (param(call, 'applicationId') !== call.app.id) throw new Refusal('foreignApplication');
    return call.app;
  };
  const grantOf = (call: RestCall) => {
    const grant = granted(state, call.authorization, 'role_connections.write');
    if (param(call, 'applicationId') !== grant.app.id) throw new Refusal('foreignApplication');
    return grant;
  };
  const metadata = '/applications/:applicationId/role-connections/metadata';
  const connection = '/users/@me/applications/:applicationId/role-connection';
  return [
    { method: 'GET', path: metadata, handle: (call) => ownApp(call).roleConnectionMetadata ?? [] },
    {
      method: 'PUT',
      path: metadata,
      body: records,
      handle(call) {
        const app = ownApp(call);
        const given = call.body as JsonObject[];
        checkRecords(given);
        app.roleConnectionMetadata = given.map(toRecord);
        return app.roleConnectionMetadata;
      },
    },
    {
      method: 'GET',
      path: connection,
      auth: 'none',
      handle(call) {
        const { app, user } = grantOf(call);
        return toConnection(connections.find(app, user.id));
      },
    },
    {
      method: 'PUT',
      path: connection,
      auth: 'none',
      body: UpdateApplicationUserRoleConnectionRequestSchema,
      handle(call) {
        const { app, user } = grantOf(call);
        const given = call.body as {
          platform_name?: string | null;
          platform_username?: string | null;
          metadata?: Record<string, string> | null;
        };
        connections.put(app, user.id, {
          platformName: given.platform_name ?? null,
          platformUsername: given.platform_username ?? null,
          metadata: given.metadata ?? {},
        });
        return toConnection(connections.find(app, user.id));
      },
    },
  ];
}
