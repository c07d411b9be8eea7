import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../src/cli/running.js';
import { createCopy } from '../../../src/copy/copy.js';
import { type LocaleFile, readLocales } from '../../../src/copy/locales.js';
import { reason, reasonList } from '../../../src/copy/reason.js';
import { copy, t } from '../../support/copy.js';

const fileOf = (locale: string, messages: Record<string, string>): LocaleFile => ({
  locale,
  name: locale,
  isReviewed: false,
  messages,
});
const write = (folder: string, { locale, name, isReviewed, messages }: LocaleFile) =>
  writeFileSync(
    join(folder, `${locale}.json`),
    JSON.stringify({ $locale: locale, $name: name, $reviewed: isReviewed, ...messages }),
  );
const english = readLocales('data/locales').find(({ locale }) => locale === 'en-US')!;

const german = fileOf('de', {
  'credits.count': '{credits, plural, one {# Guthabenpunkt} other {# Guthabenpunkte}}',
  'credits.card.title': 'Dein {guthaben',
  'credits.lookup.title': 'Guthaben von {member}',
  'error.missing_permissions': 'Ich brauche hier {permissions}.',
  'permission.ViewChannel': '**Kanal ansehen**',
});
const two = createCopy([english, german]);

it('formats plurals and numbers in the language of the reader', () => {
  expect([1, 1000].map((credits) => t('credits.count', { credits }))).toEqual(['1 credit', '1,000 credits']);
  expect([1, 1000].map((credits) => two.for('de')('credits.count', { credits }))).toEqual([
    '1 Guthabenpunkt',
    '1.000 Guthabenpunkte',
  ]);
});

it('formats exact decimals and lists in the language of the reader', () => {
  expect(t.amount('0.020000123', 'SOL')).toBe('0.020000123 SOL');
  expect(two.for('de').amount('1234.020000123', 'SOL')).toBe('1.234,020000123 SOL');
  expect(t.list(['SOL', 'USDC'], 'or')).toBe('SOL or USDC');
  expect(two.for('de').list(['SOL', 'USDC'])).toBe('SOL und USDC');
});

it('shows English for a message that is missing, malformed or asks for another argument', () => {
  const t = two.for('de');
  expect(t('credits.packs.terms')).toBe('Credits never expire.');
  expect(t('credits.card.title')).toBe('Your credits');
  expect(t('credits.lookup.title', { name: 'mia' })).toBe('Credits of mia');
  expect([t.has('credits.packs.terms'), t.has('credits.count')]).toEqual([false, true]);
});

it('formats numbers of an English fallback in English', () => {
  expect(two.for('de')('credits.available', { credits: 1000 })).toBe('**1,000 credits** to spend.');
});

it('translates the reasons inside a reason', () => {
  const permissions = reasonList([reason('permission.ViewChannel'), reason('permission.AttachFiles')]);
  const missing = reason('error.missing_permissions', { permissions });
  expect(two.for('de').message(missing)).toBe('Ich brauche hier **Kanal ansehen** und **Attach Files**.');
});

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['en-GB', 'en-US'],
  ['ja', 'en-US'],
  ['not a locale', 'en-US'],
  [null, 'en-US'],
])('a reader of %s gets %s', (locale, expected) => {
  expect(two.for(locale).locale).toBe(expected);
});

it('does not give simplified characters to a reader of traditional ones', () => {
  const chinese = createCopy([english, fileOf('zh-CN', {}), fileOf('es-ES', {})]);
  expect(['zh-TW', 'zh-CN', 'es-419'].map(chinese.match)).toEqual([null, 'zh-CN', 'es-ES']);
});

it('a key must exist and get exactly its arguments to compile', () => {
  const compiles = () => {
    t('credits.card.title');
    // @ts-expect-error unknown key
    t('credits.card.titel');
    // @ts-expect-error missing arguments
    t('credits.count');
    // @ts-expect-error missing argument
    t('credits.packs.pack', { name: 'Starter' });
    // @ts-expect-error unknown argument
    t('credits.count', { credits: 1, name: 'mia' });
    // @ts-expect-error text instead of a number
    t('credits.count', { credits: '1' });
    // @ts-expect-error missing argument
    reason('error.not_a_member');
  };
  expect(compiles).toBeTypeOf('function');
});

it.each([
  ['{', /de\.json is not a valid locale file/],
  ['{"$locale":"de","$name":"Deutsch"}', /de\.json is not a valid locale file[\s\S]*\$reviewed/],
  ['{"$locale":"de","$name":"Deutsch","$reviewed":false,"a.b":1}', /de\.json[\s\S]*a\.b/],
  [
    '{"$locale":"deu tsch","$name":"Deutsch","$reviewed":false}',
    /de\.json[\s\S]*is not a language tag[\s\S]*\$locale/,
  ],
])('refuses to start with the locale file %s', (content, problem) => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  writeFileSync(join(folder, 'de.json'), content);
  expect(() => readLocales(folder)).toThrow(problem);
});

it('reads a locale that was added as a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  write(folder, english);
  write(folder, fileOf('nl', { 'credits.card.title': 'Je tegoed' }));
  const added = createCopy(readLocales(folder));
  expect(added.for('nl')('credits.card.title')).toBe('Je tegoed');
  expect(added.locales.map(({ locale }) => locale)).toEqual(['en-US', 'nl']);
  expect(copy.match('nl')).toBe(null);
});

it('keeps the texts of a language only while they are used; English stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  const title = 'credits.card.title';
  write(folder, english);
  write(folder, fileOf('nl', { [title]: 'Je tegoed', 'credits.packs.terms': 'Tegoed blijft geldig.' }));
  const dutch = createCopy(readLocales(folder)).for('nl');
  expect(dutch(title)).toBe('Je tegoed');

  write(folder, fileOf('nl', { 'credits.packs.terms': 'Tegoed vervalt niet.' }));
  write(folder, fileOf('en-US', {}));
  await setImmediate(); // what a job has read, it keeps
  collectGarbage();
  expect(dutch(title)).toBe('Je tegoed'); // compiled
  expect(dutch('credits.packs.terms')).toBe('Tegoed vervalt niet.');
  expect(dutch('credits.entry.grant')).toBe('granted');

  writeFileSync(join(folder, 'nl.json'), '{');
  await setImmediate();
  collectGarbage();
  expect(dutch('credits.entry.hold')).toBe('for a rig');
});
