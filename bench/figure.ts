/**
 * One measured figure. `ratio` compares it with a peer or limit measured in the same run, so that it is valid on any
 * machine.
 */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The peer, and its value in the same run. */
  peer?: { name: string; value: number };
  ratio?: number;
  /** A time as a multiple of the engine's calibration kernel in the same run. */
  kernels?: number;
  /** The goal as text, and whether it was met. */
  goal?: { text: string; met: boolean };
};

export type Bench = () => Promise<Figure[]>;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The smallest value that the share `p` (0 to 1) of the values does not exceed: the nearest rank, 19th of 20 for .95. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]!;
};
