/** A table of figures and their goals. */
export type Row = { metric: string; value: number | string; goal: string; met: boolean | null };

const rounded = (value: number): number => Number(value.toFixed(3));

/** @param unit with a leading space, for metric, value and goal alike */
export const atMost = (metric: string, value: number, goal: number, unit = ''): Row => ({
  metric,
  value: rounded(value),
  goal: `<= ${rounded(goal)}${unit}`,
  met: value <= goal,
});

export const atLeast = (metric: string, value: number, goal: number): Row => ({
  metric,
  value: rounded(value),
  goal: `>= ${goal}`,
  met: value >= goal,
});

export const told = (metric: string, value: number): Row => ({
  metric,
  value: rounded(value),
  goal: '',
  met: null,
});

export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ metric }) => metric.length));
  for (const { metric, value, goal, met } of rows)
    console.log(
      `${metric.padEnd(width)}  ${String(value).padStart(8)}  ${goal.padEnd(10)} ${met === null ? '' : met ? 'met' : 'MISSED'}`,
    );
}

export const mean = (list: readonly number[]): number =>
  list.reduce((sum, one) => sum + one, 0) / list.length;
export const geometricMean = (list: readonly number[]): number => Math.exp(mean(list.map(Math.log)));
