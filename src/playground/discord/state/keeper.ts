import type { Deadlines } from '../deadlines.js';
import type { EventHub } from '../hub.js';
import type { Change } from '../types.js';
import type { Snapshot, SnapshotFile } from './snapshot-file.js';
import type { State } from './state.js';

/** Debounce time between a change and the write. */
const PAUSE_MS = 1_000;

/** Changes that do not affect the state. */
const PASSING = new Set<Change['type']>(['typing', 'problem']);

/** Saves the state to its file soon after each change and on `close`, which rejects when the write fails. */
export type StateKeeper = { close(): Promise<void> };

export function createKeeper(deps: {
  file: SnapshotFile;
  state: State;
  hub: EventHub;
  deadlines: Deadlines;
}): StateKeeper {
  const { file, state, hub, deadlines } = deps;
  let isWaiting = false;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    isWaiting = false;
    writing = writing.catch(() => {}).then(() => file.write(toSnapshot(state)));
    return writing;
  };
  const note = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    // A failed write is retried with the next change, and finally on close.
    deadlines.add(state.clock.now() + PAUSE_MS, () => void write().catch(() => {}));
  };
  hub.onDispatch(note);
  hub.subscribe((change) => {
    if (!PASSING.has(change.type)) note();
  });
  return { close: write };
}

function toSnapshot(state: State): Snapshot {
  const { files, clock: _clock, ...rest } = state;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value !== 'function'));
  return { lastId: state.nextId(), known, files: new Map(files) };
}

/** Replaces the seeded state with the saved one. */
export function restore(state: State, { known, files }: Snapshot): void {
  for (const [name, value] of [...Object.entries(known), ['files', files] as const]) {
    const place: unknown = state[name as keyof State];
    if (place instanceof Map) refill(place, value as Map<unknown, unknown>);
    else if (place instanceof Set) {
      place.clear();
      for (const item of value as Set<unknown>) place.add(item);
    }
  }
}

function refill(place: Map<unknown, unknown>, value: Map<unknown, unknown>): void {
  place.clear();
  for (const [key, item] of value) place.set(key, item);
}
