import { isEnglish } from '../../../../base/english.js';
import { AppError } from '../../../../base/errors.js';
import { nearness } from '../topics/least.js';
import { topicsIn } from '../topics/topics.js';
import type { TalkState, Wish } from '../wish.js';
import { isUnknown as isUnknownWord } from '../words/cursor.js';
import { phraseOf } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';

/** What a phrase names: a character, several, nothing yet, or something that is not made here. */

export const making =
  /^(?:(?:make|create|build|rig|design|generate|model|sculpt|draw|commission)\s+(?:me\s+|us\s+)?|do\s+(?:me\s+)?(?=an?\s|some(?:thing|one)\b)|just make the\s+(?=[a-z])|(?:turn|make) (?:this|that|it) into (?:an? )?(?:3d )?(?:character|rig|model)\s*:\s*)(.+)$/i;
export const wanting =
  /^(?:give me|show me|i want(?:ed)?|i need|how about|what about|i(?:'m| am| was) (?:thinking (?:of|about)|imagining|after)|do you have|i(?:'d| would) (?:like|love)|(?:can|could|may) (?:i|we|you) (?:(?:pretty )?please )?(?:have|get|do|try))\s+(.+)$/i;
export const asking =
  /^(?:what|how|why|when|where|who|which|can|could|does|do(?! (?:it|him|her|them|an?)\b)|is|are|may|should|will|must|has|have)\b|\?\s*$/i;
