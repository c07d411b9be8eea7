/**
 * A function that keeps its newest results, because a message is read several times on its way to an answer.
 * @param keyOf what tells two calls apart
 */
export function remembering<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
  keyOf: (...args: Args) => string,
): (...args: Args) => Result {
  const remembered = new Map<string, Result>();
  return (...args) => {
    const key = keyOf(...args);
    const found = remembered.has(key) ? remembered.get(key)! : make(...args);
    if (remembered.size >= most) remembered.clear();
    remembered.set(key, found);
    return found;
  };
}
const most = 50;
