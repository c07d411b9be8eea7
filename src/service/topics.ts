/** Subscribers by topic name, found without scanning the others. */
export type Topics<T> = {
  add(name: string, listener: T): void;
  remove(name: string, listener: T): void;
  of(name: string): Iterable<T>;
  count(name: string): number;
  /** The topics with subscribers. */
  names(): Iterable<string>;
};

export function createTopics<T>(): Topics<T> {
  const topics = new Map<string, Set<T>>();
  return {
    add(name, listener) {
      const listeners = topics.get(name) ?? new Set();
      topics.set(name, listeners.add(listener));
    },
    remove(name, listener) {
      const listeners = topics.get(name);
      listeners?.delete(listener);
      if (listeners?.size === 0) topics.delete(name);
    },
    of: (name) => topics.get(name) ?? [],
    count: (name) => topics.get(name)?.size ?? 0,
    names: () => topics.keys(),
  };
}
