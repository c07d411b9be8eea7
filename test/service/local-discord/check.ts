import { parseArgs } from 'node:util';
import { systemClock } from '../../../src/base/clock.js';
import { silentLog } from '../../../src/base/log.js';
import { startWorld } from '../../../src/playground/world.js';
import { type Behaviour, Skipped, type Stage } from './behaviours/behaviour.js';
import { createTightGround } from './behaviours/ground.js';
import { themes } from './behaviours/index.js';
import { createStage } from './behaviours/stage.js';

/**
 * `npm run discord:check`: a plain discord.js bot goes through every behaviour, one line each, and bots in
 * discord.js, oceanic.js and discord.py through one scenario. With `-- --actor http://127.0.0.1:8787/actor` it uses a
 * playground that already runs.
 */

const PATIENCE_MS = 15_000;
/** Longest wait in real time; longer spans need a manual clock. */
const LONGEST_WAIT_MS = 4_000;

type Result = 'passed' | 'failed' | 'skipped';

async function openPlayground(): Promise<{ actorUrl: string; close(): Promise<void> }> {
  const { values } = parseArgs({ options: { actor: { type: 'string' } } });
  if (values.actor) {
    await fetch(`${values.actor}/world`).catch(() => {
      throw new Error(`No playground answers at ${values.actor}.`);
    });
    return { actorUrl: values.actor, close: async () => {} };
  }
  const ports = { web: 0, discord: 0, rpc: 0, rpcSocket: 0 };
  const world = await startWorld({ ports, webDir: null, clock: systemClock, log: silentLog });
  return { actorUrl: world.actorApi, close: world.close };
}

async function passTime(ms: number): Promise<void> {
  if (ms > LONGEST_WAIT_MS) throw new Skipped(`needs the test's clock to pass ${Math.round(ms / 1_000)} s`);
  await systemClock.sleep(ms);
}

async function play({ name, run }: Behaviour, stage: Stage): Promise<Result> {
  const startedAt = performance.now();
  const tell = (mark: string, note = ''): void =>
    console.log(`${mark} ${name} (${Math.round(performance.now() - startedAt)} ms)${note}`);
  const patience = new AbortController();
  const impatient = systemClock.sleep(PATIENCE_MS, patience.signal).then(() => {
    throw new Error(`nothing happened for ${PATIENCE_MS / 1_000} s`);
  });
  try {
    await Promise.race([run(stage), impatient]);
    tell('✓');
    return 'passed';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Skipped) tell('-', `: skipped, ${reason}`);
    else tell('✗', `\n    ${reason.replaceAll('\n', '\n    ')}`);
    return error instanceof Skipped ? 'skipped' : 'failed';
  } finally {
    patience.abort();
    impatient.catch(() => {});
  }
}

async function playAll(stage: Stage): Promise<Result[]> {
  const results: Result[] = [];
  for (const [theme, behaviours] of Object.entries(themes)) {
    console.log(`\n${theme}`);
    for (const behaviour of behaviours) results.push(await play(behaviour, stage));
  }
  return results;
}

async function main(): Promise<Result[]> {
  const playground = await openPlayground();
  const tight = createTightGround();
  try {
    const { tightBot } = tight;
    const stage = await createStage({ actorUrl: playground.actorUrl, passTime, tightBot });
    return await playAll(stage).finally(stage.close);
  } finally {
    await tight.close();
    await playground.close();
  }
}

try {
  const results = await main();
  const count = (result: Result): number => results.filter((one) => one === result).length;
  const skipped = count('skipped');
  console.log(`\n${count('passed')} of ${results.length - skipped}${skipped ? `, ${skipped} skipped` : ''}`);
  process.exitCode = count('failed') === 0 ? 0 : 1;
} catch (error) {
  console.error(`The check could not be played: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
