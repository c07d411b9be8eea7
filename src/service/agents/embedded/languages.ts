import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';
import { translate } from '../../../engine/input/text/languages/translate.js';
import { phraseOf } from './lexis.js';

/** Greets, thanks and tells the balance in other languages; reads descriptions if the engine has a dictionary. */

const patterns = z.array(z.string()).min(1);
const shape = z.record(
  z.string(),
  z.strictObject({
    /** Of Unicode. Such a language is known by its letters, the others by `signs`. */
    scripts: patterns.optional(),
    /** Words of this language that English does not have. */
    signs: patterns.optional(),
    hello: patterns,
    thanks: patterns,
    /** `english`: that it understands only descriptions, or nothing, of this language. */
    says: z.strictObject({ hello: z.string(), thanks: z.string(), english: z.string(), balance: z.string() }),
  }),
);

type Language = {
  sign: RegExp;
  hello: RegExp;
  thanks: RegExp;
  says: z.infer<typeof shape>[string]['says'];
};

/** Words with spaces around them, or any part of a text in the other scripts. */
function anyOf(list: readonly string[], isSpaced: boolean): RegExp {
  const any = list.join('|');
  return new RegExp(isSpaced ? `(?<!\\p{L})(?:${any})(?!\\p{L})` : any, 'iu');
}

let languages: readonly Language[] | null = null;

/** Reads data/talk/languages.json when it is first needed. */
function readLanguages(): readonly Language[] {
  const table = readTable(findDataFile(import.meta.dirname, 'talk', 'languages.json'), shape);
  return Object.values(table).map(({ scripts, signs = [], hello, thanks, says }) => ({
    sign: scripts
      ? anyOf(
          scripts.map((one) => `\\p{Script=${one}}`),
          false,
        )
      : anyOf(signs, true),
    hello: anyOf(hello, !scripts),
    thanks: anyOf(thanks, !scripts),
    says,
  }));
}

/** `balance`: the sentence that tells it, where the line seems to ask for it. */
export type Foreign = { answer: string; balance: ((credits: number) => string) | null };

const example =
  '`a red dragon with a sword`\n`/rig text` · `/pipelines` · `/credits` · `/packs` · `/buy` · `/link`';
const onCredits = /cr[eé]d[ií]t|kredi|кредит|クレジット|크레딧|积分|點數|guthaben/iu;
const short = 30;

/** The reply to a line that seems to be in another language; null for English. */
export function foreignIn(line: string): Foreign | null {
  languages ??= readLanguages();
  const found = languages.find(({ sign, hello, thanks }) =>
    [sign, hello, thanks].some((one) => one.test(line)),
  );
  if (!found)
    return /[^\P{L}\p{Script=Latin}]/u.test(line)
      ? { answer: `I understand only English. For example: ${example}`, balance: null }
      : null;
  const { hello, thanks, says } = found;
  const tellBalance = (credits: number) => says.balance.replace('{credits}', String(credits));
  const balance = onCredits.test(line) ? tellBalance : null;
  if (line.length <= short && thanks.test(line)) return { answer: says.thanks, balance };
  return {
    answer: `${line.length <= short && hello.test(line) ? says.hello : says.english} ${example}`,
    balance,
  };
}

const joining: ReadonlySet<string> = new Set(['and', 'no', 'not', 'with', 'without']);

/** A description in another language: the member's words, and the English that the card shows. */
export function describedAbroad(
  line: string,
): { said: string; english: string; isCharacter: boolean } | null {
  const translation = translate(line);
  if (!translation) return null;
  const { text, saidFor } = translation;
  const { isCharacter, refusal, understood } = phraseOf(text);
  if (understood.length === 0 || (isCharacter && refusal !== null)) return null;
  const lower = line.toLowerCase();
  const places = understood.flatMap((word) => {
    const from = lower.indexOf(saidFor.get(word) ?? word);
    return from < 0 ? [] : [[from, from + (saidFor.get(word) ?? word).length] as const];
  });
  const from = Math.min(...places.map(([start]) => start));
  const to = Math.max(...places.map(([, end]) => end));
  const known = text.split(' ').filter((word) => understood.includes(word) || joining.has(word));
  return { said: places.length > 0 ? line.slice(from, to) : line, english: known.join(' '), isCharacter };
}
