export type Cell = string | number | null;

/** An RFC 4180 cell; a leading quote stops spreadsheets from running text as a formula. */
function cell(value: Cell): string {
  const text = String(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[\x22,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a CSV file. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((values) => `${values.map(cell).join(',')}\r\n`).join('');

/** A CSV file that begins with the names of its columns. @param columns how each is read from a row */
export const tableOf = <Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rows: readonly Row[],
): string =>
  csvOf([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((read) => read(row)))]);
