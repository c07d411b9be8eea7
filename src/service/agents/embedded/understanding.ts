import type { Turn } from '../brain.js';
import { isModel, isPicture } from '../tools/generation.js';
import { changesIn } from './changes.js';
import type { Change } from './draft.js';
import { phraseOf } from './lexis.js';
import { type Offer, pickedIn } from './offers.js';
import { mend, plainLine, writtenOut } from './words.js';

/** What a person wants, as far as it can be read from the words. */
export type Wish =
  | { kind: 'make'; prompt: string }
  | { kind: 'refine'; changes: Change[] }
  | { kind: 'files'; type: 'image' | 'multi_image' | 'mesh' }
  | { kind: 'buy'; credits?: number; packId?: string }
  | { kind: 'show'; number: number }
  | { kind: 'pipeline'; id: string }
  | { kind: 'question'; query: string }
  | { kind: 'confirm' | 'describe' | 'forget' | 'undo' | 'variant' | 'recall' | 'ideas' }
  | { kind: 'unknown'; query?: string }
  | { kind: Topic };

export type Topic =
  | 'others'
  | 'spending'
  | 'balance'
  | 'prices'
  | 'pipelines'
  | 'rigs'
  | 'unlink'
  | 'link'
  | 'abilities'
  | 'thanks'
  | 'greeting';

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
    /<@!?\d+>|\b(?!what|how|where|who|it|that|let|here)[a-z]+'s (?:balance|credits|rigs?|wallets?|purchases)\b|\b(?:someone|somebody|anyone|everyone|other (?:people|members?|users?)|his|her|their|another (?:member|user))\b.*\b(?:balance|credits?|rigs?|wallets?|purchases?)\b/,
  ],
  ['balance', /^(?:my )?credits?\W*$/],
  ['spending', /\b(?:spend|transfer|send|gift|give)\b.*\bcredits?\b/],
  ['pipelines', /\b(?:price|costs?) (?:of|for) (?:an? |one |the )?(?:rig|character|model|generation)/],
  [
    'balance',
    /\b(?:balance|how many credits|credits? (?:left|do i have)|my credits?|how much (?:credit|(?:\w+ )?do i have)|what do i have left|credits? (?:are )?(?:held|reserved)|(?:held|reserved|spent) credits?|where did .* credits? go|am i (?:broke|rich)|can i afford)\b/,
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
  ['pipelines', /\b(?:pipelines?|costs?|how much|how long|expensive|ways? to (?:make|rig))\b/],
  ['link', /\b(?:link|connect|sign ?-?in|log ?-?in)\b|^(?:my )?wallets?\b/],
  [
    'abilities',
    /\b(?:help|what (?:can|do) you|who are you|what are you|commands?|how (?:does|do) (?:this|it|you) work|how do i (?:start|begin|make|use)|what(?: is|'s) (?:this|rigsmith))\b/,
  ],
  ['thanks', /\b(?:thanks?|thank you|thx|cheers|great|nice|perfect|awesome|cool)\b/],
  ['greeting', /^(?:hi|hola|bonjour|hallo|ciao|hello|hey|hiya|good (?:morning|evening|afternoon)|yo|moin)\b/],
];

const politeness =
  /^(?:(?:please|pls|ok(?:ay)?|so|now|and|but|then|also|hey|hi|hello|actually|hmm|no|can you|could you|would you|will you|kindly|nah|nope|i(?:'d| would) (?:like|love)(?: you)?(?: to)?(?!\s+(?:an?|some|the)\b)|i want(?: you)? to|i wanna|let'?s|try to)[\s,!.]+)+/i;
const making =
  /^(?:(?:make|create|build|rig|design|generate|model|sculpt|draw)\s+(?:me\s+|us\s+)?|do\s+(?=an?\s)|(?:turn|make) (?:this|that|it) into (?:an? )?(?:3d )?(?:character|rig|model)\s*:\s*)(.+)$/i;
const wanting =
  /^(?:give me|show me|i want|i need|how about|what about|i(?:'d| would) (?:like|love)|(?:can|could|may) (?:i|we) (?:have|get))\s+(.+)$/i;
/** "My daughter wants a unicorn, can you make that?" */
const wantingFor =
  /\b(?:wants?|needs?|would (?:like|love)|wishes for|asked for)\s+(an? .+?)(?:[,.]? (?:can|could|would|will) (?:you|we)\b.*)?$/i;
const notCharacters =
  /^(?:an? |the |my )?(?:purchase|payment|wallet|link|account|balance|credits?|packs?|list)\b/i;
const wrapping =
  /^(?:(?:an?|the|some) )?(?:new )?(?:3d )?(?:rigged )?(?:rig|model|character|figure|picture|image)(?: (?:of|for|from|that is|like))? (?=\S)/i;
const nothingYet =
  /^(?:(?:an?|the|some|my) )?(?:new |3d |rigged |cool |nice )*(?:rig|rigs|model|character|figure|something|anything|one)$/i;
const confirming =
  /^(?:(?:y(?:es|ep|eah)|sure|ok(?:ay)?|just|do it|go(?: ahead)?|start(?: it)?|make (?:it|that|this)|rig it|buy it|start|please|let'?s (?:go|do it|start)|(?:that |it )?looks? (?:good|great|nice)|i (?:like|love) (?:it|that)|spend .*|now|then|and|for me)[\s,!.]*)+$/i;
const forgetting = /^(?:forget (?:it|that|everything)|never ?mind|start over|reset)\b/i;

const undoing =
  /^(?:undo(?: (?:it|that|this))?|go back|back|revert(?: (?:it|that))?|(?:take|change|put) (?:it|that) back|as (?:it was )?before|the (?:old|previous|last|first) (?:version|one) was better|(?:the )?previous (?:version|one)|not like that)$/i;
const varying =
  /^(?:(?:make|give|show|try|do)?\s*(?:me\s+)?(?:another|an?\s+different|different|one more|a new|some other)\s+(?:one|version|variant|variation|seed|take|try)|again|once more|try again|vary(?: it)?|(?:same )?but different|surprise me again|another)$/i;
const recalling =
  /^(?:(?:and )?(?:how much|what)(?:'s| is| does| would| will)? (?:it|that|this)(?: cost| be| come to)?|(?:show|give)(?: me)? (?:it|the card|that)(?: again)?|where(?:'s| is) the (?:card|button))$/i;
const fetching =
  /^(?:download(?: it| that)?|(?:give|send|show|get|fetch|download)(?: me)?(?: the| my)?(?: last| latest| newest)? (?:glb|files?|model|preview|picture|result|download)(?: file| please)?)$/i;
const canceling =
  /^(?:cancel|abort|stop) (?:my|the|that|this) (?:rig|generation|job|character|order|purchase|payment)/i;
const wantingIdeas =
  /\b(?:ideas?|inspir\w+|suggest\w*|surprise me|what (?:should|could|can) i (?:make|create|build)|you (?:choose|pick|decide)|anything you like|something (?:fun|cool|random))\b/i;
const buying =
  /\b(?:buy|get|need|want|purchase|order|top ?-?up(?: (?:with|by))?)\s+(?:me\s+)?(?:about\s+|at least\s+)?(\d{1,7})\s+(?:more\s+)?credits?\b/i;
const asking =
  /^(?:what|how|why|when|where|who|which|can|could|does|do|is|are|may|should|will|must|has|have)\b|\?\s*$/i;
const readChars = 2_000;
const maxWishes = 4;

/** The wishes in what a person said, in order; at least one. */
export function read(turn: Turn, talk: Talk): Wish[] {
  const wish = filesIn(turn);
  if (wish) return [wish];
  const line = writtenOut(plainLine(withTexts(turn).slice(0, readChars)));
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
  return mended.kind === 'unknown' || mended.kind === 'make' || mended.kind === 'question' ? exact : mended;
}

function recognise(line: string, talk: Talk): Wish {
  const said = line.replace(politeness, '').replace(/(?:[?!.,\s]|\b(?:please|pls|thanks|thank you)$)+$/i, '');
  if (forgetting.test(said)) return { kind: 'forget' };
  const picked = pickedIn(said, talk.offers);
  if (picked) return wishForOffer(picked);
  if (confirming.test(said)) return { kind: talk.draft ? 'confirm' : 'describe' };
  if (canceling.test(said)) return { kind: 'question', query: line.slice(0, 300) };
  if (fetching.test(said)) return { kind: 'show', number: 1 };
  if (talk.draft !== null) {
    if (recalling.test(said)) return { kind: 'recall' };
    if (undoing.test(said)) return { kind: 'undo' };
    if (varying.test(said)) return { kind: 'variant' };
    const changes = changesIn(said, line);
    if (changes.length > 0) return { kind: 'refine', changes };
  }
  const bought = buying.exec(said)?.[1];
  if (bought) return { kind: 'buy', credits: Number(bought) };
  if (wantingIdeas.test(said) && said.length < 80) return { kind: 'ideas' };
  const made = making.exec(said)?.[1];
  if (made && !notCharacters.test(made)) return wishFor(made);
  const topic = topics.find(([, words]) => words.test(line.toLowerCase()))?.[0];
  if (topic && topic !== 'thanks' && topic !== 'greeting') return { kind: topic };
  const wanted =
    wanting.exec(said)?.[1] ?? (/^an? \w/i.test(said) ? said : undefined) ?? wantingFor.exec(said)?.[1];
  if (wanted) return wishFor(wanted);
  if (topic) return { kind: topic };
  if (isBareCharacter(said)) return wishFor(said);
  return asking.test(line)
    ? { kind: 'question', query: line.slice(0, 300) }
    : { kind: 'unknown', query: line.slice(0, 300) };
}

/** "Wolf with wings": nothing but words the rig engine knows, and a creature among them. */
function isBareCharacter(said: string): boolean {
  if (said.length > 200 || asking.test(said)) return false;
  const { isCharacter, understood, unknown } = phraseOf(said);
  return isCharacter && unknown.length * 3 <= understood.length;
}

function wishForOffer(offer: Offer): Wish {
  if (offer.kind === 'pack') return { kind: 'buy', packId: offer.id };
  if (offer.kind === 'rig') return { kind: 'show', number: offer.number };
  return offer.kind === 'pipeline'
    ? { kind: 'pipeline', id: offer.id }
    : { kind: 'make', prompt: offer.prompt };
}

function wishFor(words: string): Wish {
  if (nothingYet.test(words) || /^(?:(?:it|him|her|them|that)\b|this$)/i.test(words))
    return { kind: 'describe' };
  const prompt = words.replace(wrapping, '').slice(0, 500).trim();
  return { kind: 'make', prompt };
}
