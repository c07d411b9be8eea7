import { phraseOf } from './lexis.js';
import type { Wish } from './wish.js';

/** Questions about a character that could be made. A question is answered; it shows no card. */

const lead = /^(?:(?:hey|hi|hello|ok|okay|so|and|but|also|please|hm+|well)[\s,]+)+/i;
/** "Can you make dragons?", in the plural and not "for me": whether it can be made at all. */
const able =
  /^(?:(?:can|could|do|will) (?:you|u|i|we|it|rigsmith|the bot)(?: (?:even|also|really|only))? (?:make|do|create|rig|build|design|generate|support|have)|are there|is it possible to (?:make|have|get|create|do)) ((?!me\b|us\b|an?\b|the\b|my\b|it\b|this\b|that\b|some\b|one\b|something\b|anything\b)[\w -]+?)(?: (?:too|here|as well|at all|with this))?\s*\?*$/i;
const possible =
  /^(?:(?:is|are|would|will) (an? .+?|[\w -]+?) (?:be )?(?:possible|doable|ok|allowed)|(?:is it|would it be) possible to (?:make|have|get|create|do) (an? .+?)|do you (?:make|do|have|support) (an? .+?))\s*\?*$/i;
const priced =
  /^(?:how much|what)(?:'s| is| are| does| do| would| will| for)?(?: the (?:price|cost) (?:of|for))? (an? (?!rig\b|character\b|model\b|credit\b|pack\b)[\w -]+?|[\w-]+s)(?: (?:be|cost|costs))?(?: (?:me|us))?\s*\?*$/i;

/** One of what was asked for in the plural: "a dragon" of "dragons". Null for names, such as Santa Claus. */
function oneOf(words: string): string | null {
  if (/^an? /i.test(words)) return isNamed(words) ? words : null;
  const singles = [
    words.replace(/ies$/, 'y'),
    words.replace(/ves$/, 'f'),
    words.replace(/es$/, ''),
    words.slice(0, -1),
  ];
  const single = /s$/i.test(words) && singles.find((one) => one !== words && isNamed(one));
  if (!single) return null;
  return `${/^[aeiou]/i.test(single) ? 'an' : 'a'} ${single}`;
}

/** @param line without formatting, with its question mark */
export function questionIn(line: string): Wish | null {
  const asked = line.replace(lead, '').replace(/[.!\s]+$/, '');
  const plural = able.exec(asked)?.[1];
  const [, single, made, offered] = possible.exec(asked) ?? [];
  const wanted = oneOf(single ?? made ?? offered ?? plural ?? '');
  if (wanted) return { kind: 'able', prompt: wanted };
  const bare = /^((?:an? )?[\w-]+)\s*\?+$/i.exec(asked)?.[1];
  if (bare && isNamed(bare)) return { kind: 'able', prompt: /^an? /i.test(bare) ? bare : `a ${bare}` };
  const cost = /\b(?:how much|price|cost)/i.test(asked) ? priced.exec(asked)?.[1] : undefined;
  const prompt = cost ? oneOf(cost) : null;
  return prompt ? { kind: 'price', prompt } : null;
}

function isNamed(words: string): boolean {
  const { isCharacter, unknown } = phraseOf(words);
  return isCharacter && unknown.length === 0;
}

/** Subjects of the rest of the world, which this agent knows nothing about. */
const elsewhere: readonly RegExp[] = [
  /\b(?:weather|forecast|temperature outside|capital (?:city )?of|population of|horoscope|lottery|world cup|champions league|super ?bowl|election|president|politic\w*|vote for)\b/i,
  /\b(?:tell|know|got|make) (?:me |us )?(?:an? |any |some )?(?:good |funny )?(?:jokes?|riddles?|fun facts?|stor(?:y|ies))\b|^(?:another )?joke\b|\btell me (?:something|anything)\b|\b(?:do you know|can you (?:code|program)(?: in)?) (?:python|java\w*|c\+\+|html|rust|any\w*)\b/i,
  /\b(?:write|compose|sing|rap)\b.*\b(?:poems?|essays?|songs?|lyrics|stor(?:y|ies)|letters?|emails?|haikus?|scripts?|programs?|code)\b/i,
  /\b(?:home ?work|essays?|nsfw|nudes?|naked|porn\w*|maths?|equations?|recipes?|pancakes?|restaurants?|movies?|netflix|football|soccer|basketball)\b/i,
  /\btranslate\b|\bwho (?:won|is the|was the|invented|discovered)\b|\bwhat(?:'s| is) the (?:time|date|day|meaning of life)\b|\bwhat (?:time|day) is it\b|\bwhat(?:'s| is) \d+\s*[-+*x/]\s*\d+/i,
  /\b(?:marry me|love me|date me|girlfriend|boyfriend|kiss me|your (?:favou?rite|opinion|age|birthday|family))\b|\bhow old are you\b|\bdo you (?:dream|sleep|eat|feel)\b/i,
  /\b(?:bitcoin|btc|stocks?|shares?|solana|sol|crypto|market)\b.*\b(?:go(?:es)? up|go down|moon|rise|fall|crash|predict\w*|invest\w*|buy now|sell now)\b|\b(?:should i|shall i) (?:buy|sell|invest)\b.*\b(?:bitcoin|btc|crypto|stocks?|solana|sol|eth\w*)\b/i,
  /\b(?:play|put on) (?:some |a )?(?:music|songs?|games?|chess)\b|\broll (?:a |the )?(?:d\d+|dice)|\bflip a coin\b|\b(?:ban|kick|mute|warn) (?:that|this|him|her|the|<@)/i,
  /\bhow many (?:people|members|users)\b|\bsay (?:the|a|something) \w*\s?(?:n-?word|slur|bad)\b|\b(?:news|headlines) (?:today|about)\b/i,
  /^(?:make|draw|paint|create|render|generate)(?: me)? (?:an? )?(?:video|movie|film|song|picture|drawing|painting|image|logo|website|app|game)\b(?! (?:character|hero|npc))/i,
];
export const isElsewhere = (line: string): boolean => elsewhere.some((one) => one.test(line));

/** What a member says about files that are not to be rigged. */
const otherUse =
  /\b(?:summar\w+|tl;?dr|describe|translate|read|explain|caption|proof ?read|review|analy[sz]e|crop|resize|upscale|edit|transparent|watermark|colou?ri[sz]e|meme|joke|funny|lo+l|look at|check (?:this|it) out|error|screenshot|bug|what(?:'s| is| do you see| does| are| can you see)|who(?:'s| is)|why|where|when|play|listen|sell|receipt|rate (?:this|my))\b/i;
const forRigging =
  /\b(?:rig|rigs|rigged|rigging|skeleton|bones?|joints|3d|character|model|animat\w+|turn (?:this|it|that|him|her|my|these) into|make (?:this|it|that|him|her|them|these|me|my|an?)|convert|views?)\b/i;
export const isOtherUse = (text: string): boolean => otherUse.test(text) && !forRigging.test(text);
export const isForRigging = (text: string): boolean => text.trim() === '' || forRigging.test(text);
