import { numberIn } from '../words/numbers.js';

/** Money questions in conversation: what is asked, and the numbers said; names of packs and ways are looked up later. */

export type Reckoning = {
  asks: 'reach' | 'cost' | 'left' | 'compare' | 'money' | 'pack' | 'cheapest' | 'dearest';
  /** The messages about it, the newest first: what one leaves open, the one before says. */
  lines: readonly string[];
};

const words =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|a hundred|a dozen|a couple(?: of)?|both';
const number = `(\\d{1,6}|${words})`;
const big: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  'a hundred': 100,
};
const numberSaid = (said: string): number | null => big[said.toLowerCase()] ?? numberIn(said);

const units =
  '(?:sol|usdc|usd|dollars?|bucks?|euros?|eur|\\$|credits?|creds|%|percent|minutes?|mins?|hours?|days?|weeks?|seconds?|secs?|pm|am|mb|k?\\s?(?:tris|polys|polygons)|years?|legs?|arms?|heads?|eyes?|fingers?|tails?|wings?)';
const ways =
  '(?:(?:text|photo|picture|image|pic|drawing|sketch|sculpt|model)e?s?|mesh(?:es)?|typed|typing|words)';

const reaching =
  /\bhow many\b(?!.*\b(?:credits?|legs|arms|fingers|eyes|joints|bones|polygons|tris|people|members|wallets|pictures do)\b).*\b(?:make|makes|get|gets|do|create|build|afford|buy|rig|order|have|that|those|ones?|characters?|chars?|rigs?|models?|dudes|guys|figures|more)\b|\bhow far\b.*\b(?:pack|credits?|get me|go)\b|\bhow many (?:more )?(?:for|with|from|out of)\b|\bcredits?\b.*\bhow many\b/i;
/** "What do I get for 5 USDC?" */
const getting =
  /\bwhat (?:can|could|do|would|will|does) (?:i|we|u|you|that|it|\d\S*)\b.*\b(?:get|make|buy|afford|do|cover)\b/i;
/** The price of a credit, which the packs tell. */
export const isPerCredit = (line: string): boolean =>
  /\b(?:per|each|one|a single|1|every) credit\b(?!s| pack)/i.test(line) &&
  /\b(?:how much|what|whats|price|cost|costs|worth|value|cheap\w*)\b/i.test(line);
const mine =
  /\bhow many (?:rigs?|characters?|models?)\b.*\b(?:do|did|have) i (?:have|made?|make|own|done)\b|\bso far\b/i;
const leaving =
  /\b(?:left|remain\w*|leftover|over)\b.*(?:\b(?:if|after|then|when|once)\b|\d)|\b(?:if|after|then|when|once)\b.*\b(?:left|remain\w*|leftover)\b|\b(?:what|how (?:much|many))\b.*\b(?:would|will|'d|'ll)\b.*\b(?:left|remain\w*|have after)\b/i;
const comparing =
  /\b(?:cheaper|cheaper per|more expensive|pricier|save|saving|difference)\b.*|\bby how much\b|\bper (?:char(?:acter)?|rig|credit|model|one)\b.*\b(?:with|in|pack|bigger|vs)\b|\bworth it\b.*\bpack\b/i;
const money =
  /\b(?:dollars?|usd|bucks?|euros?|eur|pounds?|gbp|reais|rubles?|yen|won|rupees?|real money|actual money|in money|usdc|cents?)\b|[$€\u00a3]/i;
const inSol = /\b(?:in|how (?:much|many)) sol\b/i;
const costing =
  /\b(?:how much|what)\b.*\b(?:cost|costs|price|pay|charge|run me|be|is|are|total|come to)\b|\bhow much\b|\bhow many (?:credits?|creds)\b|\b(?:total|altogether|in all)\b|\bprice (?:for|of|per)\b|\bcosts?\b/i;
const packing =
  /\b(?:which|what) (?:pack|package|bundle|one)\b.*\b(?:need|buy|get|take|enough|for|should)\b|\b(?:which|what) pack\b|\bpack (?:do i need|for)\b|\benough\b/i;
