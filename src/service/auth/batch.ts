/**
 * Batches items that arrive in the same turn of the event loop into one disk write, so that a flood of refusals
 * costs little more than one. Each caller waits for the batch.
 */
export function createBatch<T>(run: (items: readonly T[]) => void): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let turn: Promise<void> | null = null;
  const runTurn = () => {
    const items = waiting;
    waiting = [];
    turn = null;
    run(items);
  };
  return (item) => {
    waiting.push(item);
    turn ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          resolve(runTurn());
        } catch (error) {
          reject(error);
        }
      });
    });
    return turn;
  };
}
