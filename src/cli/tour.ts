import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startApp } from '../app.js';
import { SetupError } from '../base/errors.js';
import { createLog } from '../base/log.js';
import { readConfig } from '../config.js';
import type { Io } from '../main.js';
import { botEnvironment, createChild } from './child.js';
import { freeBase } from './ports.js';

/** Plays the story headless and writes its transcript and files to a folder. Exits 1 when a step fails. */
export async function runTour(argv: string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { out: { type: 'string' }, port: { type: 'string' } },
  });
  if (!values.out) throw new SetupError('Name the folder the tour writes to: --out DIR.');
  const out = resolve(values.out);
  try {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'transcript.json'), '{}');
  } catch {
    throw new SetupError(`The folder ${values.out} cannot be written.`);
  }

  const [{ createActor }, { playTour }, { createTranscript, StoryFailed }] = await Promise.all([
    import('../playground/actor/client.js'),
    import('../playground/stories/tour.js'),
    import('../playground/stories/transcript.js'),
  ]);
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-tour-'));
  const base = values.port === undefined ? await freeBase() : Number(values.port);
  const config = readConfig({ PORT: String(base), DATA_DIR: join(dataDir, 'world') });
  const log = createLog('warn');
  const app = await startApp(config, { world: true, service: true, bot: false }, { log });
  const bot = createChild(
    'bot',
    botEnvironment(app.addresses, { port: base + 5, dataDir: join(dataDir, 'bot') }),
  );
  const transcript = createTranscript(() => performance.now());
  let failed = false;
  try {
    await transcript.step('The bot starts', () => bot.start());
    const kept = await playTour(createActor(app.addresses.web ?? ''), bot, transcript);
    writeFileSync(join(out, 'rig.glb'), kept.rig);
    writeFileSync(join(out, 'preview.png'), kept.preview);
    writeFileSync(join(out, 'image-rig.glb'), kept.imageRig);
  } catch (error) {
    if (!(error instanceof StoryFailed)) throw error;
    failed = true;
  } finally {
    writeFileSync(join(out, 'transcript.md'), transcript.markdown());
    writeFileSync(
      join(out, 'transcript.json'),
      `${JSON.stringify({ steps: transcript.steps() }, null, 2)}\n`,
    );
    await bot.stop();
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const { name, ok, ms } of transcript.steps())
    io.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${name} (${ms} ms)\n`);
  io.stdout.write(
    `Written to ${values.out}: transcript.md, transcript.json${failed ? '' : ', rig.glb, preview.png, image-rig.glb'}\n`,
  );
  return failed ? 1 : 0;
}
