/** Why a part of a service cannot be used, as a clause that follows the part's name. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** A part that can't be looked at because one before it is missing. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** One part of a service that is looked at. */
export type Check = {
  name: string;
  /** What members cannot do without it; else what the bot does instead. */
  without: { missing: string } | { degraded: string };
  /** @returns what there is, as an operator reads it @throws Unfit, Skipped */
  look(): Promise<string>;
};

export type Result = { name: string; mark: 'ok' | 'note' | 'FAIL' | 'skip'; says: string; effect?: string };

/** Looks at one part. */
export async function run({ name, without, look }: Check): Promise<Result> {
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
const isLoss = (note: string): boolean => note.includes('left out');

/** Notes of a reading as a clause: what was read from another place than the bot's own name for it. */
export function withNotes(says: string, notes: readonly string[]): string {
  if (notes.length === 0) return says;
  const more = notes.length - mostNotes;
  const losses = notes.filter((note) => isLoss(note));
  const sorted = [...losses, ...notes.filter((note) => !isLoss(note))];
  return `${says} (${sorted.slice(0, mostNotes).join('; ')}${more > 0 ? `; ${more} more` : ''})`;
}
