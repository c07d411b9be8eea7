import type { Turn } from '../brain.js';
import { type Change, refine } from './draft.js';

/** What a person wants, as far as it can be read from the words. */
export type Wish =
  | { kind: 'make'; prompt: string }
  | { kind: 'refine'; change: Change }
  | { kind: 'picture'; pictures: number }
  | { kind: 'confirm' | 'describe' | 'forget' }
  | { kind: Topic };

export type Topic =
  | 'others'
  | 'balance'
  | 'prices'
  | 'pipelines'
  | 'rigs'
  | 'unlink'
  | 'link'
  | 'abilities'
  | 'thanks'
  | 'greeting'
  | 'unknown';

/** Read in this order: the first that fits decides. */
const topics: readonly (readonly [Topic, RegExp])[] = [
  [
    'others',
    /<@!?\d+>|\b(?:someone|somebody|anyone|everyone|other (?:people|members?|users?)|his|her|their|another (?:member|user))\b.*\b(?:balance|credits?|rigs?|wallets?|purchases?)\b/,
  ],
  [
    'balance',
    /\b(?:balance|how many credits|credits? (?:left|do i have)|my credits?|how much (?:credit|do i have))\b/,
  ],
  ['unlink', /\b(?:unlink|disconnect|log ?out|sign ?out|remove my wallet)\b/],
  [
    'prices',
    /\b(?:buy|prices?|packs?|purchases?|top ?-?up|pay(?:ing|ment)?|sol|usdc|(?:more|get) credits)\b/,
  ],
  [
    'rigs',
    /\b(?:my|recent|last|latest|previous) (?:rigs?|characters?|generations?|models?)\b|\bwhat (?:have|did) i (?:made|make)\b|\b(?:ready|done|finished|status|download)\b/,
  ],
  [
    'pipelines',
    /\b(?:pipelines?|costs?|how much|how long|expensive|ways? to (?:make|rig)|formats?|skeletons?)\b/,
  ],
  ['link', /\b(?:link|connect|wallet|sign ?-?in|log ?-?in)\b/],
  [
    'abilities',
    /\b(?:help|what (?:can|do) you|who are you|what are you|commands?|how (?:does|do) (?:this|it|you|i)|what is (?:this|rigsmith))\b/,
  ],
  ['thanks', /\b(?:thanks?|thank you|thx|cheers|great|nice|perfect|awesome|cool)\b/],
  ['greeting', /^(?:hi|hello|hey|hiya|good (?:morning|evening|afternoon)|yo|moin)\b/],
];

