/** Recent ids in bounded memory: drops the older half when the newer half is full. */
export function createOnce(size = 5_000): (id: string) => boolean {
  let newer = new Set<string>();
  let older = new Set<string>();
  /** Whether the id is new; Discord may deliver an event twice. */
  return (id) => {
    if (newer.has(id) || older.has(id)) return false;
    if (newer.size >= size) [older, newer] = [newer, new Set()];
    newer.add(id);
    return true;
  };
}