/** Said about a person, not a description. */
const aboutPeople = /\b(?:i|i'm|you|we|they|u)\b/i;
/** "An npc for my campaign: a grumpy innkeeper". */
export const introducing =
  /^[^:]*\b(?:character|model|rig|npc|avatar|oc|mascot|hero|villain|figure|something|one|prompt|description|idea)\b[^:]*:\s*(?=\w)/i;
const wrapping =
  /^(?:(?:an?|the|some) )?(?:new )?(?:3d )?(?:rigged )?(?:rig|model|character|figure|portrait|picture|image)(?: (?:of|for|from|that is|like))? (?=\S)(?!(?:with|wearing|holding|carrying|who|in)\b)/i;
const nothingYet =
  /^(?:(?:an?|the|some|my|several|many|a few|(?:a )?(?:bunch|lot|lots|couple) of) )?(?:new |own |3d |rigged |cool |nice |original |vtuber |vr ?chat |game |discord )*(?:rigs?|models?|characters?|figures?|npcs?|avatars?|ocs?|persona|something|anything|one)(?: for (?:my|our|an?|the) .*)?$|^(?:an?|one|some|them|it|that)(?: (?:of (?:them|those)|for (?:him|her|me|them|us|my \w+|the \w+)|please)[^,]*)?$/i;
/** "A character for my game". */
export const isNothingYet = (words: string): boolean => nothingYet.test(words);

const likening = /^(?:some(?:thing|one|body)|anything) (?:like|similar to|as) /i;
const mention = /<(?:@[!&]?|#)\d+>|@(?:everyone|here)\b/gi;
const vaguely =
  /^(?:something|anything|someone|somebody|whatever|some|an? (?:(?:new|cute|cool|nice|fun|good|great|unique|simple|custom|original|little|small|funny|scary) )*(?:character|figure|creature|thing|npc|hero|villain|enem(?:y|ies)|monsters?|animals?|boss|pet|mascot))\b/i;
/** "Something scary for Halloween". */
export const isVaguely = (said: string): boolean =>
  /^(?:some|any)(?:thing|one|body)\b/i.test(said) && phraseOf(said).refusal !== null;
const trailing =
  /(?:,?\s+(?:then|now|instead|though|too|as well|for me|please|if possible|or something|i guess|idk|(?:you|u) know|yeah))+$/i;

/** A place, a time or a purpose: "on a mountain at sunset", "for the christmas event". */
const setting =
  /^(.+?) (?:on|in|at|by|near|under|during|from|for|inside|against|beside|across|above|over|through) (?!me\b|us\b|you\b|it\b)/i;

/** The raven of "raven on shoulder" belongs to another figure. */
const onBody =
  /\b(?:on|in|at|over) (?:(?:his|her|its|their|the) )?(?:shoulders?|back|heads?|arms?|hands?|lap|neck|chest|belt|ears?|legs?)$/i;

const changing = /^(?:make|add|remove|swap|turn|paint|change|give|put|no|not|without)\b/i;

/** "Knight on a mountain at sunset": the engine knows every word before the setting. */
function isSomebodySomewhere(said: string): boolean {
  const head = setting.exec(said)?.[1];
  if (!head || onBody.test(said) || head.split(' ').length > 6) return false;
  if (phraseOf(said.slice(head.length)).understood.length > 0) return false;
  const { isCharacter, unknown } = phraseOf(head);
  return isCharacter && unknown.length === 0;
}

const going =
  /^((?:[\w-]+ ){0,4}?[\w-]+) (?:with|wearing|holding|carrying|riding|who|on|in|at|near|under|beside|(?!thing|something|anything|nothing|everything|king|ring|wing|being)[\w-]{2,}ing) \S/i;

/** "Robot playing chess at home": a character with an action or a place. */
export function isCaption(said: string): boolean {
  if (said.length > 200 || asking.test(said) || aboutPeople.test(said) || changing.test(said)) return false;
  const head = going.exec(said)?.[1]?.replace(/^(?:an?|the) /i, '') ?? '';
  if (/\b(?:an?|the|some|wants?|needs?|likes?|loves?)\b/i.test(head)) return false; // "my daughter wants a unicorn"
  const noun = head.split(' ').at(-1) ?? '';
  const { isCharacter, understood, unknown, refusal } = phraseOf(head);
  const isNamed = phraseOf(noun).isCharacter && !/^(?:bots?|people|persons?|users?)$/i.test(noun);
  return isCharacter && isNamed && refusal === null && unknown.length <= understood.length;
}

const linking =
  /^(?:with|wearing|holding|carrying|riding|in|on|at|by|of|and|or|as|like|for|from|under|over|behind|beside|without|has|have|having|\w+ing|dressed|made|covered|named|called|versus|vs)$/i;

/** "My kid drew a monster" has a verb before the second article, which a description has not. */
const hasVerb = (said: string): boolean =>
  [...said.matchAll(/(?<=^(?:an?|the|my|our|this) .*?)\b([\w']+) (?:an?|the|my|our) /gi)].some(
    ([, word = '']) => !linking.test(word) && phraseOf(word).understood.length === 0,
  );

/** "Wolf with wings": nothing but words the rig engine knows, and a creature among them. */
export function isBareCharacter(said: string): boolean {
  if (said.length > 200 || asking.test(said) || aboutPeople.test(said) || hasVerb(said)) return false;
  const { isCharacter, understood, unknown } = phraseOf(said);
  if (!isCharacter || /[#@/]/.test(said)) return false;
  const isDescription = /^(?:an?|the|my|one)\s|,|\b(?:with|wearing|holding|carrying|riding|in)\b/i.test(said);
  return unknown.length * (isDescription ? 1 : 3) <= understood.length || isSomebodySomewhere(said);
}

/** So many words for looks and things describe a person: "grey robe, long beard, pointy hat". */
const mostlyDressed = 4;

/** Half of the words or more describe a character: "baby dragon hatching from an egg", "barista with tattoos". */
export function isSomebody(told: string): boolean {
  const said = told.replace(trailing, '');
  if (said.length > 200 || /[#@/]/.test(said)) return false;
  if (asking.test(said) || aboutPeople.test(said) || changing.test(said)) return false;
  const { isCharacter, hasThings, refusal, understood, unknown } = phraseOf(said);
  const isDressed =
    hasThings && (understood.length >= mostlyDressed || /\S (?:with|wearing|holding|carrying) /i.test(said));
  return refusal === null && (isCharacter || isDressed) && understood.length >= unknown.length;
}

/** "Three dwarves: a miner, a cook and a king". */
const listing =
  /^(?:two|three|four|five|[2-5]|some|a few) ([\w-]+s)\s*[:,-]\s*((?:an?|one|the) [\w -]+(?:\s*,\s*(?:and\s+)?|\s+and\s+).+)$/i;
const pairing =
  /^(?:two|2|three|3|a couple of) ([\w -]*?[\w-]+)s[,:;]? (?:the )?(?:one|first(?: one)?) (.+?),? (?:and |, )*(?:the )?(?:one|(?:other|second)(?: one)?) (.+?)(?:,? (?:and |, )*(?:the )?(?:one|(?:other|third)(?: one)?) (.+))?$/i;

/** "Two goblins, one with a spear and one with a bow". */
function eachIn(prompt: string): string[] {
  const [, kind, ...traits] = pairing.exec(prompt) ?? [];
  if (kind && phraseOf(kind).isCharacter)
    return traits.filter((one) => one !== undefined).map((one) => `a ${kind} ${one}`);
  const [, group = '', list = ''] = listing.exec(prompt) ?? [];
  const single = group.replace(/ves$/i, 'f').replace(/([^s])s$/i, '$1');
  if (!list || !phraseOf(single).isCharacter) return [];
  return list
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map((one) => `a ${single} ${one.replace(/^(?:an?|one|the) /i, '')}`);
}

/** "A fox, a bear and a cat": one rig is one character. */
export function severalIn(prompt: string): string[] {
  const apart = eachIn(prompt);
  if (apart.length > 0) return apart;
  if (/\b(?:cross|mix(?:ture)?|hybrid|combination|fusion|blend|half)\b/i.test(prompt)) return [];
  const list = prompt.replace(/^[^:,]{1,40}:\s*/, '');
  const parts = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const areAlike = parts.every((part) => /^(?:an?|one|the) /i.test(part) && phraseOf(part).isCharacter);
  const isPlain = parts.slice(0, -1).every((part) => !/ (?:with|wearing|holding|carrying|in) /i.test(part));
  const isList = parts.length > 2 || /\sand\s/i.test(list); // "a guard, a bear" is one
  return isList && parts.length > 1 && parts.length <= 6 && areAlike && isPlain ? parts : [];
}

/** The page on names of films and games, whose phrasings have some. */
const ofNames = 'fancharacters';

/** A proper name, which says nothing about looks: "Darth Vader". */
export function nameIn(said: string): string | null {
  const name = said
    .replace(/^(?:an?|the) /i, '')
    .replace(/ from .*$/i, '')
    .replace(varying, '')
    .replace(trailing, '')
    .trim();
  const words = name.match(/[\p{L}'’.-]+/gu) ?? [];
  const isShort = words.length > 0 && words.length <= 3 && words.join(' ') === name;
  const strange = words.filter((word) => !isEnglish(word.replace(/['’.].*$/, '')));
  const isProper = strange.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
  if (!isShort || (strange.length < words.length && !isProper)) return null;
  if (tokensOf(name).some(({ parts }) => parts.has('filler'))) return null; // "phew"
  const { understood, unknown } = phraseOf(name);
  if (understood.some((one) => !unknown.includes(one))) return null; // "shrek" is guessed to be a shrew
  const [page] = topicsIn(name, 1);
  const isPage = page?.wish.kind === 'question' && page.topic !== ofNames && page.score >= nearness.some;
  return varying.test(said) || !isPage ? name : null;
}
/** "Gandalf but sad". */
const varying =
  /(?<=^[\p{L}'’ -]{4,}),? but (?!why|how|what|i\b|you\b|no\b|not\b|it\b|that\b|is\b|(?:give|make|add|put|can|could|let|change|remove)\b).*$/iu;

/** "With a bikini" names no character. */
export const isHeadless = (words: string): boolean =>
  /^(?:with|without|wearing|holding|carrying) (?!.*\b(?:he|she|it|they)\b)/i.test(words);

/** The requested item: a character, several, something vague, or something not made here. */
export function wishFor(words: string, talk?: TalkState): Wish | null {
  if (isHeadless(words)) return { kind: 'describe' };
  if (introducing.test(words)) return wishFor(words.replace(introducing, ''), talk);
  if (isNothingYet(words) || /^(?:(?:it|him|her|them|that)\b|this$)/i.test(words))
    return { kind: 'describe' };
  if (vaguely.test(words) && phraseOf(words).refusal !== null) return { kind: 'ideas' };
  const prompt = words
    .replace(likening, '')
    .replace(/^one(?: for [\w ]+?)?, /i, '')
    .replace(/,? (?:and )?(?:name|call) (?:him|her|it|them) [\w'’ -]+$/i, '')
    .replace(/ (?:if|because|when|unless|since) .*$/i, '')
    .replace(trailing, '')
    .replace(mention, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(wrapping, '')
    .replace(/^like (?=an? )/i, '')
    .replace(/(?<=\w) for (?:my|our|his|her) (?!.*\b(?:with|wearing|holding|in)\b).*$/i, '')
    .slice(0, 500)
    .trim();
  const [first = prompt] = severalIn(prompt);
  const { refusal, understood, unknown } = phraseOf(first);
  const isGuess = understood.length > 0 && understood.every((word) => unknown.includes(word));
  const isUnknown = refusal !== null && understood.length === 0 && barely.test(first) && isNameOnly(first);
  const name = refusal === null && !isGuess ? null : (nameIn(first) ?? (isUnknown ? first : null));
  if (name && !talk?.pipelineId) return { kind: 'figure', name };
  if (refusal !== null && !talk?.pipelineId)
    return { kind: 'refused', prompt: first, refusal: new AppError('no_body', refusal) };
  return { kind: 'make', prompt };
}

/** Two words without an article that the engine does not know are a name: "marcus". */
const isNameOnly = (words: string): boolean =>
  tokensOf(words).every(isUnknownWord) && !words.split(' ').some((word) => isEnglish(word.toLowerCase()));
const barely = /^\p{L}{3,}(?: \p{L}{2,})?$/u;

/** "Delete the frog" is about a rig. */
export function isOnRig(said: string): boolean {
  const { isCharacter, hasThings } = phraseOf(said);
  return /^(?:delete|erase) /i.test(said) && isCharacter && !hasThings;
}

/** "I need an orc with an axe for my Unity game" is a wish, whatever else it mentions. */
export function namesCharacter(said: string): boolean {
  const wanted = making.exec(said)?.[1] ?? wanting.exec(said)?.[1];
  if (!wanted || !/^(?:an?|the|my|some|another) /i.test(wanted)) return false;
  const { isCharacter, refusal } = phraseOf(wanted);
  return isCharacter && refusal === null;
}

/** "My daughter wants a unicorn, can you make that?" */
const wantingFor =
  /\b(?:wants?|wanting|needs?|looking for|in need of|would (?:like|love)|wishes for|asked for)\s+(an? .+?)(?:[,.]? (?:can|could|would|will) (?:you|we)\b.*)?$|\b(?:loves|likes|adores|is into|is a fan of)\s+(.+)$/i;
export const unwanted = /\b(?:don'?t|do not|doesn'?t|does not|never|no longer) (?:want|need|like)s?\b/i;

/** "My daughter wants a unicorn", "he likes dinosaurs". */
export function likedIn(said: string): string | undefined {
  if (unwanted.test(said)) return undefined;
  const [, wanted, liked] = wantingFor.exec(said) ?? [];
  return wanted ?? (liked && isBareCharacter(liked) ? liked : undefined);
}
