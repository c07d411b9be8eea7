import { describe, expect, it } from 'vitest';
import { createTexts, inEnglish, languageOf } from '../../../../src/playground/web/app/copy/texts.js';

describe('the texts of the page', () => {
  it('fill in their arguments', () => {
    expect(inEnglish('playground.composer.count', { count: 12, max: 20 })).toBe('12 of 20 characters');
  });

  it('are English where a language lacks one', () => {
    const t = createTexts({ 'playground.reset.busy': 'Gleich …' });
    expect(t('playground.reset.busy')).toBe('Gleich …');
    expect(t('playground.reset.cancel.button')).toBe('Cancel');
  });

  it.each([
    ['de', 'de'],
    ['es-419', 'es-ES'],
    ['en-GB', 'en-US'],
    ['hu', 'en-US'],
  ])('for a Discord in %s are in %s', (locale, language) => expect(languageOf(locale)).toBe(language));
});
