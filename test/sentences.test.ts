import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Texts for people belong in data/locales (see src/copy/README.md). This test finds literals that read like a sentence
 * in the bot, its pages and the commands.
 */

const root = resolve(import.meta.dirname, '..');

/** Files whose sentences no member reads, each with its readers. */
const notTranslated: readonly string[] = [
  // Operators: logs, start-up problems, health checks.
  'src/bot/key-ring.ts',
  'src/bot/delivery/backlog.ts',
  'src/bot/delivery/comeback.ts',
  'src/bot/delivery/outbox.ts',
  'src/bot/delivery/refusal.ts',
  'src/bot/gateway/edge.ts',
  'src/bot/gateway/login.ts',
  'src/bot/gateway/refusal.ts',
  'src/bot/gateway/rest-request.ts',
  'src/bot/gateway/shards.ts',
  'src/bot/interaction/interactions.ts',
  // Wallets: the text they sign is ASCII and part of the protocol.
  'src/bot/link/statement.ts',
];

/** Log lines, SQL, errors for operators, and other text that no member reads. */
const notForMembers = [
  /\blog\.(debug|info|warn|error)\([\s\S]*?\);/g,
  /\bnew (Setup|Type|Range)?Error\([\s\S]*?\);/g,
  /\.prepare(<[^(]*>)?\(\s*(`[^`]*`|'[^']*'|"[^"]*")/g,
  /\/\*[\s\S]*?\*\//g,
  /(^|[^:'"`])\/\/.*$/gm,
  /\bimport\b[^;]*;/g,
  /(?<=[=(,:&|?]\s*)\/(?![*/\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g, // a pattern may have an unpaired quote
];

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
/** Three words in a row, of which the last two are lower case. */
const sentence = /[A-Za-z][A-Za-z'’]* [a-z'’]+,? [a-z'’]{2,}/;
/** Menu commands are known to Discord by their English names; the catalog has the translations. */
const identifiers: ReadonlySet<string> = new Set([
  'Ask the agent about this',
  'Rig this image',
  'edited too often', // a meaning of Discord's errors
]);
/** Commands keep their English names in a text. */
const command = /\\?`\/[a-z][^`]*/g;
/** Sources of patterns: members write what they match. */
const patternSource = /\(\?[:!=<]/;
const sql = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|ORDER BY)\b/;

/** What the agent's tools say to a model, labels and titles in whose place the bot has its own, and lists of words. */
const forAgents = [
  /\bconst (?:title|subjects|synonyms)\b[^=]*=[\s\S]*?;\n/g,
  /\bshown: '[^']*'/g,
  /'[^']*'\.split\(\s*' ',?\s*\)/g,
  /\b(?:description|label):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g,
  /\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s*\)/g,
];

/** English that the built-in agent writes for itself: a change said in another language. */
const readAgain: readonly string[] = ['src/service/agents/embedded/languages/abroad-changes.ts'];

const sentencesIn = (source: string, ignored: readonly RegExp[] = []): string[] => {
  const shown = [...notForMembers, ...ignored].reduce((text, pattern) => text.replace(pattern, '$1'), source);
  const texts = [...shown.matchAll(literal)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return texts.filter(
    (text) =>
      sentence.test(text.replace(command, '').replace(/\$\{[^}]*\}/g, 'x')) &&
      !sql.test(text) &&
      !patternSource.test(text) &&
      !identifiers.has(text),
  );
};

const sentencesInPage = (html: string): string[] =>
  [...html.matchAll(/>([^<{]+)</g)].map(([, text = '']) => text).filter((text) => sentence.test(text));

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

it.each([
  "heading('Your purchase was canceled')",
  "throw new AppError('forbidden', \"You can't pay for others here.\");",
  'note(`That is on its way`)',
])('finds the sentence in %s', (source) => expect(sentencesIn(source)).toHaveLength(1));

it.each([
  "log.info({ id }, 'purchase settled by the sweep');",
  "t('purchase.card.waiting.title')",
  "db.prepare('SELECT id FROM rig WHERE id = ?')",
  'new RegExp(`^how (?:tall|big) would it be$`)',
  "// don't show it to the member",
])('finds none in %s', (source) => expect(sentencesIn(source)).toEqual([]));

it('keeps what the built-in agent says in data/locales', () => {
  const files = ['embedded', 'tools'].flatMap((folder) => filesUnder(`src/service/agents/${folder}`));
  const shown = files.filter((file) => !readAgain.includes(file));
  const found = shown.flatMap((file) => {
    const texts = sentencesIn(readFileSync(join(root, file), 'utf8'), forAgents);
    return texts.length > 0 ? [{ file, texts }] : [];
  });
  expect(files.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

it('keeps texts for people in data/locales', () => {
  const files = [...filesUnder('src/bot'), ...filesUnder('commands')];
  const found = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const texts = file.endsWith('.html') ? sentencesInPage(source) : sentencesIn(source);
    return texts.length > 0 ? [{ file, texts }] : [];
  });
  expect(found.filter(({ file }) => !notTranslated.includes(file))).toEqual([]);
});
