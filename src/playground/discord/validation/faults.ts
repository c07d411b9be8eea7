import { type BodyFault, Refusal } from '../failure.js';

export type Path = readonly (string | number)[];

/** Limits the error body, because a hostile request could contain a million faults. */
const FAULTS_TOLD = 100;
const CHARACTERS_SHOWN = 100;

/** Collects the faults of one request body; `enforce` throws 50035 with the first hundred. */
export type BodyFaults = {
  add(path: Path, code: string, message: string): void;
  enforce(): void;
};

export function createFaults(): BodyFaults {
  const found: BodyFault[] = [];
  return {
    add(path, code, message) {
      if (found.length < FAULTS_TOLD) found.push({ path: [...path], code, message });
    },
    enforce() {
      if (found.length > 0) throw new Refusal('invalidForm', found);
    },
  };
}

export type JsonBody = Record<string, unknown>;

export const isJsonBody = (value: unknown): value is JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type TextRule = { min?: number; max: number; required?: boolean };

/** A string field; null counts as absent. Lengths are code points, as Discord counts them. */
export function checkText(faults: BodyFaults, path: Path, value: unknown, rule: TextRule): value is string {
  if (value === undefined || value === null || (value === '' && rule.required)) {
    if (rule.required) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required');
    return false;
  }
  if (typeof value !== 'string') {
    faults.add(path, 'STRING_TYPE_CONVERT', `Could not interpret "${preview(value)}" as string.`);
    return false;
  }
  const length = [...value].length;
  const min = rule.min ?? 0;
  if (length > rule.max && min === 0) {
    faults.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${rule.max} or fewer in length.`);
  } else if (length > rule.max || length < min) {
    faults.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${rule.max} in length.`);
  } else return true;
  return false;
}

/** Checks the length of a list field; returns its items, or an empty list when it is absent or not a list. */
export function checkList(
  faults: BodyFaults,
  path: Path,
  value: unknown,
  rule: { min?: number; max: number; required?: boolean },
): unknown[] {
  if (value === undefined || value === null) {
    if (rule.required) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required');
    return [];
  }
  if (!Array.isArray(value)) {
    faults.add(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    return [];
  }
  const min = rule.min ?? 0;
  if (value.length > rule.max && min === 0) {
    faults.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${rule.max} or fewer in length.`);
  } else if (value.length > rule.max || value.length < min) {
    faults.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${rule.max} in length.`);
  }
  return value;
}

export function checkObject(faults: BodyFaults, path: Path, value: unknown): value is JsonBody {
  if (isJsonBody(value)) return true;
  faults.add(path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType');
  return false;
}

export function checkInteger(
  faults: BodyFaults,
  path: Path,
  value: unknown,
  rule: { min?: number; max?: number; required?: boolean },
): value is number {
  if (value === undefined || value === null) {
    if (rule.required) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required');
    return false;
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    faults.add(path, 'NUMBER_TYPE_COERCE', `Value "${preview(value)}" is not int.`);
  } else if (rule.min !== undefined && value < rule.min) {
    faults.add(path, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${rule.min}.`);
  } else if (rule.max !== undefined && value > rule.max) {
    faults.add(path, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${rule.max}.`);
  } else return true;
  return false;
}

/** An object whose `type` selects none of the allowed kinds; the fault is that of the object, not of its `type`. */
export function addUnknownType(faults: BodyFaults, path: Path, types: readonly unknown[]): void {
  const list = types.length === 1 ? `${types[0]},` : types.join(', ');
  faults.add(path, 'UNION_TYPE_CHOICES', `Value of field "type" must be one of (${list}).`);
}

/** A URL with a scheme that Discord accepts. */
export function checkUrl(
  faults: BodyFaults,
  path: Path,
  value: unknown,
  { max, schemes = ['http', 'https'] }: { max: number; schemes?: readonly string[] },
): boolean {
  if (!checkText(faults, path, value, { max, required: true })) return false;
  const scheme = value.split(':', 1)[0]!.toLowerCase();
  if (value.includes(':') && !schemes.includes(scheme)) {
    const list = schemes.map((name) => `'${name}'`).join(', ');
    faults.add(
      path,
      'URL_TYPE_INVALID_SCHEME',
      `Scheme "${scheme}" is not supported. Scheme must be one of (${list}).`,
    );
    return false;
  }
  if (URL.canParse(value)) return true;
  faults.add(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
  return false;
}

export const preview = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, CHARACTERS_SHOWN);
