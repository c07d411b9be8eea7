import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApp } from '../app.js';
import { SetupError } from '../base/errors.js';
import { createLog } from '../base/log.js';
import { readConfig } from '../config.js';
import { readLocales } from '../copy/locales.js';
import { readArguments } from './arguments.js';
import { botEnvironment, createChild } from './child.js';
import type { Io } from './io.js';
import { freeBase } from './ports.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';

/** Files of a tour that succeeded. */
const kept = ['rig.glb', 'preview.png', 'image-rig.glb'];

/** How long a person of the story waits for a message. */
const patienceMs = 60_000;

/** Plays the story headless and writes its transcript and files to a folder. Exits 1 when a step fails. */
export async function runTour(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('tour', argv);
  const t = terminalTexts();
  const locales = {
    people: knownLocale(values.locale),
    server: knownLocale(values['server-locale']),
  };
  const out = writableFolder(values.out);

  const [{ createActor }, { playTour }, { createTranscript, StoryFailed }] = await Promise.all([
    import('../playground/actor/client.js'),
    import('../playground/stories/tour.js'),
    import('../playground/stories/transcript.js'),
  ]);
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-tour-'));
  const base = values.port === undefined ? await freeBase() : Number(values.port);
  const config = readConfig({ PORT: String(base), DATA_DIR: join(dataDir, 'world') }, terminalTexts());
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
    const made = await playTour(createActor(app.addresses.web ?? '', patienceMs), bot, transcript, locales);
    writeFileSync(join(out, 'rig.glb'), made.rig);
    writeFileSync(join(out, 'preview.png'), made.preview);
    writeFileSync(join(out, 'image-rig.glb'), made.imageRig);
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
  const files = ['transcript.md', 'transcript.json', ...(failed ? [] : kept)].join(', ');
  io.stdout.write(`${t('cli.tour.written', { folder: values.out ?? '', files })}\n`);
  return failed ? 1 : 0;
}

/** @throws SetupError for a locale without a file in data/locales */
function knownLocale(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  const available = readLocales(join(findRoot(), 'data', 'locales')).map((file) => file.locale);
  if (available.includes(locale)) return locale;
  throw new SetupError(
    terminalTexts()('cli.error.locale', { given: locale, available: available.join(', ') }),
  );
}

/** @throws SetupError when nothing can be written there */
function writableFolder(name: string | undefined): string {
  if (!name) throw new SetupError(terminalTexts()('cli.tour.error.out'));
  const out = resolve(name);
  try {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'transcript.json'), '{}');
  } catch {
    throw new SetupError(terminalTexts()('cli.tour.error.unwritable', { folder: name }));
  }
  return out;
}
