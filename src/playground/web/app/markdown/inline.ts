/** Discord's inline Markdown as a tree. A string is plain text. */
export type Inline =
  | string
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; url: string; children: Inline[] }
  | { type: 'mention'; kind: 'member' | 'role' | 'channel'; id: string }
  | { type: 'everyone'; text: string }
  | { type: 'command'; name: string }
  /** `/rig text` without an id: a mention if there is such a command. */
  | { type: 'slash'; text: string }
  | { type: 'emoji'; name: string }
  | { type: 'time'; ms: number; style: string };

type Rule = [pattern: RegExp, read: (groups: string[]) => Inline];

const span =
  (type: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler') =>
  ([inner = '']: string[]): Inline => ({ type, children: parseInline(inner) });

const mentionKinds: Record<string, 'member' | 'role' | 'channel'> = {
  '@': 'member',
  '@!': 'member',
  '@&': 'role',
  '#': 'channel',
};

/** Tried in this order at each position; each pattern is sticky. */
const rules: Rule[] = [
  [/\\([^\sA-Za-z0-9])/y, ([char = '']) => char],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, text = '']) => ({ type: 'code', text: text.replace(/^ (.*) $/, '$1') })],
  [/\|\|([\s\S]+?)\|\|/y, span('spoiler')],
  [/\*\*(?=\S)([\s\S]+?\**)\*\*(?!\*)/y, span('bold')],
  [/__(?=\S)([\s\S]+?_*)__(?!_)/y, span('underline')],
  [/~~(?=\S)([\s\S]+?)~~/y, span('strike')],
  [/\*(?=[^\s*])((?:\*\*[\s\S]+?\*\*|[^*])+?)\*(?!\*)/y, span('italic')],
  [/(?<![A-Za-z0-9])_(?=[^\s_])([^_]+?)_(?![A-Za-z0-9])/y, span('italic')],
  [
    /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y,
    ([seconds, style]) => ({ type: 'time', ms: Number(seconds) * 1000, style: style ?? 'f' }),
  ],
  [
    /<(@!|@&|@|#)(\d{1,20})>/y,
    ([sign = '', id = '']) => ({ type: 'mention', kind: mentionKinds[sign]!, id }),
  ],
  [/<\/([^:>\n]+):\d+>/y, ([name = '']) => ({ type: 'command', name })],
  [
    /(?<![\p{L}\p{N}/.:<_-])(\/\p{L}[\p{L}\p{N}_-]*(?: \p{L}[\p{L}\p{N}_-]*){0,2})/uy,
    ([text = '']) => ({ type: 'slash', text }),
  ],
  [/<a?:(\w+):\d+>/y, ([name = '']) => ({ type: 'emoji', name })],
  [/(@everyone|@here)\b/y, ([text = '']) => ({ type: 'everyone', text })],
  [
    /\[((?:\\.|[^\]\n\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"\n]*")?\)/y,
    ([text = '', url = '']) => ({ type: 'link', url, children: parseInline(text) }),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, ([url = '']) => ({ type: 'link', url, children: [url] })],
  [
    /(?<![A-Za-z0-9])(https?:\/\/[^\s<]*[^\s<.,:;"')\]!?*_|])/y,
    ([url = '']) => ({ type: 'link', url, children: [url] }),
  ],
];

/** Parses one line or paragraph. Unclosed markup stays text, as in Discord. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain) parts.push(plain);
    plain = '';
  };
  let at = 0;
  while (at < text.length) {
    const hit = matchAt(text, at);
    if (!hit) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (typeof hit.part === 'string') plain += hit.part;
    else {
      flush();
      parts.push(hit.part);
    }
    at += hit.length;
  }
  flush();
  return parts;
}

const special = /[\\`|*_~<@[h/]/;

function matchAt(text: string, at: number): { part: Inline; length: number } | undefined {
  if (!special.test(text[at] ?? '')) return undefined;
  for (const [pattern, read] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { part: read(match.slice(1)), length: match[0].length };
  }
  return undefined;
}
