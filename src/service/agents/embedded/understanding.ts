import type { Turn } from '../brain.js';
import { isModel, isPicture } from '../tools/generation.js';
import type { Change } from './draft.js';
import { mend, plainLine } from './words.js';

/** What a person wants, as far as it can be read from the words. */
export type Wish =
  | { kind: 'make'; prompt: string }
  | { kind: 'refine'; changes: Change[] }
  | { kind: 'files'; type: 'image' | 'multi_image' | 'mesh' }
  | { kind: 'buy'; credits?: number; packId?: string }
  | { kind: 'show'; number: number }
  | { kind: 'pipeline'; id: string }
  | { kind: 'question'; query: string }
  | { kind: 'confirm' | 'describe' | 'forget' | 'undo' | 'variant' | 'ideas' }
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

/** Something the agent listed, by which a person may say "the second one". */
export type Offer =
  | { kind: 'pack'; id: string; name: string }
  | { kind: 'rig'; number: number; name: string }
  | { kind: 'pipeline'; id: string; name: string }
  | { kind: 'idea'; prompt: string; name: string };

/** What the conversation has come to. */
export type Talk = {
  /** The character under discussion. */
  draft: string | null;
  /** Drafts before it, newest last. */
  past: readonly string[];
  /** Other versions of the same words asked for so far. */
  variants: number;
  /** The pipeline chosen by name or from a list. */
  pipelineId: string | null;
  /** The newest list. */
  offers: readonly Offer[];
};

