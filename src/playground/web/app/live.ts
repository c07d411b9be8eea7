import { useEffect, useRef, useState } from 'preact/hooks';

/** Counts up when something changed that this member may see: whoever reads with it as a dependency is live. */
export function useChanges(member: string): { count: number; connected: boolean } {
  const [state, setState] = useState({ count: 0, connected: true });
  useEffect(() => {
    const source = new EventSource(`/actor/events?member=${encodeURIComponent(member)}`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setState(({ count }) => ({ count: count + 1, connected: true }));
      }, 40);
    };
    source.onmessage = note;
    source.onopen = note;
    source.onerror = () => setState(({ count }) => ({ count, connected: false }));
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [member]);
  return state;
}

/**
 * The newest answer of `read`, read again whenever a dependency changes; an answer that was overtaken is
 * dropped. `null` before the first answer, and again when `key` changes.
 */
export function useReading<T>(key: string, read: () => Promise<T>, dependencies: unknown[]): T | null {
  const [state, setState] = useState<{ key: string; value: T } | null>(null);
  const newest = useRef(0);
  useEffect(() => {
    const turn = ++newest.current;
    read().then(
      (value) => turn === newest.current && setState({ key, value }),
      () => undefined, // a lost connection is shown once, by useChanges
    );
  }, [key, ...dependencies]);
  return state?.key === key ? state.value : null;
}

/** The time now, once a second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

/** A number that grows every `ms`, for what no event announces. */
export function useBeat(ms: number): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setBeat((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return beat;
}
