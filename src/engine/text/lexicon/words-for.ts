/** Tables of words, written the readable way around: what is meant, then the words for it. */
export const wordsFor = <T extends string>(table: Record<T, string>): Record<string, T> =>
  Object.fromEntries(
    Object.entries<string>(table).flatMap(([meaning, words]) =>
      words.split(/\s+/).map((word) => [word, meaning as T]),
    ),
  );
