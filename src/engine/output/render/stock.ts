type Numbers = Uint8Array | Int16Array | Int32Array | Float32Array;

/**
 * Provides an array for one purpose, with any content: the taker must write it before reading. It belongs to the taker until
 * the same purpose is served again.
 */
export type Stock = <T extends Numbers>(
  purpose: string,
  kind: new (length: number) => T,
  length: number,
) => T;

/** A new array each time. */
export const newArrays: Stock = (_, Kind, length) => new Kind(length);

/** Those of larger pictures than a preview are not kept. */
const mostKept = 2 ** 21;

/**
 * Arrays for pictures that are drawn one after another: a preview takes 40 MB, and getting them from the system and
 * having them zeroed takes as long as painting half of the picture.
 */
export function createStock(): Stock {
  const kept = new Map<string, Numbers>();
  return <T extends Numbers>(purpose: string, Kind: new (length: number) => T, length: number): T => {
    const known = kept.get(purpose) as T | undefined;
    if (known && known.length >= length) return known.subarray(0, length) as T;
    const made = new Kind(length);
    if (length <= mostKept) kept.set(purpose, made);
    return made;
  };
}
