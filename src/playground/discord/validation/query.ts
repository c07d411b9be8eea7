import { type BodyFaults, createFaults } from './faults.js';

/** The type of one query parameter; a pair is the range of an integer. */
type QueryRule = 'boolean' | 'snowflake' | 'text' | 'time' | readonly [min: number, max: number];
export type QueryRules = Readonly<Record<string, QueryRule>>;

/** Rejects unknown query parameters and those of the wrong type. */
export function checkQuery(query: Readonly<Record<string, unknown>>, rules: QueryRules): void {
  const names = Object.keys(query);
  if (names.length === 0) return;
  const faults = createFaults();
  for (const name of names) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) faults.add([name], 'UNKNOWN_PROPERTY', 'Unknown property.');
    else checkParameter(faults, name, String(query[name]), rule);
  }
  faults.enforce();
}

function checkParameter(faults: BodyFaults, name: string, value: string, rule: QueryRule): void {
  if (typeof rule !== 'string') checkBounds(faults, name, value, rule);
  else if (rule === 'boolean' && !['true', 'false', '1', '0', 'True', 'False'].includes(value)) {
    faults.add([name], 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
  } else if (rule === 'snowflake' && !/^\d{1,20}$/.test(value)) {
    faults.add([name], 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`);
  } else if (rule === 'time' && !Number.isFinite(Date.parse(value))) {
    faults.add([name], 'DATE_TIME_TYPE_PARSE', `Could not parse ${value}. Should be ISO8601.`);
  }
}

function checkBounds(
  faults: BodyFaults,
  name: string,
  value: string,
  [min, max]: readonly [number, number],
): void {
  if (!/^-?\d+$/.test(value)) faults.add([name], 'NUMBER_TYPE_COERCE', `Value "${value}" is not int.`);
  else if (Number(value) < min) {
    faults.add([name], 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`);
  } else if (Number(value) > max) {
    faults.add([name], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`);
  }
}
