import { isLoss } from '../../../contract/read/index.js';
import type { Translate } from '../../../copy/translate.js';

/** A part of a service does not work. The message is a clause that follows the part's name. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** A part cannot be checked because an earlier one is missing. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** Checks one part of a service. */
export type ServiceCheck = {
  name: string;
  /** The effect when the part is missing: what members cannot do, or what the bot does instead. */
  without: { missing: string } | { degraded: string };
  /** @returns the finding in words for the operator @throws Unfit, Skipped */
  look(): Promise<string>;
};

export type Result = { name: string; mark: 'ok' | 'note' | 'FAIL' | 'skip'; says: string; effect?: string };

export async function runServiceCheck({ name, without, look }: ServiceCheck): Promise<Result> {
  try {
    return { name, mark: 'ok', says: await look() };
  } catch (error) {
    if (error instanceof Skipped) return { name, mark: 'skip', says: error.message };
    if (!(error instanceof Unfit)) throw error;
    if ('missing' in without) return { name, mark: 'FAIL', says: error.message, effect: without.missing };
    return { name, mark: 'note', says: error.message, effect: without.degraded };
  }
}

const mostNotes = 2;

/** Appends the reader's notes, which are English: fields that were found under another name, filled in or left out. */
export function withNotes(says: string, notes: readonly string[], t: Translate): string {
  if (notes.length === 0) return says;
  const more = notes.length - mostNotes;
  const losses = notes.filter((note) => isLoss(note));
  const sorted = [...losses, ...notes.filter((note) => !isLoss(note))];
  const shown = sorted.slice(0, mostNotes);
  return `${says} (${[...shown, ...(more > 0 ? [t('cli.service.more', { count: more })] : [])].join('; ')})`;
}
