/** Phrases for a place on the body that something is drawn on: "across the left cheek", "on his back". */
import type { MarkPlace, MarkSide } from '../../kinds.js';

const wordsOfPlace: Readonly<Record<MarkPlace, string>> = {
  face: 'faces?|half (?:of )?(?:the |his |her |its )?face',
  forehead: 'foreheads?|brows?',
  eye: 'eyes?|eyebrows?',
  cheek: 'cheeks?|cheekbones?',
  nose: 'nose|snout|muzzle|bridge of (?:the |his |her |its )?nose',
  mouth: 'mouth|lips?|lower lip|upper lip',
  chin: 'chin|jaw|jawline',
  neck: 'neck|throat|nape',
  badge: 'breast pocket|chest pocket|pocket|lapels?|heart',
  chest: 'chest|breast|breastplate|torso|front|chestplate|chest plate|pecs?',
  belly: 'belly|tummy|stomach|abdomen|hull',
  back: 'back|cape|cloak|shell|spine',
  side: 'sides?|flanks?|ribs',
  shoulder: 'shoulders?|shoulder blade|pauldrons?',
  elbow: 'elbows?',
  forearm: 'forearms?|wrists?|lower arms?',
  arm: 'arms?|upper arms?|biceps?|sleeves?',
  hand: 'hands?|paws?|knuckles|fingers?|palms?|fists?',
  knee: 'knees?',
  shin: 'shins?|calf|calves|ankles?|lower legs?',
  leg: 'legs?|thighs?|trousers|pants|trouser legs?|shorts|jeans|tights|leggings',
  foot: 'foot|feet|shoes?|boots?|sneakers|trainers',
  hat: 'hat|cap|helmet|beanie|headband|visor|hood',
  held: 'mugs?|cups?|(?:card|protest|wooden )?signs?|placards?|flags?|banners?|shields?|books?|bottles?|box|balloons?|boards?',
};

/** Garments that cover a chest; a word for one says where, too. */
const tops =
  't[- ]?shirts?|shirt|tee|hoodie|jumper|sweater|sweatshirt|jersey|jacket|vest|coat|apron|uniform|dress|robe|tunic|top|overalls|dungarees|blouse|cardigan|armou?r|suit|tabard|smock|gown|kimono|waistcoat|it';

export const placeSource = [...Object.values(wordsOfPlace), tops].join('|');
const owner = '(?:his|her|its|their|the|my|your|a|an)';
const sideSource = `(?:(?:the |his |her |its |their )?(left|right|both|each|one|either)(?: of (?:his|her|its|their|the))?(?:[- ]hand)? )?`;
const prepositions =
  '(?:all )?(?:on|over|across|under|around|along|near|through|above|below|beneath|at|down|onto|in|covering|beside) ';

/** A preposition and the place: groups are the side and the place. */
export const onPlace = `(?:${prepositions}(?:all )?(?:${owner} )?${sideSource}(?:${owner} )?(${placeSource})(?: side)?)`;

const patterns = Object.entries(wordsOfPlace).map(
  ([place, source]) => [place as MarkPlace, new RegExp(`^(?:${source})$`)] as const,
);
/** Places that there are two of. */
const paired = /^(eye|cheek|shoulder|elbow|forearm|arm|hand|knee|shin|leg|foot)$/;

export function placeOfWords(noun: string, said = ''): { place?: MarkPlace; side?: MarkSide } {
  if (noun === 'it') return {};
  const place = patterns.find(([, pattern]) => pattern.test(noun))?.[0] ?? 'chest';
  if (place === 'chest' && /left|right/.test(said)) return { place: 'badge', side: said as MarkSide };
  const isMany =
    /^(both|each|either)$/.test(said) ||
    (paired.test(place) && /s$|feet|calves/.test(noun) && noun !== 'biceps');
  const side = said === 'left' || said === 'right' ? said : isMany ? 'both' : undefined;
  return { place, ...(side && { side }) };
}
