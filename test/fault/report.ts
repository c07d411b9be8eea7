import { CampaignFault } from './campaign-fault.js';

/** The result of one part of the campaign. */
export type Outcome = {
  what: string;
  done: string;
  found: string;
  /** False when the product lost, doubled or contradicted something. */
  good: boolean;
  /** Why this part proves less than it claims: it broke, could not run, or cannot find a known defect. */
  faults?: readonly string[];
  detail: unknown;
};
export type Row = Outcome & { name: string; seconds: number };

export const exitCodes = { clean: 0, finding: 1, campaignFault: 3 } as const;

/**
 * Runs one part. An exception is a fault of the campaign: findings are returned, never thrown.
 * @param limitMs a part that has not ended by then is given up
 */
export async function runPart(name: string, run: () => Promise<Outcome>, limitMs: number): Promise<Row> {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const overtime = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new CampaignFault(`did not end within ${limitMs / 60_000} minutes`));
    timer = setTimeout(giveUp, limitMs);
  });
  const outcome = await Promise.race([run(), overtime]).catch((error): Outcome => {
    const reason = error instanceof CampaignFault ? error.message : String(error?.stack ?? error);
    return { what: name, done: 'did not end', found: 'nothing', good: true, faults: [reason], detail: null };
  });
  clearTimeout(timer);
  return { ...outcome, name, seconds: Math.round((performance.now() - begun) / 1_000) };
}

const isFaulty = ({ faults = [] }: Row) => faults.length > 0;

/** A line of result, a line of figures, and a line for a fault of the campaign. */
export function describeRow(row: Row): string {
  const { what, done, found, good, seconds, faults = [] } = row;
  const verdict = good ? (isFaulty(row) ? 'VOID' : 'ok  ') : 'FAIL';
  const lines = [`${verdict} ${what}: ${done}`, `     ${found}  (${seconds} s)`];
  return [...lines, ...faults.slice(0, 3).map((fault) => `     campaign fault: ${fault}`)].join('\n');
}

/** A finding takes precedence over a fault of the campaign: it is true whatever else went wrong. */
export function exitCodeOf(rows: readonly Row[]): number {
  if (rows.some(({ good }) => !good)) return exitCodes.finding;
  return rows.length === 0 || rows.some(isFaulty) ? exitCodes.campaignFault : exitCodes.clean;
}

/** The last line: the meaning of the exit code. */
export function summarise(rows: readonly Row[]): string {
  const names = (some: readonly Row[]) => some.map(({ name }) => name).join(', ');
  const faulty = rows.filter(isFaulty);
  const sentences = [
    ...(rows.some(({ good }) => !good) ? [`Findings in: ${names(rows.filter(({ good }) => !good))}.`] : []),
    ...(faulty.length > 0
      ? [
          `Campaign faults in: ${names(faulty)}. These parts prove nothing; mend the campaign and run it again.`,
        ]
      : []),
  ];
  if (rows.length === 0) return 'Campaign fault: no part of that name. See --only.';
  return sentences.length === 0 ? 'Nothing found.' : sentences.join(' ');
}
