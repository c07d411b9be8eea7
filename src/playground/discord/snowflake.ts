const EPOCH_MS = 1_420_070_400_000n;

/**
 * Creates Discord ids: milliseconds since 2015 in the upper 42 bits. Ids strictly increase, even when the clock stops
 * or goes back, so sorting by id sorts by age.
 * @param after the last id of an earlier run; the first new id is greater
 * @see https://discord.com/developers/docs/reference#snowflakes
 */
export function createSnowflakes(now: () => number, after = '0'): () => string {
  let last = BigInt(after);
  return () => {
    const ofNow = (BigInt(Math.floor(now())) - EPOCH_MS) << 22n;
    last = ofNow > last ? ofNow : last + 1n;
    return last.toString();
  };
}

export const isSnowflake = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,20}$/.test(value);

/** Comparator: older first. */
export const byAge = (a: { id: string }, b: { id: string }): number =>
  a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Creation time of an id, in milliseconds since the epoch. */
export const bornAt = (id: string): number => Number((BigInt(id) >> 22n) + EPOCH_MS);