const cheapest = /\b(?:cheapest|lowest price|least expensive|costs? (?:the )?least)\b/i;
const dearest = /\b(?:priciest|most expensive|dearest|costs? (?:the )?most)\b/i;
const named = /\b(?:pack|packs|package|bundle|starter|maker|studio)\b/i;
const leading = /^(?:and|n|so|but|then|ok(?:ay)?|what about|how about|what if|if)\b/i;

/** The counts of characters in a message: "12", "32 kids, one each", "16 per side". */
export function countSaid(line: string): number | null {
  const product = new RegExp(
    `\\b${number}\\b(?: [\\w-]+){0,4}? (?:for each of|each for|per|times|x)(?: (?:the|my|our|all|of))* ${number}\\b`,
    'i',
  ).exec(line);
  const [first, second] = [product?.[1], product?.[2]].map((one) => (one ? numberSaid(one) : null));
  if (first && second) return first * second;
  const sided = new RegExp(`\\b${number}\\b.*\\b(?:per|each|on (?:each|both)) sides?\\b`, 'i').exec(
    line,
  )?.[1];
  if (sided) return (numberSaid(sided) ?? 0) * 2 || null;
  const plain = new RegExp(`(?<![\\w.,$€£-])${number}(?![\\w.,]*\\d)(?!\\s*${units})(?![\\w-])`, 'gi');
  const all = [...line.matchAll(plain)].map(([, said]) => numberSaid(said!)).filter((one) => one !== null);
  const isOne = (value: number) => value === 1;
  return (
    all.find((value) => !isOne(value)) ??
    (/\b(?:one|1)\b(?! (?:pack|of the))/i.test(line) && all.some(isOne) ? 1 : null)
  );
}

/** So many are credits, not characters. */
export const leastCredits = 20;

/** The credits in a message: "300 credits". */
export const creditsSaid = (line: string): number | null => {
  const said = new RegExp(`${number}\\s+(?:more\\s+)?(?:credits?|creds)\\b`, 'i').exec(line)?.[1];
  return said ? numberSaid(said) : null;
};

const amountPattern = new RegExp(
  `(?:[$]\\s?(\\d+(?:[.,]\\d+)?))|(\\d+(?:[.,]\\d+)?|\\b(?:${words}))\\s*(sol|usdc|usd|dollars?|bucks?|[$])(?![a-z])`,
  'i',
);
/** An amount of money: "5 dollars", "twenty bucks", "0.1 SOL". */
export function amountSaid(line: string): { amount: number; currency: 'SOL' | 'USDC' } | null {
  const [, before, after, unit = ''] = amountPattern.exec(line) ?? [];
  const said = before ?? after;
  if (!said) return null;
  const amount = /^\d/.test(said) ? Number(said.replace(',', '.')) : (numberSaid(said) ?? 0);
  return { amount, currency: /^sol$/i.test(unit) ? 'SOL' : 'USDC' };
}

const hasNumber = (line: string) => countSaid(line) !== null || creditsSaid(line) !== null;
const aboutPrices = new RegExp(
  `\\b(?:credits?|creds|cost|costs|price|pack|packs|pay|cheaper|expensive|characters?|chars?|rigs?|${ways})\\b`,
  'i',
);

/** From what one can be made, in the words of members. */
export const sources = [
  [/\b(?:photo|picture|image|pic|drawing|sketch|scan|selfie)s?\b/i, 'image'],
  [/\b(?:own|my|3d) (?:\w+ )?(?:models?|mesh(?:es)?|sculpts?)\b|\b(?:mesh(?:es)?|glbs?|objs?)\b/i, 'mesh'],
  [/\b(?:texts?|words|descriptions?|sentences?|typed|typing)\b/i, 'text'],
] as const;
const priced =
  /\b(?:costs?|prices?|priced|fees?|expensive|cheaper|dearer|pricier|pay|charged?|credits?|how much)\b/i;
const compared = /\b(?:same|less|more|cheaper|dearer|pricier|than|vs|versus|or|and|difference)\b/i;

/** "Does rigging my own mesh cost the same as from text?" */
export const comparesWays = (line: string): boolean =>
  priced.test(line) &&
  compared.test(line) &&
  sources.filter(([says]) => says.test(line)).length > (beside.test(line) ? 0 : 1);
