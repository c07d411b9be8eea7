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

const told = async (locale: string, ...lines: string[]): Promise<string> => {
  const hear = startConversation({ locale });
  let text = '';
  for (const say of lines) ({ text } = await hear({ say, files: [] }));
  return text;
};

test('a question that names a program or format is answered about that one', async () => {
  expect(await told('en-US', 'will it load in unreal, or just in unity?')).toContain('Unreal');
  expect(await told('en-US', 'for vrchat do I need the vrm or the fbx')).toMatch(/With FBX rather than VRM/);
  expect(await told('en-US', 'what license is the exported file under')).toMatch(/Who owns the models/);
  expect(await told('ja', 'clusterに持っていくにはどのファイルですか')).toMatch(/VRM 1\.0/);
});

test('a question about money beside a plan is answered about money', async () => {
  const plan = 'a hedgehog with tiny spectacles on the end of his nose';
  expect(await told('en-US', plan)).not.toContain("can't show `end`");
  expect(await told('en-US', plan, 'did my daughter get charged for that?')).toMatch(/cost nothing|nothing/i);
  expect(await told('en-US', plan, 'I only have 30 credits, is that enough?')).toMatch(/^Yes, that's enough/);
  expect(await told('de', 'was kostet eine figur', 'und für drei?')).toContain('30');
});

test('questions about the plan say yes or no, and choose where they are asked to choose', async () => {
  expect(await told('en-US', 'a spotted cow', 'can the cow dance?')).toMatch(/^No/);
  expect(await told('en-US', 'a dinosaur, triceratops', 'is it still a triceratops?')).toMatch(/^Yes/);
  expect(await told('en-US', 'a wizard', 'which animation would you pick for a tired entrance?')).toContain(
    '`walk`',
  );
});

test('thanks in another language change nothing', async () => {
  const hear = startConversation({ locale: 'de' });
  await hear({ say: 'ein Waschbär mit lila Hoodie', files: [] });
  expect((await hear({ say: 'total süß danke', files: [] })).prompts).toEqual([]);
});
