import type { Queries } from './database.js';

/** Values of one database that were read before. */
export type Kept = {
  /** What `read` returns, kept under the key. */
  read: Queries['kept'];
  /** The keys whose values a transaction changes. */
  changes(): KeptChanges;
};

export type KeptChanges = {
  /** From now on, the value is read each time. */
  add(key: string): void;
  /** The transaction is committed or rolled back. Call it before its caller is answered. */
  end(): void;
};

const mostKept = 10_000;

/** For reads inside a transaction, and for a database that other processes write to all the time. */
export const readEachTime: Queries['kept'] = (_key, read) => read();

/**
 * Keeps values of a database that usually only this process writes to.
 * @param othersVersion another number after a commit of another process, such as a command of the operator. It is read
 *   once in a turn of the event loop, because it is a query too.
 */
export function createKept(othersVersion: () => number): Kept {
  /** Promises that are fulfilled, so that a hit makes none. */
  const values = new Map<string, Promise<unknown>>();
  /** How many open transactions change a key. */
  const changing = new Map<string, number>();
  /** Advances with every change, so that a read that began before it is not kept. */
  let changes = 0;
  let version: number | undefined;
  let isCompared = false;

  const forgetAfterOthers = () => {
    if (isCompared) return;
    isCompared = true;
    setImmediate(() => {
      isCompared = false;
    });
    const newest = othersVersion();
    if (newest === version) return;
    version = newest;
    changes += 1;
    values.clear();
  };

  const begin = (key: string) => {
    changes += 1;
    values.delete(key);
    changing.set(key, (changing.get(key) ?? 0) + 1);
  };
  const end = (key: string) => {
    changes += 1;
    const others = changing.get(key)! - 1;
    if (others > 0) changing.set(key, others);
    else changing.delete(key);
  };

  const readAndKeep = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const before = changes;
    const value = await read();
    if (changing.has(key) || changes !== before) return value;
    if (values.size >= mostKept) values.clear();
    values.set(key, Promise.resolve(value));
    return value;
  };

  return {
    read<T>(key: string, read: () => Promise<T>) {
      forgetAfterOthers();
      return (values.get(key) as Promise<T> | undefined) ?? readAndKeep(key, read);
    },
    changes() {
      const keys: string[] = [];
      return {
        add(key) {
          keys.push(key);
          begin(key);
        },
        end: () => keys.forEach(end),
      };
    },
  };
}