/** Read in this order: the first that fits decides. */
const topics: readonly (readonly [Topic, RegExp])[] = [
  [
    'others',
    /<@!?\d+>|\b(?:someone|somebody|anyone|everyone|other (?:people|members?|users?)|his|her|their|another (?:member|user))\b.*\b(?:balance|credits?|rigs?|wallets?|purchases?)\b/,
  ],
  [
    'balance',
    /\b(?:balance|how many credits|credits? (?:left|do i have)|my credits?|how much (?:credit|do i have)|credits? (?:are )?(?:held|reserved)|(?:held|reserved|spent) credits?|where did .* credits? go|am i (?:broke|rich)|can i afford)\b/,
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
  ['link', /\b(?:link|connect|sign ?-?in|log ?-?in)\b|^(?:my )?wallets?\b/],
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

const undoing =
  /^(?:undo(?: (?:it|that|this))?|go back|back|revert(?: (?:it|that))?|(?:take|change|put) (?:it|that) back|as (?:it was )?before|the (?:old|previous|last|first) (?:version|one) was better|(?:the )?previous (?:version|one)|not like that)$/i;
const varying =
  /^(?:(?:make|give|show|try|do)?\s*(?:me\s+)?(?:another|a different|one more|a new|some other)\s+(?:one|version|variant|variation|seed|take|try)|again|once more|try again|vary(?: it)?|(?:same )?but different|surprise me again|another)$/i;
const wantingIdeas =
  /\b(?:ideas?|inspir\w+|suggest\w*|surprise me|what (?:should|could|can) i (?:make|create|build)|you (?:choose|pick|decide)|anything you like|something (?:fun|cool|random))\b/i;
const buying =
  /\b(?:buy|get|need|want|purchase|order|top ?-?up(?: (?:with|by))?)\s+(?:me\s+)?(?:about\s+|at least\s+)?(\d{1,7})\s+(?:more\s+)?credits?\b/i;
const picking =
  /^(?:(?:i(?:'ll| will)? (?:take|want|like|choose)|take|choose|pick|use|make|show(?: me)?|open|buy|download|give me|go with|let'?s (?:do|take|make))\s+)?(?:the\s+|number\s+|no\.?\s*|#|option\s+)*(?:(first|second|third|fourth|fifth|sixth|last|latest|1st|2nd|3rd|4th|5th)|([1-9]))(?:\s+(?:one|idea|option|pack|rig|character|pipeline|please))*$/i;
const ordinals: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6 },
  ...{ '1st': 1, '2nd': 2, '3rd': 3, '4th': 4, '5th': 5 },
};
const asking =
  /^(?:what|how|why|when|where|who|which|can|could|does|do|is|are|may|should|will|must|has|have)\b|\?\s*$/i;
const readChars = 2_000;
const maxWishes = 4;

/** The wishes in what a person said, in order; at least one. */
export function read(turn: Turn, talk: Talk): Wish[] {
  const wish = filesIn(turn);
  if (wish) return [wish];
  const line = plainLine(withTexts(turn).slice(0, readChars));
  const parts = line.split(
    /(?<=[.!?;])\s+|,?\s+(?:and|then|also)\s+(?=(?:what|how|tell me|show me|can you|do i|is|are|list)\b)/i,
  );
  if (parts.length < 2 || parts.length > maxWishes) return [understand(line, talk)];
  const wishes: Wish[] = [];
  for (const part of parts) {
    const before = wishes.findLast((one) => one.kind === 'make');
    wishes.push(understand(part, before?.kind === 'make' ? { ...talk, draft: before.prompt } : talk));
  }
  // Where a part makes no sense by itself, the sentences belong together.
  if (wishes.some(({ kind }) => kind === 'unknown' || kind === 'question')) return [understand(line, talk)];
  const serious = wishes.filter(({ kind }) => kind !== 'greeting' && kind !== 'thanks');
  return serious.length > 0 ? serious : wishes.slice(0, 1);
}

function filesIn({ attachments }: Turn): Wish | null {
  if (attachments.some(isModel)) return { kind: 'files', type: 'mesh' };
  const pictures = attachments.filter(isPicture).length;
  return pictures > 0 ? { kind: 'files', type: pictures > 1 ? 'multi_image' : 'image' } : null;
}

/** "Make this" with a text file beside it means what the file says. */
function withTexts({ content, attachments }: Turn): string {
  const texts = attachments.flatMap(({ text }) => text ?? []).join(' ');
  if (!texts) return content;
  return /\b(?:this|that|attached|file)\b/i.test(content) ? `make ${texts}` : `${content} ${texts}`;
}

/** First as it stands, then with its first words mended, then with all of them, for a topic. */
function understand(line: string, talk: Talk): Wish {
  const exact = recognise(line, talk);
  if (exact.kind !== 'unknown' && exact.kind !== 'question') return exact;
  const begun = recognise(mend(line, 6), talk);
  if (begun.kind !== 'unknown' && begun.kind !== 'question') return begun;
  const mended = recognise(mend(line), talk);
  return mended.kind === 'unknown' || mended.kind === 'make' ? exact : mended;
}

function recognise(line: string, talk: Talk): Wish {
  const said = line.replace(politeness, '').replace(/(?:[?!.,\s]|\b(?:please|pls|thanks|thank you)$)+$/i, '');
  if (forgetting.test(said)) return { kind: 'forget' };
  const picked = pickedIn(said, talk.offers);
  if (picked) return picked;
  if (confirming.test(said)) return { kind: talk.draft ? 'confirm' : 'describe' };
  if (talk.draft !== null) {
    if (undoing.test(said)) return { kind: 'undo' };
    if (varying.test(said)) return { kind: 'variant' };
    const changes = changesIn(said);
    if (changes.length > 0) return { kind: 'refine', changes };
  }
  const bought = buying.exec(said)?.[1];
  if (bought) return { kind: 'buy', credits: Number(bought) };
  if (wantingIdeas.test(said) && said.length < 80) return { kind: 'ideas' };
  const made = making.exec(said)?.[1];
  if (made && !notCharacters.test(made)) return wishFor(made);
  const topic = topics.find(([, words]) => words.test(line.toLowerCase()))?.[0];
  if (topic && topic !== 'thanks' && topic !== 'greeting') return { kind: topic };
  const wanted = wanting.exec(said)?.[1] ?? (/^an? \w/i.test(said) ? said : undefined);
  if (wanted) return wishFor(wanted);
  if (topic) return { kind: topic };
  return asking.test(line) ? { kind: 'question', query: line.slice(0, 300) } : { kind: 'unknown' };
}

/** "The second one", "number 3", or its name, out of what was listed. */
function pickedIn(said: string, offers: readonly Offer[]): Wish | null {
  const found = picking.exec(said);
  const word = found?.[1]?.toLowerCase();
  const number = found?.[2] ? Number(found[2]) : ordinals[word ?? ''];
  const lower = said.toLowerCase();
  const named = offers.filter(({ name }) => name.length > 2 && lower === name.toLowerCase());
  const spoken = found ? (number === undefined ? offers.at(-1) : offers[number - 1]) : named[0];
  if (!spoken) return null;
  if (spoken.kind === 'pack') return { kind: 'buy', packId: spoken.id };
  if (spoken.kind === 'rig') return { kind: 'show', number: spoken.number };
  if (spoken.kind === 'pipeline') return { kind: 'pipeline', id: spoken.id };
  return { kind: 'make', prompt: spoken.prompt };
}

/** One change, or several joined by "and": "make it blue and add a hat". */
function changesIn(said: string): Change[] {
  const parts = said.split(/\s+(?:and|but)\s+(?=(?:make|add|remove|give|paint|turn|put|without|with)\b)/i);
  const changes = parts.slice(0, maxWishes).map(changeIn);
  return changes.every((one) => one !== null) ? changes : [];
}

function wishFor(words: string): Wish {
  if (nothingYet.test(words) || /^(?:(?:it|him|her|them|that)\b|this$)/i.test(words))
    return { kind: 'describe' };
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
