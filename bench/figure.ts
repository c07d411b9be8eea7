/** One measured figure. `ratio` is against a peer or limit measured in the same run, so that it holds on any machine. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** What it is compared with, and how it came out in the same run. */
  peer?: { name: string; value: number };
  ratio?: number;
  /** What is promised, as a sentence, and whether it held. */
  goal?: { text: string; met: boolean };
};

export type Bench = () => Promise<Figure[]>;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The value below which the share `p` (0 to 1) of the values lies. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!;
};
