import type { $ZodCheck, $ZodChecks } from 'zod/v4/core';
import { type BodyFaults, preview } from './faults.js';

/** Checks one value. `path` is shared with the caller, so a check must restore it. */
export type SchemaCheck = (faults: BodyFaults, path: (string | number)[], value: unknown) => void;

export const missing = (value: unknown): boolean => value === undefined || value === null;

export function addMissing(faults: BodyFaults, path: readonly (string | number)[]): void {
  faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required');
}

export function literalCheck(values: readonly unknown[]): SchemaCheck {
  const choices = new Set(values);
  const list = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ');
  return (faults, path, value) => {
    if (choices.has(value)) return;
    if (missing(value)) addMissing(faults, path);
    else faults.add(path, 'BASE_TYPE_CHOICES', `Value must be one of {${list}}.`);
  };
}

export const booleanCheck: SchemaCheck = (faults, path, value) => {
  if (typeof value === 'boolean') return;
  if (missing(value)) addMissing(faults, path);
  else faults.add(path, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
};

export type Range = { min: number; max: number };

const defsOf = (checks: readonly $ZodCheck[] | undefined) =>
  (checks ?? []).map((check) => (check as $ZodChecks)._zod.def);

export function lengthRange(checks: readonly $ZodCheck[] | undefined): Range {
  const range = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const def of defsOf(checks)) {
    if (def.check === 'min_length') range.min = def.minimum;
    if (def.check === 'max_length') range.max = def.maximum;
  }
  return range;
}

export function checkLength(
  faults: BodyFaults,
  path: readonly (string | number)[],
  length: number,
  { min, max }: Range,
): void {
  if (length >= min && length <= max) return;
  if (min === 0) faults.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
  else if (max === Number.POSITIVE_INFINITY)
    faults.add(path, 'BASE_TYPE_MIN_LENGTH', `Must be ${min} or more in length.`);
  else faults.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
}

const SNOWFLAKE_PATTERN = '^(0|[1-9][0-9]*)$';
const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

export function textCheck(checks: readonly $ZodCheck[] | undefined): SchemaCheck {
  const formats = defsOf(checks).flatMap((def) => (def.check === 'string_format' ? [def] : []));
  const pattern = formats.find(({ format }) => format === 'regex')?.pattern;
  if (pattern?.source === SNOWFLAKE_PATTERN) return snowflakeCheck;
  const isUrl = formats.some(({ format }) => format === 'url');
  const isTime = formats.some(({ format }) => format === 'datetime');
  const length = lengthRange(checks);
  return (faults, path, value) => {
    if (typeof value !== 'string') {
      if (missing(value)) addMissing(faults, path);
      else faults.add(path, 'STRING_TYPE_CONVERT', `Could not interpret "${preview(value)}" as string.`);
      return;
    }
    const characters = value.length > length.max ? [...value].length : value.length;
    if (characters === 0 && length.min > 0) addMissing(faults, path);
    else if (characters > length.max || characters < length.min)
      checkLength(faults, path, characters, length);
    else if (isUrl && value !== '') checkAddress(faults, path, value);
    else if (isTime && !(ISO_8601.test(value) && Number.isFinite(Date.parse(value)))) {
      faults.add(path, 'DATE_TIME_TYPE_PARSE', `Could not parse ${value}. Should be ISO8601.`);
    } else if (pattern && !pattern.test(value)) {
      faults.add(path, 'STRING_TYPE_REGEX', 'String value did not match validation regex.');
    }
  };
}

const SCHEMES = ['http', 'https', 'attachment'];

function checkAddress(faults: BodyFaults, path: readonly (string | number)[], value: string): void {
  const scheme = value.split(':', 1)[0]!.toLowerCase();
  if (value.includes(':') && !SCHEMES.includes(scheme)) {
    const list = SCHEMES.map((name) => `'${name}'`).join(', ');
    const message = `Scheme "${scheme}" is not supported. Scheme must be one of (${list}).`;
    faults.add(path, 'URL_TYPE_INVALID_SCHEME', message);
  } else if (!URL.canParse(value)) {
    faults.add(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
  }
}

const snowflakeCheck: SchemaCheck = (faults, path, value) => {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  if (isNumber || (typeof value === 'string' && /^\d{1,20}$/.test(value))) return;
  if (missing(value)) addMissing(faults, path);
  else faults.add(path, 'NUMBER_TYPE_COERCE', `Value "${preview(value)}" is not snowflake.`);
};

export function numberCheck(isInteger: boolean, checks: readonly $ZodCheck[] | undefined): SchemaCheck {
  const range = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  for (const def of defsOf(checks)) {
    if (def.check === 'greater_than') range.min = Number(def.value);
    if (def.check === 'less_than') range.max = Number(def.value);
  }
  const kind = isInteger ? 'int' : 'float';
  const isWide = range.max > Number.MAX_SAFE_INTEGER;
  return (faults, path, value) => {
    if (missing(value)) return addMissing(faults, path);
    const number = isWide && typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || (isInteger && !Number.isInteger(number))) {
      faults.add(path, 'NUMBER_TYPE_COERCE', `Value "${preview(value)}" is not ${kind}.`);
    } else if (number < range.min) {
      const message = `${kind} value should be greater than or equal to ${range.min}.`;
      faults.add(path, 'NUMBER_TYPE_MIN', message);
    } else if (number > range.max) {
      faults.add(path, 'NUMBER_TYPE_MAX', `${kind} value should be less than or equal to ${range.max}.`);
    }
  };
}
