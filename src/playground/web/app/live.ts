import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Change } from '../../discord/types.js';

/** Kinds of data that may need a reload. */
export type LiveTopic = 'messages' | 'channels' | 'modals' | 'commands' | 'problems' | 'world';
export type Counts = Record<LiveTopic, number>;

const topicsOf: Record<Change['type'], LiveTopic[]> = {
  message: ['messages', 'channels'],
  channel: ['channels', 'messages'],
  typing: ['messages'],
  modal: ['modals'],
  interaction: ['messages'],
  commands: ['commands', 'world'],
  member: ['world', 'channels', 'messages', 'commands'],
  guild: ['world'],
  problem: ['problems'],
};
const every: LiveTopic[] = ['messages', 'channels', 'modals', 'commands', 'problems', 'world'];
const zero: Counts = { messages: 0, channels: 0, modals: 0, commands: 0, problems: 0, world: 0 };
const GATHER_MS = 40;

/** Counters per topic that increase with each change this member may see. Depend on a counter to reload. */
export function useChanges(member: string): { counts: Counts; connected: boolean; refresh(): void } {
  const [counts, setCounts] = useState(zero);
  const [connected, setConnected] = useState(true);
  const add = useCallback((topics: Iterable<LiveTopic>) => {
    setCounts((now) => {
      const next = { ...now };
      for (const topic of topics) next[topic] += 1;
      return next;
    });
  }, []);
  useEffect(() => {
    const source = new EventSource(`/actor/events?member=${encodeURIComponent(member)}`);
    const gathered = new Set<LiveTopic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (topics: LiveTopic[]) => {
      for (const topic of topics) gathered.add(topic);
      timer ??= setTimeout(() => {
        timer = undefined;
        setConnected(true);
        add(gathered);
        gathered.clear();
      }, GATHER_MS);
    };
    source.onmessage = ({ data }) => note(topicsOf[(JSON.parse(data) as Change).type] ?? every);
    source.onopen = () => note(every);
    source.onerror = () => setConnected(false);
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [member]);
  return { counts, connected, refresh: () => add(every) };
}

/**
 * The newest result of `read`, which runs again when a dependency changes; results of outdated runs are dropped.
 * `null` before the first result, and again when `key` changes.
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

/** The current time, updated every second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

/** A number that increases every `ms`, to poll data without events. */
export function useBeat(ms: number): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setBeat((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return beat;
}

/** One sentence that disappears by itself. */
export function useNotice(ms: number) {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), ms);
    return () => clearTimeout(timer);
  }, [notice]);
  return { notice, setNotice };
}
