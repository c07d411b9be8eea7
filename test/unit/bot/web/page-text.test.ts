import { expect, it } from 'vitest';
import { fillPage, readerOf } from '../../../../src/bot/web/page-text.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { readLocales } from '../../../../src/copy/locales.js';
import { createTranslate, type TranslateOptions } from '../../../../src/copy/translate.js';

const german = {
  locale: 'de',
  name: 'Deutsch',
  isReviewed: false,
  messages: {
    'credits.card.title': 'Dein Guthaben <&> "mehr"',
    'credits.count': '{credits, plural, one {# Punkt} other {# Punkte}}',
  },
};
const copy = createCopy([...readLocales('data/locales').filter(({ locale }) => locale === 'en-US'), german]);
const html =
  '<html lang="en">\n<head><title>{{credits.card.title}}</title></head><p>{{credits.packs.title}}</p>';

it.each([
  [{ lang: 'de' }, 'en-US,en;q=0.9', 'de'],
  [{}, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  [{}, 'nl-NL, de;q=0.5', 'de'],
  [{ lang: 'xx' }, 'de', 'de'],
  [{ lang: ['de'] }, '', 'en-US'],
  [{}, undefined, 'en-US'],
  [null, 'de', 'de'], // a malformed URL
])('a page asked for with %o by a browser with %s is in %s', (query, header, expected) => {
  expect(readerOf({ query, headers: { 'accept-language': header } }, copy).locale).toBe(expected);
});

it('fills the texts of a page, escaped, and English where the language lacks one', () => {
  const filled = fillPage(html, [], copy.for('de'));
  expect(filled).toContain('<html lang="de">');
  expect(filled).toContain('<title>Dein Guthaben &lt;&amp;&gt; &quot;mehr&quot;</title>');
  expect(filled).toContain('<p>Credit packs</p>');
});

it('gives the script of a page its own messages only, and nothing that ends the element', () => {
  const filled = fillPage(html, ['credits.c'], copy.for('de'));
  const [, json = ''] = /<script type="application\/json" id="copy">(.*)<\/script>/.exec(filled) ?? [];
  expect(json).not.toContain('<');
  const options = JSON.parse(json) as TranslateOptions;
  expect(Object.keys(options.messages)).toEqual(['credits.card.title', 'credits.count']);
  expect(Object.keys(options.fallback?.messages ?? {})).toEqual(['credits.card.wallet']);
  const t = createTranslate(options);
  expect(t('credits.count', { credits: 2000 })).toBe('2.000 Punkte');
  expect(t('credits.card.wallet', { address: 'FFc7…CYwY' })).toBe('Wallet: FFc7…CYwY');
  expect(typeof options.messages['credits.count']).toBe('object');
});

it('shows bold and code of a text as HTML, and nothing else', () => {
  const bold = {
    ...german,
    messages: { 'credits.card.title': '**Nie** `/link` <b>nein</b>' },
  };
  const locales = readLocales('data/locales').filter(({ locale }) => locale === 'en-US');
  const filled = fillPage('<p>{{credits.card.title}}</p>', [], createCopy([...locales, bold]).for('de'));
  expect(filled).toBe('<p><strong>Nie</strong> <code>/link</code> &lt;b&gt;nein&lt;/b&gt;</p>');
});