/** "What does that cost compared to text?": the other one was spoken of before. */
const beside = /\b(?:compared (?:to|with)|vs|versus|more than|less than|(?:cheaper|dearer|pricier) than) /i;

/** @param before the sum under discussion */
export function reckoningIn(said: string, before: Reckoning | null): Reckoning | null {
  const line = said.replace(/\b\d{1,2}:\d\d\b/g, ' '); // times of day
  const asks = asked(line, before);
  if (asks === null) return null;
  return { asks, lines: [line.slice(0, 300), ...(before?.lines ?? [])].slice(0, 4) };
}

/** Words of "and what about three of those with the big one instead?" that say no more than its number and names. */
const filler =
  /\b(?:and|n|so|but|then|ok(?:ay)?|what|whats|how|about|for|if|i|we|do|make|want|get|need|buy|use|take|with|the|of|them|those|these|it|each|all|same|more|instead|only|just|from|an?|in|on|credits?|characters?|rigs?|ones?|pack|would|be|to|my|own)\b/gi;
function isFurther(line: string): boolean {
  const hasName = named.test(line) || new RegExp(`\\b${ways}\\b`, 'i').test(line);
  if (!leading.test(line) || !(hasNumber(line) || hasName)) return false;
  const rest = line
    .replace(new RegExp(`\\b(?:${number}|${ways})\\b`, 'gi'), ' ')
    .replace(
      /\b(?:pack|packs|package|bundle|starter|maker|studio|big|small|middle|biggest|smallest|largest|clay|meshy|tripo)\b/gi,
      ' ',
    )
    .replace(filler, ' ');
  return !/\p{L}/u.test(rest);
}

function asked(line: string, before: Reckoning | null): Reckoning['asks'] | null {
  const isOn = before !== null;
  if (mine.test(line) || isPerCredit(line)) return null;
  const isPriced = aboutPrices.test(line) || hasNumber(line) || isOn;
  if (/\benough\b/i.test(line) && creditsSaid(line) !== null) return 'left';
  if (
    leaving.test(line) &&
    (countSaid(line) !== null || (isOn && /\b(?:if|after|then|would|will)\b/i.test(line)))
  )
    return 'left';
  if (
    comparing.test(line) &&
    (named.test(line) || /\bper\b/i.test(line) || isOn) &&
    !/\bhow much is\b/i.test(line)
  )
    return 'compare';
  if (
    (money.test(line) || inSol.test(line)) &&
    isPriced &&
    /\b(?:how|what|whats|convert|thats|in)\b|\?/i.test(line)
  )
    return /\bhow many\b|\b(?:get|make)\b.*\b(?:for|with)\b/i.test(line) && amountSaid(line)
      ? 'reach'
      : 'money';
  if (cheapest.test(line) && !/\bpack\b/i.test(line)) return 'cheapest';
  if (dearest.test(line) && !/\bpack\b/i.test(line))
    return isOn || /\b(?:you|u|way|pipeline|one)\b/i.test(line) ? 'dearest' : null;
  if (
    packing.test(line) &&
    (named.test(line) || isOn) &&
    (countSaid(line) !== null || (isOn && named.test(line) && /\benough\b/i.test(line)))
  )
    return 'pack';
  if (getting.test(line) && (amountSaid(line) || creditsSaid(line) !== null)) return 'reach';
  if (/\bpacks?\b/i.test(line) && (countSaid(line) ?? 1) > 1) return 'pack';
  if (
    reaching.test(line) &&
    (named.test(line) || new RegExp(ways, 'i').test(line) || hasNumber(line) || isOn || amountSaid(line))
  )
    return 'reach';
  const isFrom =
    /\b(?:from|with|by|using|for|per|each) (?:an? |my |the |own )*(?:photo|picture|image|pic|drawing)s?\b/i.test(
      line,
    );
  if (costing.test(line) && ((countSaid(line) ?? 1) > 1 || isFrom) && isPriced) return 'cost';
  if (isOn && isFurther(line) && countSaid(line) !== null && before.asks === 'reach') return 'cost';
  if (isOn && isFurther(line))
    return before.asks === 'cheapest' || before.asks === 'dearest' ? 'cost' : before.asks;
  return null;
}
