import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ActorError } from '../../../../src/playground/actor/client.js';
import * as discord from '../../../../src/playground/discord/sayings.js';
import * as wallet from '../../../../src/playground/wallet/sayings.js';
import { problemOf, translated } from '../../../../src/playground/web/app/copy/said.js';
import { createTexts, inEnglish } from '../../../../src/playground/web/app/copy/texts.js';

const german = createTexts(JSON.parse(readFileSync('data/locales/de.json', 'utf8')));
const slow = discord.say('slow', { seconds: 5, channel: 'rigs' });

describe('a sentence of the local Discord or a wallet', () => {
  it('has the same English text in the catalog of the page', () => {
    const texts = JSON.parse(readFileSync('data/locales/en-US.json', 'utf8')) as Record<string, string>;
    const said = Object.entries(texts).filter(([key]) => key.startsWith('playground.said.'));
    const own = Object.entries({ ...discord.english, ...wallet.english });
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(own.map(([code, text]) => [`playground.said.${code}`, text])),
    );
  });

  it('is shown in the language of the page, with the sentences in it', () => {
    expect(translated(german, slow)).toBe('Slow Mode: Warte noch 5 s in rigs.');
    const bot = discord.say('fault_every_bot');
    expect(translated(german, discord.say('fault_ready', { bot }))).toBe(
      'READY wird zurückgehalten: alle Bots.',
    );
    expect(translated(inEnglish, slow)).toBe(discord.inEnglish(slow));
  });

  it('stays English as an error without a text in the catalog', () => {
    const told = new ActorError(400, 'Slow mode: …', [], slow);
    expect(problemOf(german, told)).toBe('Slow Mode: Warte noch 5 s in rigs.');
    expect(problemOf(german, new ActorError(404, 'Unknown bot "Eve".'))).toBe('Unknown bot "Eve".');
    expect(problemOf(german, new ActorError(400, 'New.', [], { code: 'new', values: {} }))).toBe('New.');
  });
});
