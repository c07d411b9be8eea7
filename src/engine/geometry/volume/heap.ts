/** A binary heap of cells by key, smallest first. */
export function createHeap() {
  const keys: number[] = [];
  const cells: number[] = [];
  let lastKey = 0;
  const place = (at: number, key: number, cell: number) => {
    keys[at] = key;
    cells[at] = cell;
  };
  return {
    push(key: number, cell: number) {
      let at = keys.length;
      place(at, key, cell);
      while (at > 0) {
        const up = (at - 1) >> 1;
        if (keys[up]! <= key) break;
        place(at, keys[up]!, cells[up]!);
        at = up;
      }
      place(at, key, cell);
    },
    /** -1 when empty. */
    pop(): number {
      if (keys.length === 0) return -1;
      const top = cells[0]!;
      lastKey = keys[0]!;
      const key = keys.pop()!;
      const cell = cells.pop()!;
      const count = keys.length;
      if (count === 0) return top;
      let at = 0;
      for (;;) {
        let down = at * 2 + 1;
        if (down >= count) break;
        if (down + 1 < count && keys[down + 1]! < keys[down]!) down++;
        if (keys[down]! >= key) break;
        place(at, keys[down]!, cells[down]!);
        at = down;
      }
      place(at, key, cell);
      return top;
    },
    popped: () => lastKey,
  };
}
