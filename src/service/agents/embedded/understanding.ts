import type { Turn } from '../brain.js';
import { isModel, isPicture } from '../tools/generation.js';
import { changesIn } from './changes.js';
import type { Change } from './draft.js';
import { foreignAnswer } from './languages.js';
import { phraseOf, speltRight } from './lexis.js';
import { type Offer, pickedIn } from './offers.js';
import { lookUpFor, type Topic, topicOf } from './topics.js';
import { mend, plainLine, writtenOut } from './words.js';

/** What a person wants, as far as it can be read from the words. */
export type Wish =
  /** `others`: characters named beside it, which need cards of their own. */
  | { kind: 'make'; prompt: string; others?: readonly string[] }
  | { kind: 'refine'; changes: Change[] }
  | { kind: 'files'; type: 'image' | 'multi_image' | 'mesh' }
  | { kind: 'buy'; credits?: number; packId?: string }
  | { kind: 'show'; number: number }
  | { kind: 'pipeline'; id: string }
  | { kind: 'question'; query: string }
  | { kind: 'confirm' | 'decline' | 'describe' | 'forget' | 'undo' | 'variant' | 'recall' | 'ideas' }
  /** A change that leaves the character as it is. */
  | { kind: 'unchanged' }
  /** Another language than English, with what is said to that. */
  | { kind: 'foreign'; answer: string }
  | { kind: 'unknown'; query?: string }
  | { kind: Topic };

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
  /^(?:an? |the |my )?(?:purchase|payment|wallet|link|account|balance|credits?|packs?|list|moderator|admin)\b/i;
const wrapping =
  /^(?:(?:an?|the|some) )?(?:new )?(?:3d )?(?:rigged )?(?:rig|model|character|figure|picture|image)(?: (?:of|for|from|that is|like))? (?=\S)(?!(?:with|wearing|holding|carrying|who|in)\b)/i;
const nothingYet =
  /^(?:(?:an?|the|some|my) )?(?:new |3d |rigged |cool |nice )*(?:rig|rigs|model|character|figure|something|anything|one)$/i;
