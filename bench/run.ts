import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Bench, Figure } from './figure.js';

/** `npm run bench -- discord`: one name a file; all of them by default. Writes `out/bench/results.json`. */
const benches: Record<string, () => Promise<{ default: Bench }>> = {
  auth: () => import('./auth.js'),
  conversations: () => import('./conversations.js'),
  bot: () => import('./bot.js'),
  discord: () => import('./discord.js'),
  engine: () => import('./engine.js'),
  outputs: () => import('./outputs.js'),
  prompts: () => import('./prompts.js'),
  payments: () => import('./payments.js'),
  relay: () => import('./relay.js'),
  scale: () => import('./scale.js'),
  service: () => import('./service.js'),
  sides: () => import('./sides.js'),
};

const short = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

function toLine({ name, value, unit, peer, ratio, kernels, goal }: Figure): string {
  const beside = peer ? `  peer ${peer.name}: ${short(peer.value)}` : '';
  const share = ratio === undefined ? '' : `  ratio ${short(ratio)}`;
  const multiple = kernels === undefined ? '' : `  = ${short(kernels)} kernels`;
  const promise = goal ? `  [${goal.met ? 'met' : 'MISSED'}: ${goal.text}]` : '';
  return `  ${name}: ${short(value)} ${unit}${multiple}${beside}${share}${promise}`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown bench "${unknown[0]}"; choose from ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const results: Record<string, Figure[]> = {};
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  console.log(name);
  const { default: bench } = await benches[name]!();
  results[name] = await bench();
  for (const figure of results[name]) console.log(toLine(figure));
}

await mkdir('out/bench', { recursive: true });
const machine = { node: process.version, cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown' };
await writeFile('out/bench/results.json', `${JSON.stringify({ machine, results }, null, 2)}\n`);
const missed = Object.values(results)
  .flat()
  .filter(({ goal }) => goal && !goal.met);
process.exit(missed.length > 0 ? 1 : 0);