const politeness =
  /^(?:(?:please|pls|ok(?:ay)?|so|now|and|but|then|also|hey|hi|hello|actually|hmm|no|can you|could you|would you|will you|i(?:'d| would) like(?: you)?(?: to)?|i want(?: you)? to|i wanna|let'?s|try to)[\s,!.]+)+/i;
const making = /^(?:make|create|build|rig|design|generate|model|sculpt|draw)\s+(?:me\s+|us\s+)?(.+)$/i;
const wanting = /^(?:give me|show me|i want|i need|how about|what about|i'd like|i would like)\s+(.+)$/i;
const notCharacters =
  /^(?:an? |the |my )?(?:purchase|payment|wallet|link|account|balance|credits?|packs?|list)\b/i;
const wrapping =
  /^(?:(?:an?|the|some) )?(?:new )?(?:3d )?(?:rigged )?(?:rig|model|character|figure|picture|image)(?: (?:of|for|from|that is|like))? (?=\S)/i;
const nothingYet =
  /^(?:(?:an?|the|some|my) )?(?:new |3d |rigged |cool |nice )*(?:rig|rigs|model|character|figure|something|anything|one)$/i;
const confirming =
  /^(?:(?:y(?:es|ep|eah)|sure|ok(?:ay)?|just|do it|go(?: ahead)?|start(?: it)?|make it|rig it|buy it|spend .*|now|then|and|for me)[\s,!.]*)+$/i;
const forgetting = /^(?:forget (?:it|that|everything)|never ?mind|start over|reset)\b/i;

/** @param draft the character under discussion, if there is one */
export function understand({ content, attachments }: Turn, draft: string | null): Wish {
  const pictures = attachments.filter(({ content_type }) => content_type?.startsWith('image/')).length;
  if (pictures > 0) return { kind: 'picture', pictures };
  const line = content.replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069`*_~|]+/g, ' ').trim();
  const said = line.replace(politeness, '').replace(/(?:[?!.,\s]|\b(?:please|pls|thanks|thank you)$)+$/i, '');
  if (forgetting.test(said)) return { kind: 'forget' };
  if (confirming.test(said)) return { kind: draft ? 'confirm' : 'describe' };
  const change = draft === null ? null : changeIn(said);
  if (change) return { kind: 'refine', change };
  const made = making.exec(said)?.[1];
  if (made && !notCharacters.test(made)) return wishFor(made);
  const topic = topics.find(([, words]) => words.test(line.toLowerCase()))?.[0];
  if (topic && topic !== 'thanks' && topic !== 'greeting') return { kind: topic };
  const wanted = wanting.exec(said)?.[1] ?? (/^an? \w/i.test(said) ? said : undefined);
  return wanted ? wishFor(wanted) : { kind: topic ?? 'unknown' };
}

function wishFor(words: string): Wish {
  if (nothingYet.test(words) || /^(?:it|him|her|them|that)\b/i.test(words)) return { kind: 'describe' };
  const prompt = words.replace(wrapping, '').slice(0, 500).trim();
  return { kind: 'make', prompt };
}

function changeIn(said: string): Change | null {
  const become =
    /^(?:make|turn|paint|colou?r|have)\s+(?:it|him|her|them|that|this)\s+(?:into\s+|look\s+|be\s+)?(.+)$/i.exec(
      said,
    );
  if (become?.[1] && /^(?:an? )/i.test(become[1]) && !/^a (?:bit|little|lot)\b/i.test(become[1]))
    return { kind: 'replace', what: become[1] };
  const added =
    /^(?:add|(?:give|put) (?:it|him|her|them)|with|it (?:should have|needs?)|make (?:it|him|her|them) (?:wear|have|hold))\s+(.+?)(?:\s+(?:on|to) (?:it|him|her|them))?$/i.exec(
      said,
    );
  if (added?.[1]) return { kind: 'add', what: added[1] };
  const removed =
    /^(?:remove|without|lose|drop|take (?:off|away)|no)\s+(?:the |its |his |her |any |an? )?(.+)$/i.exec(
      said,
    );
  if (removed?.[1]) return { kind: 'remove', what: removed[1] };
  const part = /^(?:make|turn|paint|colou?r)\s+(?:the|its|his|her|their)\s+([\w-]+)\s+(.+)$/i.exec(said);
  if (part?.[1] && part[2])
    return { kind: 'become', words: part[2].toLowerCase(), part: part[1].toLowerCase() };
  const instead =
    /^(?:(?:how|what) about |rather )?(an? .+?) instead$|^instead (an? .+)$|^rather (an? .+)$/i.exec(said);
  const other = instead?.[1] ?? instead?.[2] ?? instead?.[3];
  if (other) return { kind: 'replace', what: other };
  return become?.[1] ? { kind: 'become', words: become[1].toLowerCase(), part: null } : null;
}

/** What the conversation has come to: the wish of its last message and the character under discussion. */
export function follow(history: readonly Turn[]): { wish: Wish; draft: string | null } {
  let draft: string | null = null;
  let wish: Wish = { kind: 'unknown' };
  for (const turn of history) {
    if (turn.role !== 'user') continue;
    wish = understand(turn, draft);
    if (wish.kind === 'make') draft = wish.prompt;
    if (wish.kind === 'refine' && draft !== null) draft = refine(draft, wish.change);
    if (wish.kind === 'forget' || wish.kind === 'picture') draft = null;
  }
  return { wish, draft };
}
