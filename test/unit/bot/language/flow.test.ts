import { expect, it, onTestFinished, vi } from 'vitest';
import { languageCard } from '../../../../src/bot/language/card.js';
import { createLanguageFlow } from '../../../../src/bot/language/flow.js';
import { createLanguageStore } from '../../../../src/bot/language/store.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { readLocales } from '../../../../src/copy/locales.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { read } from '../cards/sample.js';

onEveryEngine((openDatabase) => {
  async function openLanguages() {
    const db = await openDatabase();
    onTestFinished(() => void db.close());
    const store = createLanguageStore({ db });
    const english = readLocales('data/locales').filter(({ locale }) => locale === 'en-US');
    const others = ['de', 'fr'].map((locale) => ({ locale, name: locale, isReviewed: false, messages: {} }));
    const flow = createLanguageFlow({
      localeOf: async () => null,
      store,
      copy: createCopy([...english, ...others]),
      isKnown: async (memberId) => memberId === 'mia',
    });
    const localeOf = async (discordLocale?: string) => (await flow.ofMember('mia', discordLocale)).locale;
    return { db, store, flow, localeOf };
  }

  it('a member reads the language of their Discord', async () => {
    const { localeOf } = await openLanguages();
    expect([await localeOf('de'), await localeOf('fr'), await localeOf('ja')]).toEqual(['de', 'fr', 'en-US']);
  });

  it('a chosen language wins until the member goes back to the one of Discord', async () => {
    const { flow, localeOf } = await openLanguages();
    expect(await flow.choose('mia', 'fr')).toMatchObject({ locale: 'fr' });
    expect([await localeOf('de'), await localeOf()]).toEqual(['fr', 'fr']);
    expect(await flow.choose('mia', null)).toBe(null);
    expect(await localeOf('de')).toBe('de');
  });

  it('reads the language of a member again once they or their deletion changed it, and only then', async () => {
    const { db, flow, store, localeOf } = await openLanguages();
    await flow.choose('mia', 'fr');
    expect([await localeOf('de'), await localeOf('de')]).toEqual(['fr', 'fr']);
    await db.transaction((t) => store.forget(t, 'mia'));
    expect(await localeOf('de')).toBe('de');
    const get = vi.spyOn(db, 'get');
    for (let time = 0; time < 3; time += 1) await localeOf('de');
    expect(get).toHaveBeenCalledTimes(db.engine === 'sqlite' ? 0 : 3); // other processes write to PostgreSQL
  });

  it('a direct message uses the language last seen in Discord', async () => {
    const { flow, localeOf } = await openLanguages();
    expect(await localeOf()).toBe('en-US');
    await flow.see('mia', 'de');
    expect(await localeOf()).toBe('de');
  });

  it('a direct message during the first interaction uses its language, though nothing is stored of a stranger', async () => {
    const { flow, store } = await openLanguages();
    await flow.ofMember('max', 'de');
    expect((await flow.ofMember('max')).locale).toBe('de');
    await flow.see('max', 'de');
    expect(await store.exportOf('max')).toEqual([]);
  });

  it('keeps the languages of the newest thousand strangers in memory', async () => {
    const { flow } = await openLanguages();
    for (let person = 0; person <= 1_000; person += 1) await flow.ofMember(`p${person}`, 'fr');
    const localeOf = async (person: string) => (await flow.ofMember(person)).locale;
    expect([await localeOf('p0'), await localeOf('p1'), await localeOf('p1000')]).toEqual([
      'en-US',
      'fr',
      'fr',
    ]);
  });

  it('an unknown language is refused', async () => {
    const { flow } = await openLanguages();
    await expect(flow.choose('mia', 'ja')).rejects.toMatchObject({
      reason: { key: 'language.error.unknown' },
    });
  });

  it('is exported and forgotten', async () => {
    const { db, flow, store, localeOf } = await openLanguages();
    await flow.see('mia', 'de');
    await flow.choose('mia', 'fr');
    expect(await store.exportOf('mia')).toEqual([{ chosen: 'fr', seen: 'de' }]);
    await forget(db, store, 'mia');
    expect(await store.exportOf('mia')).toEqual([]);
    expect(await localeOf()).toBe('en-US');
  });

  it('the card says when a translation was not reviewed', async () => {
    const { flow, store } = await openLanguages();
    const t = await flow.ofMember('mia');
    expect(read(languageCard(await flow.choose('mia', 'fr'), t))).toMatch(
      /use fr with you[\s\S]*No native speaker has reviewed/,
    );
    expect(read(languageCard(null, t))).toContain('the language you have set in Discord');
    expect(await store.exportOf('mia')).toMatchObject([{ chosen: 'fr' }]);
  });

  it('the card of the present language says how to change it, and keeps the choice', async () => {
    const { flow, store } = await openLanguages();
    const t = await flow.ofMember('mia');
    const how = /To change it, use `\/language` and choose one/;
    expect(read(languageCard(await flow.chosenBy('mia'), t, false))).toMatch(how);
    await flow.choose('mia', 'fr');
    expect(read(languageCard(await flow.chosenBy('mia'), t, false))).toMatch(/use fr with you/);
    expect(read(languageCard(await flow.chosenBy('mia'), t, false))).toMatch(how);
    expect(await store.exportOf('mia')).toMatchObject([{ chosen: 'fr' }]);
  });

  it('nothing is stored about a stranger', async () => {
    const { flow, store } = await openLanguages();
    await flow.see('sam', 'de');
    expect(await store.exportOf('sam')).toEqual([]);
  });
});
