/**
 * Hints that something is new, for processes that share a database. A hint carries no data and may be lost: who
 * listens reads the database, and also looks there from time to time. The same hint told twice may arrive once.
 */
export type Hints = {
  /**
   * Notifies every process, this one included. Call it after the commit of the new row.
   * @param about which one is new, for example its id
   */
  tell(topic: string, about?: string): void;
  /** Tells only the other processes, because this one knows already. */
  tellOthers(topic: string, about?: string): void;
  /** @returns stops listening */
  on(topic: string, listener: (about: string) => void): () => void;
  /** Calls the listener when hints of other processes may have been lost. @returns stops listening */
  onMissed(listener: () => void): () => void;
  close(): Promise<void>;
};

/** Listeners and hints inside one process. */
export type Local = Pick<Hints, 'on' | 'onMissed'> & {
  /** Tells the listeners of this process in a later turn of the event loop, the same hint once. */
  deliver(topic: string, about: string): void;
  missed(): void;
};

export function createLocal(): Local {
  const listeners = new Map<string, Set<(about: string) => void>>();
  const missing = new Set<() => void>();
  const waiting = new Map<string, Set<string>>();

  const deliverAll = () => {
    const told = [...waiting];
    waiting.clear();
    for (const [topic, abouts] of told)
      for (const about of abouts) for (const listener of listeners.get(topic) ?? []) listener(about);
  };

  return {
    on(topic, listener) {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic);
      };
    },
    onMissed(listener) {
      missing.add(listener);
      return () => void missing.delete(listener);
    },
    deliver(topic, about) {
      if (!listeners.has(topic)) return;
      if (waiting.size === 0) setImmediate(deliverAll);
      waiting.set(topic, (waiting.get(topic) ?? new Set()).add(about));
    },
    missed() {
      for (const listener of missing) listener();
    },
  };
}

/** Hints where one process has the whole database. */
export function createLocalHints(): Hints {
  const { on, onMissed, deliver } = createLocal();
  return {
    tell: (topic, about = '') => deliver(topic, about),
    tellOthers: () => undefined,
    on,
    onMissed,
    close: async () => undefined,
  };
}
