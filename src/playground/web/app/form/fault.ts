import type { ActorFile, SeenModal } from '../../../actor/client.js';
import type { Translate } from '../copy/texts.js';

export type ModalField = SeenModal['fields'][number];
export type FieldValue = string | string[];

const listOf = (value: FieldValue | undefined): string[] =>
  Array.isArray(value) ? value : value ? [value] : [];

/** The error Discord shows under an invalid value; `undefined` when it is valid. */
export function faultOf(
  field: ModalField,
  value: FieldValue | undefined,
  files: readonly ActorFile[],
  t: Translate,
): string | undefined {
  if (field.kind === 'short' || field.kind === 'paragraph') return textFault(field, String(value ?? ''), t);
  if (field.kind === 'checkbox')
    return field.required && value !== 'true' ? t('playground.fault.required') : undefined;
  return countFault(field, field.kind === 'file' ? files.length : listOf(value).length, t);
}

function textFault({ required, min, max }: ModalField, text: string, t: Translate): string | undefined {
  if (text === '') return required ? t('playground.fault.required') : undefined;
  if (min !== null && text.length < min) return t('playground.fault.short', { min });
  if (max !== null && text.length > max) return t('playground.fault.long', { max, count: text.length });
  return undefined;
}

function countFault({ required, min, max }: ModalField, count: number, t: Translate): string | undefined {
  const least = Math.max(min ?? 1, 1);
  if (count === 0) return required && min !== 0 ? t('playground.fault.required') : undefined;
  if (count < least) return t('playground.fault.few', { min: least });
  if (max !== null && count > max) return t('playground.fault.many', { max });
  return undefined;
}
