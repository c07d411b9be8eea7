import type { RpcFinding } from './rpc.js';
import type { Result } from './run.js';
import type { Seen } from './seen.js';

export type Report = {
  version: string;
  /** ISO 8601. */
  at: string;
  discord: { api: string; guild: string; results: readonly Result[]; isWhole: boolean } | null;
  rpc: { network: string; findings: readonly RpcFinding[] } | null;
};

export const countOf = (results: readonly Result[], outcome: Result['outcome']): number =>
  results.filter((one) => one.outcome === outcome).length;

const code = (value: Seen | undefined): string => `\`${JSON.stringify(value) ?? 'nothing'}\``;

const openNote = "Unspecified: Discord's documents leave this open, so neither answer is wrong.";

function sectionOf(result: Result): string {
  const head = `### ${result.id}\n\n${result.says}\n`;
  if (result.outcome === 'failed') return `${head}\nNot observed: ${result.problem}\n`;
  const rows = result.differences.map(
    ({ path, expected, seen }) => `| ${path || '(whole)'} | ${code(expected)} | ${code(seen)} |`,
  );
  const note = result.outcome === 'unspecified' ? `\n${openNote}\n` : '';
  return `${head}${note}\n| where | local Discord | this Discord |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function discordPart({ api, results, isWhole }: NonNullable<Report['discord']>): string {
  const others = results.filter(({ outcome }) => outcome !== 'equal');
  const rows = results.map(({ id, says, outcome, ms }) => `| ${id} | ${outcome} | ${ms} | ${says} |`);
  return [
    `## Discord (${api})`,
    `${countOf(results, 'equal')} equal, ${countOf(results, 'unspecified')} unspecified, ${countOf(results, 'different')} different, ${countOf(results, 'failed')} not observed.`,
    ...(isWhole ? [] : ['The check was stopped before its end.']),
    ...(others.length === 0 ? [] : [others.map(sectionOf).join('\n')]),
    `## All behaviors\n\n| behavior | result | ms | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
  ].join('\n\n');
}

function rpcPart({ network, findings }: NonNullable<Report['rpc']>): string {
  const rows = findings.map(
    ({ kind, read, agreed, less, wrong, example }) =>
      `| ${kind} | ${read} | ${agreed} | ${less} | ${wrong.length} | ${example ?? ''} |`,
  );
  const wrong = findings.flatMap(({ kind, wrong: each }) => each.map((one) => `- ${kind}: ${one}`));
  return [
    `## Transactions of ${network}`,
    'Each was read by the verifier of payments for the account that gained most, and compared with the change of its balance.',
    `| kind | read | equal | counted less | wrong | example |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`,
    ...(wrong.length === 0 ? [] : [wrong.join('\n')]),
  ].join('\n\n');
}

/** The report for people; the one for programs is the same as JSON. */
export const toMarkdown = ({ version, at, discord, rpc }: Report): string =>
  `${[
    '# Live check',
    `Rigsmith ${version}, ${at}`,
    ...(discord ? [discordPart(discord)] : []),
    ...(rpc ? [rpcPart(rpc)] : []),
  ].join('\n\n')}\n`;