const confirming =
  /^(?:(?:y(?:es|ep|eah)|sure|ok(?:ay)?|just|do it|go(?: ahead)?|start(?: it)?|make (?:it|that|this)|rig it|start|👍|✅|please|let'?s (?:go|do it|start)|(?:that |it )?looks? (?:good|great|nice)|i (?:like|love) (?:it|that)|spend .*|now|then|and|for me)[\s,!.]*)+$/i;
const declining =
  /^(?:no+|nope|nah|no thanks?|no thank you|not (?:now|yet|really)|later|leave it|don'?t|maybe later)\W*$/i;
/** "Make it dance" is about what it does, not about what it is. */
const moving =
  /^(?:make|let|have|get) (?:it|him|her|them) (?:to )?(?:walk|run|dance|jump|move|wave|fly|swim|fight|attack|sit|talk|speak|sing)\b/i;
/** Whoever is called at the beginning of a line is not part of the wish. */
const calling = /^(?:(?:@(?:everyone|here)|<(?:@&|#)\d+>)[\s,:]*)+/i;
const mention = /<(?:@[!&]?|#)\d+>|@(?:everyone|here)\b/gi;
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
  /^(?:cancel|abort|stop) (?:my|the|that|this) (?:rig|generation|job|character|order|purchase|payment)|^refund\b|^(?:delete|erase) (?:my |all |me\b).*/i;
const wantingIdeas =
  /\b(?:ideas?|inspir\w+|suggest\w*|surprise me|what (?:should|could|can) i (?:make|create|build)|you (?:choose|pick|decide)|anything you like|something (?:fun|cool|random))\b/i;
const buying =
  /\b(?:buy|get|need|want|purchase|order|top ?-?up(?: (?:with|by))?)\s+(?:me\s+)?(?:about\s+|at least\s+)?(\d{1,7})\s+(?:more\s+)?credits?\b/i;
const asking =
  /^(?:what|how|why|when|where|who|which|can|could|does|do|is|are|may|should|will|must|has|have)\b|\?\s*$/i;
const aboutMoney = /\b(?:credits?|wallet|account|balance|payments?|money)\b/i;
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

/** As the words stand; where they name a character or nothing known, with the engine's own words spelt right. */
function understand(line: string, talk: Talk): Wish {
  const wish = understandSpelt(line, talk);
  if (wish.kind === 'make' || wish.kind === 'refine' || wish.kind === 'unknown') {
    const spelt = understandSpelt(speltRight(line), talk);
    if (spelt.kind === 'make' || spelt.kind === 'refine') return spelt;
  }
  const isVague = wish.kind === 'unknown' || wish.kind === 'question' || wish.kind === 'greeting';
  const answer = isVague ? foreignAnswer(line) : null;
  return answer && (wish.kind !== 'greeting' || /\s/.test(line)) ? { kind: 'foreign', answer } : wish;
}

/** First as it stands, then with its first words mended, then with all of them, for a topic. */
function understandSpelt(line: string, talk: Talk): Wish {
  const exact = recognise(line, talk);
  if (exact.kind !== 'unknown' && exact.kind !== 'question') return exact;
  const begun = recognise(mend(line, 6), talk);
  if (begun.kind !== 'unknown' && begun.kind !== 'question') return begun;
  const mended = recognise(mend(line), talk);
  return mended.kind === 'unknown' || mended.kind === 'make' || mended.kind === 'question' ? exact : mended;
}

function recognise(line: string, talk: Talk): Wish {
  if (declining.test(line)) return { kind: 'decline' };
  const query = lookUpFor(line);
  if (query) return { kind: 'question', query };
  const said = line
    .replace(calling, '')
    .replace(politeness, '')
    .replace(/(?:[?!.,;\s]|\b(?:please|pls|thanks|thank you)$)+$/i, '');
  if (forgetting.test(said)) return { kind: 'forget' };
  const picked = pickedIn(said, talk.offers);
  if (picked) return wishForOffer(picked);
  if (confirming.test(said)) return { kind: talk.draft ? 'confirm' : 'describe' };
  if (canceling.test(said)) return { kind: 'question', query: line.slice(0, 300) };
  if (fetching.test(said)) return { kind: 'show', number: 1 };
  if (moving.test(said)) return { kind: 'clips' };
  if (talk.draft !== null) {
    if (recalling.test(said)) return { kind: 'recall' };
    if (undoing.test(said)) return { kind: 'undo' };
    if (varying.test(said)) return { kind: 'variant' };
    const changes = aboutMoney.test(said) ? [] : changesIn(said, line);
    if (changes.length > 0) return { kind: 'refine', changes };
  }
  const bought = buying.exec(said)?.[1];
  if (bought) return { kind: 'buy', credits: Number(bought) };
  if (wantingIdeas.test(said) && said.length < 80) return { kind: 'ideas' };
  const made = making.exec(said)?.[1];
  if (made && !notCharacters.test(made)) return wishFor(made);
  const topic = topicOf(line.toLowerCase());
  if (topic && topic !== 'thanks' && topic !== 'greeting') return { kind: topic };
  const wanted =
    wanting.exec(said)?.[1] ?? (/^an? \w/i.test(said) ? said : undefined) ?? wantingFor.exec(said)?.[1];
  if (wanted) return wishFor(wanted);
  if (topic) return { kind: topic };
  if (isBareCharacter(said)) return wishFor(said);
  if (talk.draft === null && undoing.test(said)) return { kind: 'undo' };
  if (talk.draft === null && changesIn(said, line).length > 0) return { kind: 'describe' };
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

/** "A fox, a bear and a cat": one rig is one character. */
function severalIn(prompt: string): string[] {
  const list = prompt.replace(/^(?:two|three|four|some)\s+\w+:\s*/i, '');
  const parts = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const areAlike = parts.every((part) => /^(?:an?|one|the) /i.test(part) && phraseOf(part).isCharacter);
  const isPlain = parts.slice(0, -1).every((part) => !phraseOf(part).hasThings && !/ with /i.test(part));
  return parts.length > 1 && parts.length <= 6 && areAlike && isPlain ? parts : [];
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
  const prompt = words
    .replace(mention, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(wrapping, '')
    .slice(0, 500)
    .trim();
  const [first = prompt, ...others] = severalIn(prompt);
  return others.length > 0 ? { kind: 'make', prompt: first, others } : { kind: 'make', prompt };
}
