/** A store of rows that are due at a time, and the delay after a failure. */
type Followed<Row> = {
  due(limit: number): Promise<Row[]>;
  checkAgainAt(id: string, at: number): Promise<void>;
};

const atOnce = 25;

/** Processes all due rows concurrently; failures are retried later. */
export async function sweep<Row extends { id: string }>(
  store: Followed<Row>,
  look: (row: Row) => Promise<unknown>,
  againAt: (failure: unknown) => number,
): Promise<void> {
  const due = await store.due(atOnce);
  await Promise.all(
    due.map((row) => look(row).catch((failure) => store.checkAgainAt(row.id, againAt(failure)))),
  );
}
