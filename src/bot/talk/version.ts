/** One of the versions of an answer, counted from 1. `runId`: that ended it; null while it is being made. */
export type ShownVersion = { at: number; of: number; runId: string | null };

/** The version that takes the place of an answer; null when there is nothing to return to. */
export function nextVersion({
  phase,
  version,
}: {
  phase: string;
  version: ShownVersion | null;
}): ShownVersion | null {
  const isShown = phase === 'done' || phase === 'canceled';
  const before = version?.of ?? 1;
  const of = isShown ? before + 1 : before; // a failed answer does not count as a version
  return of > 1 ? { at: of, of, runId: null } : null;
}
