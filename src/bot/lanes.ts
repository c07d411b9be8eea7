/** Runs work with the same key one after the other, in the order it came. Of this process only. */
export function createLanes() {
  const lanes = new Map<string, Promise<unknown>>();
  return {
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const done = (lanes.get(key) ?? Promise.resolve()).then(work, work);
      lanes.set(key, done);
      const leave = () => {
        if (lanes.get(key) === done) lanes.delete(key);
      };
      done.then(leave, leave);
      return done;
    },
    /** Resolves when the work of this key is done, also if it failed. */
    async idle(key: string): Promise<void> {
      await lanes.get(key)?.catch(() => undefined);
    },
  };
}
