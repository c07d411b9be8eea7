import { plainFences } from './fences.js';

/** Marks that reorder what is read, code or not (https://trojansource.codes), and controls nobody types. */
const unseen = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/gu;
/** A tower of accents covers its neighbours. */
const towers = /(\p{M}{4})\p{M}+/gu;
/** Breaks what it stands in without being seen. */
const breaker = '\u200b';

const invite = /(?:https?:\/\/)?(?:www\.)?((?:discord\.gg|discord(?:app)?\.com\/invite)\/[\w-]+)/gi;
const masked = /\[([^\]\n`]{0,500})\]\(\s*<?(https?:\/\/[^\s)>`]{1,1500})>?(?:\s[^)\n`]{0,200})?\)/gi;
/** Between label and address of any masked link, whatever its label and however the address is wrapped. */
const joint = /\](?=\([\s<\\\p{Cf}]{0,50}[a-z][a-z\d+.-]{0,30}\\?:)/giu;
const everybody = /@(?=everyone|here)/g;
/** A host written with letters that look like others'. */
const foreignHost = /(https?:\/\/)([^\s/?#<>`()[\]]*[^\s/?#<>`()[\]\x20-\x7e][^\s/?#<>`()[\]]*)/gi;
/** What most readers take for code. */
const likelyCode = /```[\s\S]*?(?:```|$)|(?<![`\\])(`{1,2})(?!`)[^`\n]+\1(?!`)/g;

/** A link that says one thing and opens another shows both. */
const unmask = (_: string, label: string, url: string): string =>
  label === url || label.trim() === '' ? `<${url}>` : `${label} (<${url}>)`;

/** Shows a host as it is looked up: `xn--…` in place of letters of other scripts. */
const spellHost = (written: string, scheme: string, host: string): string =>
  URL.canParse(scheme + host)
    ? scheme + new URL(scheme + host).host
    : `${scheme[0]}${breaker}${written.slice(1)}`;

const sanitizeProse = (text: string): string =>
  text.replace(masked, unmask).replace(everybody, `@${breaker}`);

/** In what may be code nothing is moved: links are only broken, in case it is read as none. */
function sanitizeInline(text: string): string {
  let sanitized = '';
  let from = 0;
  for (const { index, 0: code } of text.matchAll(likelyCode)) {
    sanitized += sanitizeProse(text.slice(from, index)) + code;
    from = index + code.length;
  }
  sanitized += sanitizeProse(text.slice(from));
  const plain = sanitized.replace(foreignHost, spellHost).replace(joint, `]${breaker}`);
  // Back-quotes of ours would pair with others there.
  return text.includes('`')
    ? plain.replace(invite, (_, address: string) => address.replace('.', `.${breaker}`))
    : plain.replace(invite, '`$&`');
}

type Span = readonly [from: number, to: number];

const isBlank = (text: string): boolean => /^[ \t]*$/.test(text);

/**
 * The blocks of code that every reader takes for code: opened and closed on lines of their own, without a back-quote
 * inside, in a text that leaves nothing open before them. The first fence that is otherwise ends the list.
 */
function certainCode(text: string): Span[] {
  const fences = [...text.matchAll(/`{3,}/g)];
  const spans: Span[] = [];
  let depth = 0;
  let counted = 0;
  for (let at = 0; at + 1 < fences.length; at += 2) {
    const [opening, closing] = [fences[at]!, fences[at + 1]!];
    const [from, to] = [opening.index, closing.index + 3];
    for (; counted < from; counted += 1) {
      if (text[counted] === '[') depth += 1;
      else if (text[counted] === ']') depth = Math.max(0, depth - 1);
    }
    const inside = text.slice(from + 3, closing.index);
    const lineEnd = inside.indexOf('\n');
    const content = inside.slice(lineEnd + 1);
    const isCertain =
      opening[0].length === 3 &&
      closing[0].length === 3 &&
      depth === 0 &&
      isBlank(text.slice(text.lastIndexOf('\n', from - 1) + 1, from)) &&
      lineEnd >= 0 &&
      /^[\w+.#-]{0,20}$/.test(inside.slice(0, lineEnd)) &&
      content.trim() !== '' &&
      !content.includes('`') &&
      isBlank(content.slice(content.lastIndexOf('\n') + 1)) &&
      isBlank(text.slice(to, `${text}\n`.indexOf('\n', to)));
    if (!isCertain) break;
    spans.push([from, to]);
  }
  return spans;
}

/**
 * What an agent says, safe to post: links show where they lead, invitations are text, nobody is called together, and no
 * mark turns the reading direction. Its Markdown and code stay as they are. What is code differs between Discord's
 * clients, so only blocks that are code to all of them are left alone. That nobody is pinged is up to
 * `allowed_mentions`.
 */
export function sanitizeMarkdown(text: string): string {
  const whole = Buffer.from(text).toString(); // no half surrogates
  const readable = plainFences(whole.replace(unseen, '').replace(towers, '$1'));
  let sanitized = '';
  let from = 0;
  for (const [start, end] of certainCode(readable)) {
    sanitized += sanitizeInline(readable.slice(from, start)) + readable.slice(start, end);
    from = end;
  }
  return sanitized + sanitizeInline(readable.slice(from));
}
