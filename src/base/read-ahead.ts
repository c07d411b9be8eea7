/**
 * Reads from `source` while the consumer is busy, and yields together what has arrived meanwhile. An item that must
 * stand alone is the last of its group, and nothing is read after it until the consumer has handled it.
 * @param options.most items in a group
 * @param options.isJoined whether reading goes on after this item
 */
export async function* readAhead<T>(
  source: AsyncIterable<T>,
  options: { most: number; isJoined: (item: T) => boolean },
): AsyncGenerator<T[]> {
  const iterator = source[Symbol.asyncIterator]();
  let group: T[] = [];
  let failure: { error: unknown } | undefined;
  let hasEnded = false;
  let isReading = false;
  let noteChange: () => void = () => undefined;

  const read = async (): Promise<void> => {
    isReading = true;
    try {
      while (group.length < options.most) {
        const next = await iterator.next();
        if (next.done) hasEnded = true;
        else group.push(next.value);
        noteChange();
        if (next.done || !options.isJoined(next.value)) break;
      }
    } catch (error) {
      failure = { error };
      noteChange();
    }
    isReading = false;
  };

  try {
    while (true) {
      if (group.length === 0 && !isReading && !hasEnded && !failure) void read();
      if (group.length === 0 && !hasEnded && !failure)
        await new Promise<void>((resolve) => {
          noteChange = resolve;
        });
      if (group.length > 0) {
        const ready = group;
        group = [];
        yield ready;
      } else if (failure) throw failure.error;
      else return;
    }
  } finally {
    void iterator.return?.().catch(() => undefined);
  }
}
