import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeenMessage } from '../../src/playground/actor/client.js';
import { linkWallet, receipt, startPurchase } from '../../src/playground/stories/credits.js';
import { findIn } from '../../src/playground/stories/player.js';
import { createStage, type StoryStage } from '../../src/playground/stories/stage.js';
import { createTranscript } from '../../src/playground/stories/transcript.js';
import { createBotInProcess } from '../support/bot-in-process.js';
import { textsOf } from '../support/member-texts.js';
import { type Marks, pseudoLocales } from '../support/pseudo-locale.js';
import { openWorld, type TestWorld } from '../support/world.js';

/**
 * Mia uses Discord in German; the server's language is Finnish. Both are pseudo-locales, so that each text shows by its
 * marks which of them it is in.
 */

const marks = {
  de: ['«', '»'],
  fi: ['⟦', '⟧'],
} satisfies Record<string, Marks>;

let world: TestWorld;
let bot: Awaited<ReturnType<typeof createBotInProcess>>;
let stage: StoryStage;
const locales = pseudoLocales(marks);

beforeAll(async () => {
  world = await openWorld({}, false);
  bot = await createBotInProcess(world, locales);
  await bot.start();
  await world.actor.usesLocale('fi');
  for (const name of ['mia', 'max']) await world.actor.as(name).speaks('de');
  stage = await createStage({
    actor: world.actor,
    bot,
    transcript: createTranscript(() => performance.now()),
  });
  await linkWallet(stage);
});
afterAll(async () => {
  await bot.close();
  rmSync(locales, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

/** The languages of a message's texts. */
function languagesOf(message: SeenMessage): string[] {
  const read = textsOf(message)
    .map(({ text }) => text)
    .join('\n');
  return Object.entries(marks).flatMap(([locale, [open]]) => (read.includes(open) ? [locale] : []));
}

describe('a member in German', () => {
  it('chooses from a menu and buys on a private card, both in German', async () => {
    const { menu, card, url } = await startPurchase(stage);
    expect([menu.ephemeral, languagesOf(menu)]).toEqual([true, ['de']]);
    expect([card.ephemeral, languagesOf(card)]).toEqual([true, ['de']]);
    await stage.mia.person.wallet.pays(url);
    expect(languagesOf(await stage.mia.seesChange(card, receipt))).toEqual(['de']);
  });

  it('rigs on a card in the server’s language, and reads her own list in German', {
    tags: 'slow',
  }, async () => {
    const { mia } = stage;
    const options = { prompt: 'a yellow duck', detail: 'low' };
    const asked = await mia.person.runs('/rig text', options, { channel: 'rigs' });
    const done = await mia.seesAnswer(asked, { control: 'rig:share' });
    expect([done.ephemeral, languagesOf(done)]).toEqual([false, ['fi']]);
    const list = await mia.seesAnswer(await mia.person.runs('/rigs'), { control: 'rigs:show' });
    expect([list.ephemeral, languagesOf(list)]).toEqual([true, ['de']]);
  });

  it('talks in a thread in the server’s language that an answer in German opened', {
    tags: 'slow',
  }, async () => {
    const { mia } = stage;
    const message = 'Make me a grey wolf';
    const asked = await mia.person.runs('/talk start', { message }, { channel: 'agent' });
    const opened = await mia.seesAnswer(asked, /<#\d+>/);
    expect([opened.ephemeral, languagesOf(opened)]).toEqual([true, ['de']]);
    const thread = findIn(opened, /<#\d+>/).slice(2, -1);
    const card = await mia.sees({ control: 'talk:make' }, { channel: thread });
    expect(languagesOf(card)).toEqual(['fi']);
    const refused = await stage.max.seesAnswer(await stage.max.presses('talk:make', card), marks.de[0]);
    expect([refused.ephemeral, languagesOf(refused)]).toEqual([true, ['de']]);
  });

  it('is refused in German', async () => {
    const { mia } = stage;
    const asked = await mia.person.runs('/buy', { pack: 'the-moon' }, { channel: 'welcome' });
    expect(languagesOf(await mia.seesAnswer(asked, marks.de[0]))).toEqual(['de']);
  });

  it('leaves her cards in their languages when the bot restarts meanwhile', { tags: 'slow' }, async () => {
    const { mia } = stage;
    const { card, url } = await startPurchase(stage);
    const options = { prompt: 'a blue whale', detail: 'low' };
    const asked = await mia.person.runs('/rig text', options, { channel: 'rigs' });
    await bot.kill();
    await mia.person.wallet.pays(url);
    await bot.start();
    expect(languagesOf(await mia.seesChange(card, receipt))).toEqual(['de']);
    expect(languagesOf(await mia.seesAnswer(asked, { control: 'rig:share' }))).toEqual(['fi']);
  });
});
