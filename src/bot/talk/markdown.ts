import { plainFences } from './fences.js';

/** Stretches Discord shows as code, where nothing is a link or a mention. */
const code = /```[\s\S]*?(?:```|$)|``[^`\n]+``|`[^`\n]+`/g;

/** Marks that reorder what is read, code or not (https://trojansource.codes), and controls nobody types. */
const unseen = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/gu;
/** A tower of accents covers its neighbours. */
const towers = /(\p{M}{4})\p{M}+/gu;

const invite = /(?:https?:\/\/)?(?:www\.)?(?:discord\.gg|discord(?:app)?\.com\/invite)\/[\w-]+/gi;
const masked = /\[([^\]\n]{0,500})\]\(\s*<?(https?:\/\/[^\s)>]{1,1500})>?(?:\s[^)\n]{0,200})?\)/gi;
const everybody = /@(?=everyone|here)/g;

/** A link that says one thing and opens another shows both. */
const unmask = (_: string, label: string, url: string): string =>
  label === url || label.trim() === '' ? `<${url}>` : `${label} (<${url}>)`;

const tamePlain = (text: string): string =>
  text.replace(masked, unmask).replace(invite, '`$&`').replace(everybody, '@\u200b');

/**
 * What an agent says, safe to post: links show where they lead, invitations are text, nobody is called together,
 * and no mark turns the reading direction. Its Markdown and code stay as they are. That nobody is pinged is up to
 * `allowed_mentions`.
 */
export function tame(text: string): string {
  const whole = Buffer.from(text).toString(); // no half surrogates
  const readable = plainFences(whole.replace(unseen, '').replace(towers, '$1'));
  let tamed = '';
  let from = 0;
  for (const { index, 0: block } of readable.matchAll(code)) {
    tamed += tamePlain(readable.slice(from, index)) + block;
    from = index + block.length;
  }
  return tamed + tamePlain(readable.slice(from));
}
