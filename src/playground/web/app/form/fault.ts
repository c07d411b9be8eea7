import type { ActorFile, SeenModal } from '../../../actor/client.js';

export type ModalField = SeenModal['fields'][number];
export type FieldValue = string | string[];

const listOf = (value: FieldValue | undefined): string[] =>
  Array.isArray(value) ? value : value ? [value] : [];

/** The error Discord shows under an invalid value; `undefined` when it is valid. */
export function faultOf(
  field: ModalField,
  value: FieldValue | undefined,
  files: readonly ActorFile[],
): string | undefined {
  if (field.kind === 'short' || field.kind === 'paragraph') return textFault(field, String(value ?? ''));
  if (field.kind === 'checkbox')
    return field.required && value !== 'true' ? 'This field is required' : undefined;
  return countFault(field, field.kind === 'file' ? files.length : listOf(value).length);
}

function textFault({ required, min, max }: ModalField, text: string): string | undefined {
  if (text === '') return required ? 'This field is required' : undefined;
  if (min !== null && text.length < min) return `Must be at least ${min} characters`;
  if (max !== null && text.length > max) return `Must be at most ${max} characters`;
  return undefined;
}

function countFault({ kind, required, min, max }: ModalField, count: number): string | undefined {
  const things = kind === 'file' ? 'file' : 'choice';
  const least = Math.max(min ?? 1, 1);
  if (count === 0) return required && min !== 0 ? 'This field is required' : undefined;
  if (count < least) return `Needs at least ${least} ${things}s`;
  if (max !== null && count > max) return `Takes at most ${max} ${max === 1 ? things : `${things}s`}`;
  return undefined;
}
