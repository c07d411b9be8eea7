/** Inverts a table written as meaning -> words into word -> meaning. */
export const wordsFor = <T extends string>(table: Record<T, string>): Record<string, T> =>
  Object.fromEntries(
    Object.entries<string>(table).flatMap(([meaning, words]) =>
      words.split(/\s+/).map((word) => [word, meaning as T]),
    ),
  );
