import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import { createDocSearch } from '../../../../src/service/agents/docs.js';
import { fingerprint, translatedPage } from '../../../../src/service/agents/embedded/guide-translations.js';

const guide = readFileSync('data/catalog/guide.md', 'utf8');
const pages = guide
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title: title.trim(), text: lines.join('\n').trim() };
  });
const commandsIn = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort();

test('each page of the guide has a title of its own, and is found as one passage', () => {
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  const search = createDocSearch([guide]);
  const cut = pages.filter(({ title, text }) => !search(title, 5).some((one) => one.text === text));
  expect(cut.map(({ title }) => title)).toEqual([]);
});

test.each(['de', 'fr', 'es-ES', 'pt-BR', 'ru', 'ja', 'ko', 'zh-CN'])(
  'each page of the guide is translated for members of %s, with the same commands',
  (locale) => {
    const missing = pages.filter((page) => translatedPage(page, locale) === null);
    expect(
      missing.map(({ title, text }) => ({ title, of: fingerprint(text) })),
      'translate these pages in data/talk/guide',
    ).toEqual([]);
    for (const page of pages)
      expect(commandsIn(translatedPage(page, locale)!.text), page.title).toEqual(commandsIn(page.text));
  },
);

test('a page that the operator changed is shown as it is', () => {
  const [page] = pages as [(typeof pages)[number]];
  expect(translatedPage(page, 'de')).not.toBeNull();
  expect(translatedPage({ ...page, text: `${page.text} Ask Kim.` }, 'de')).toBeNull();
  expect(translatedPage({ ...page, title: 'Our own rules' }, 'de')).toBeNull();
  expect(fingerprint('a  b')).toBe(fingerprint('a b'));
});

test('a member who asks in French reads the page in French', async () => {
  const hear = startConversation({ locale: 'fr' });
  const { text } = await hear({ say: 'puis-je être remboursé ?', files: [] });
  expect(text).toContain(
    translatedPage(pages.find(({ title }) => title === 'Can I get a refund?')!, 'fr')!.text,
  );
});
