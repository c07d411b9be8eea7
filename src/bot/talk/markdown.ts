import { plainFences } from './fences.js';

/** Bidirectional controls (https://trojansource.codes) and other control characters. */
const unseen = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/gu;
/** Stacked combining marks, which cover other lines. */
const towers = /(\p{M}{4})\p{M}+/gu;
/** An invisible character that breaks syntax. */
const breaker = '\u200b';

const invite = /(?:https?:\/\/)?(?:www\.)?((?:discord\.gg|discord(?:app)?\.com\/invite)\/[\w-]+)/gi;
const masked = /\[([^\]\n`]{0,500})\]\(\s*<?(https?:\/\/[^\s)>`]{1,1500})>?(?:\s[^)\n`]{0,200})?\)/gi;
/** Between the label and the URL of any masked link. */
const joint = /\](?=\([\s<\\\p{Cf}]{0,50}[a-z][a-z\d+.-]{0,30}\\?:)/giu;
const everybody = /@(?=everyone|here)/g;
/** A host with non-ASCII letters, which can imitate others. */
const foreignHost = /(https?:\/\/)([^\s/?#<>`()[\]]*[^\s/?#<>`()[\]\x20-\x7e][^\s/?#<>`()[\]]*)/gi;
/** Code for most renderers. */
const likelyCode = /```[\s\S]*?(?:```|$)|(?<![`\\])(`{1,2})(?!`)[^`\n]+\1(?!`)/g;

/** Shows label and URL of a masked link. */
const unmask = (_: string, label: string, url: string): string =>
  label === url || label.trim() === '' ? `<${url}>` : `${label} (<${url}>)`;

/** Shows a host in Punycode: `xn--…` for non-ASCII letters. */
const spellHost = (written: string, scheme: string, host: string): string =>
  URL.canParse(scheme + host)
    ? scheme + new URL(scheme + host).host
    : `${scheme[0]}${breaker}${written.slice(1)}`;

const sanitizeProse = (text: string): string =>
  text.replace(masked, unmask).replace(everybody, `@${breaker}`);

/** In possible code, only breaks links, in case a client doesn't treat it as code. */
function sanitizeInline(text: string): string {
  let sanitized = '';
  let from = 0;
  for (const { index, 0: code } of text.matchAll(likelyCode)) {
    sanitized += sanitizeProse(text.slice(from, index)) + code;
    from = index + code.length;
  }
  sanitized += sanitizeProse(text.slice(from));
  const plain = sanitized.replace(foreignHost, spellHost).replace(joint, `]${breaker}`);
  // Added backticks would pair with existing ones.
  return text.includes('`')
    ? plain.replace(invite, (_, address: string) => address.replace('.', `.${breaker}`))
    : plain.replace(invite, '`$&`');
}

type Span = readonly [from: number, to: number];

const isBlank = (text: string): boolean => /^[ \t]*$/.test(text);

/**
 * The code blocks that every client treats as code: fences on their own lines, no backtick inside, and nothing left open
 * before them. The first other fence ends the list.
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
 * Sanitizes agent Markdown for Discord: links show their target, and invitations, mass mentions and direction overrides
 * are disarmed. Markdown and code are kept. Discord clients differ in what they treat as code, so only blocks that are
 * code for all of them are left alone. `allowed_mentions` prevents pings.
 */
export function sanitizeMarkdown(text: string): string {
  const whole = Buffer.from(text).toString(); // replaces lone surrogates
  const readable = plainFences(whole.replace(unseen, '').replace(towers, '$1'));
  let sanitized = '';
  let from = 0;
  for (const [start, end] of certainCode(readable)) {
    sanitized += sanitizeInline(readable.slice(from, start)) + readable.slice(start, end);
    from = end;
  }
  return sanitized + sanitizeInline(readable.slice(from));
}
