/** Rows that are looked at again by time: where they are kept, and how long one that failed is left alone. */
type Followed<Row> = {
  due(limit: number): Promise<Row[]>;
  checkAgainAt(id: string, at: number): Promise<void>;
};

const atOnce = 25;

/** One round over every row that is due, together; one that fails is looked at again later. */
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
