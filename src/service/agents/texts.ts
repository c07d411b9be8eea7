import { findDataFile } from '../../base/data-file.js';
import type { AppError } from '../../base/errors.js';
import { type Copy, createCopy, defaultLocale } from '../../copy/copy.js';
import { readLocales } from '../../copy/locales.js';
import type { Translate } from '../../copy/translate.js';

let shipped: Copy | null = null;

/** The catalog of data/locales, read when it is first needed. */
export function shippedCopy(): Copy {
  shipped ??= createCopy(readLocales(findDataFile(import.meta.dirname, 'locales')));
  return shipped;
}

/** The sentence of a refusal: its reason; in English else its exact sentence, in other languages that of its code. */
export function refusalText({ code, message, reason }: AppError, t: Translate): string {
  if (reason) return t.message(reason);
  return t.locale === defaultLocale ? message : t(`error.${code}`);
}
