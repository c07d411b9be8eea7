import type { Application, RoleConnection } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { type BodyFaults, createFaults, type JsonBody } from '../validation/faults.js';

/**
 * How the value of a person is compared with the value that a server set. Times are compared in days before now.
 * @see https://discord.com/developers/docs/resources/application-role-connection-metadata
 */
const COMPARISONS: Readonly<Record<number, { kind: 'integer' | 'time' | 'flag'; holds: Compare }>> = {
  1: { kind: 'integer', holds: (own, wanted) => own <= wanted },
  2: { kind: 'integer', holds: (own, wanted) => own >= wanted },
  3: { kind: 'integer', holds: (own, wanted) => own === wanted },
  4: { kind: 'integer', holds: (own, wanted) => own !== wanted },
  5: { kind: 'time', holds: (own, wanted) => own <= wanted },
  6: { kind: 'time', holds: (own, wanted) => own >= wanted },
  7: { kind: 'flag', holds: (own, wanted) => own === wanted },
  8: { kind: 'flag', holds: (own, wanted) => own !== wanted },
};
type Compare = (own: number, wanted: number) => boolean;

const DAY = 86_400_000;
const FORMATS = {
  integer: /^-?\d{1,15}$/,
  time: /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/,
  flag: /^[01]$/,
};

const recordOf = (app: Application, key: string): JsonObject | undefined =>
  app.roleConnectionMetadata?.find((record) => record.key === key);
const comparisonOf = (record: JsonObject | undefined) => COMPARISONS[Number(record?.type)];

const keyOf = (app: Application, userId: string): string => `${app.id}/${userId}`;

/** Values must have a record of the application, in the format of its type. */
function checkValues(faults: BodyFaults, app: Application, metadata: JsonBody): void {
  for (const [key, value] of Object.entries(metadata)) {
    const kind = comparisonOf(recordOf(app, key))?.kind;
    if (kind === undefined)
      faults.add(['metadata', key], 'UNKNOWN_PROPERTY', 'The application has no such metadata.');
    else if (
      !FORMATS[kind].test(String(value)) ||
      (kind === 'time' && Number.isNaN(Date.parse(String(value))))
    )
      faults.add(['metadata', key], 'BASE_TYPE_BAD_VALUE', `Must be a value of type ${kind}.`);
  }
}

/** What applications say about people, and whether that is enough for a linked role. */
export function createRoleConnections(state: State) {
  const find = (app: Application, userId: string): RoleConnection | null =>
    state.roleConnections.get(keyOf(app, userId)) ?? null;
  return {
    find,
    /** Replaces it. @throws Refusal 50035 for values that fit no metadata of the application */
    put(app: Application, userId: string, connection: RoleConnection): void {
      const faults = createFaults();
      checkValues(faults, app, connection.metadata);
      faults.enforce();
      state.roleConnections.set(keyOf(app, userId), connection);
    },
    meets(app: Application, userId: string, conditions: readonly { key: string; value: number }[]): boolean {
      const metadata = find(app, userId)?.metadata ?? {};
      return conditions.every(({ key, value }) => {
        const comparison = comparisonOf(recordOf(app, key));
        const own = metadata[key];
        if (!comparison || own === undefined) return false;
        const number = comparison.kind === 'time' ? (state.clock.now() - Date.parse(own)) / DAY : Number(own);
        return comparison.holds(number, value);
      });
    },
  };
}
