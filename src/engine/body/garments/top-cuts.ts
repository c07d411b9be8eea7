/** The cuts of shirts, jackets and similar, by their word. */
import type { CutCloth } from './cloth.js';

/** `sleeve`: 0 at the shoulder, 1 at the elbow, 2 at the wrist. `hem`: torso lengths above the hip. */
export type Cut = {
  sleeve: number;
  hem: number;
  thick: number;
  front: 'closed' | 'buttons' | 'lapels' | 'zip';
  /** `band` and `crew` are the low ones of shirts and of sweaters. */
  collar: 'none' | 'folded' | 'band' | 'rolled' | 'crew' | 'hood';
  bands?: boolean;
  pocket?: boolean;
};

export const plain: Cut = { sleeve: 1.84, hem: 0.02, thick: 0.015, front: 'buttons', collar: 'folded' };
const cuts: Record<string, Cut> = {
  shirt: plain,
  blouse: plain,
  uniform: { ...plain, thick: 0.017 },
  bodysuit: { ...plain, front: 'closed', collar: 'none' },
  tunic: { ...plain, front: 'closed', collar: 'none', hem: -0.1, thick: 0.018 },
  't shirt': { ...plain, sleeve: 0.72, front: 'closed', collar: 'none' },
  tee: { ...plain, sleeve: 0.72, front: 'closed', collar: 'none' },
  jersey: { ...plain, sleeve: 0.8, front: 'closed', collar: 'none', bands: true },
  top: { ...plain, sleeve: 0.3, front: 'closed', collar: 'none' },
  'tank top': { ...plain, sleeve: 0.14, front: 'closed', collar: 'none' },
  bikini: { ...plain, sleeve: 0.1, front: 'closed', collar: 'none', hem: 0.62 },
  rags: { ...plain, sleeve: 1.3, front: 'closed', collar: 'none', hem: -0.02 },
  cardigan: { ...plain, front: 'lapels', collar: 'none', thick: 0.02, bands: true },
  raincoat: { ...plain, front: 'zip', collar: 'hood', hem: -0.3, thick: 0.023 },
  'rain coat': { ...plain, front: 'zip', collar: 'hood', hem: -0.3, thick: 0.023 },
  'lab coat': { ...plain, front: 'lapels', hem: -0.3, thick: 0.022 },
  'trench coat': { ...plain, front: 'lapels', hem: -0.3, thick: 0.023 },
  'fur coat': { ...plain, front: 'lapels', hem: -0.3, thick: 0.03 },
  blazer: { ...plain, front: 'lapels', hem: -0.06, thick: 0.018 },
  parka: { ...plain, front: 'zip', collar: 'hood', thick: 0.024 },
  sweatshirt: { ...plain, front: 'closed', collar: 'rolled', thick: 0.019, bands: true },
  turtleneck: { ...plain, front: 'closed', collar: 'rolled', thick: 0.017, bands: true },
  poncho: { ...plain, sleeve: 1, front: 'closed', collar: 'rolled', thick: 0.03, hem: -0.05 },
  swimsuit: { ...plain, sleeve: 0.1, front: 'closed', collar: 'none' },
  corset: { ...plain, sleeve: 0.08, front: 'closed', collar: 'none' },
  vest: { ...plain, sleeve: 0.14, front: 'lapels', collar: 'none', thick: 0.019 },
  waistcoat: { ...plain, sleeve: 0.14, front: 'lapels', collar: 'none', thick: 0.019 },
  jacket: { ...plain, front: 'zip', collar: 'rolled', thick: 0.02, bands: true },
  coat: { ...plain, front: 'lapels', hem: -0.3, thick: 0.022 },
  suit: { ...plain, front: 'lapels', hem: -0.06, thick: 0.018 },
  tuxedo: { ...plain, front: 'lapels', hem: -0.06, thick: 0.018 },
  sweater: { ...plain, front: 'closed', collar: 'rolled', thick: 0.019, bands: true },
  jumper: { ...plain, front: 'closed', collar: 'rolled', thick: 0.019, bands: true },
  pullover: { ...plain, front: 'closed', collar: 'rolled', thick: 0.019, bands: true },
  hoodie: { ...plain, front: 'closed', collar: 'hood', thick: 0.02, bands: true, pocket: true },
};
/** Words for the same cut. */
const likewise: readonly (readonly [words: RegExp, cut: string])[] = [
  [/^(crop|tube|halter|bralette|sports bra)/, 'bikini'],
  [/(wet|cat|morph|bathing|body) ?suit|onesie|unitard|rash ?guard|long johns|leotard/, 'bodysuit'],
  [/wife beater|singlet|undershirt|muscle shirt|camisole|^cami$|basketball jersey/, 'tank top'],
  [
    /(hi|high) vis|(life|safety|bulletproof|fishing|cargo|fur|sweater) ?(vest|jacket)|flak|waist coat|tabard/,
    'vest',
  ],
  [/jersey|football shirt|rugby shirt/, 'jersey'],
  [/polo|band (tee|shirt)|^tees$|t shirts|tshirt/, 't shirt'],
  [/scrubs|kurta|dashiki|gi top|chef whites/, 'tunic'],
  [/hood(y|ies)|sweat ?suit/, 'hoodie'],
  [/(christmas|xmas|ugly|wool) (sweater|jumper)|crew ?neck|sweaters/, 'sweater'],
  [/turtle ?neck/, 'turtleneck'],
  [/(boiler|flight|hazmat|track) ?suit|coveralls?|jump ?suit|puff|anorak|bomber|letterman|jacket/, 'jacket'],
  [
    /trench|duster|great ?coat|frock|oilskin|mackintosh|(over|long|winter|duffel|pea|puffer|chef) ?coats?|^coats$/,
    'trench coat',
  ],
  [/suit|tuxedo|blazer|sport coat|tail ?coat/, 'suit'],
  [/haori|smoking jacket/, 'cardigan'],
];
const cutNamed = (word: string): Cut | undefined => {
  const same = likewise.find(([words]) => words.test(word))?.[1];
  return cuts[word] ?? (same ? cuts[same] : undefined);
};
const rollable: ReadonlySet<string> = new Set(['shirt', 'blouse', 'sweater', 'hoodie', 'tunic', 'jumper']);
const rolled = -0.2;
/** Collars that a seed can choose, by the usual one; some words name theirs. */
const collars: Partial<Record<Cut['collar'], readonly Cut['collar'][]>> = {
  folded: ['folded', 'folded', 'band', 'none'],
  rolled: ['rolled', 'crew'],
};
const ownCollars: ReadonlySet<string> = new Set(['turtleneck', 'poncho', 'uniform', 'suit', 'tuxedo']);

/** Long sleeves may be rolled up, hems sit a little higher or lower, and collars differ. */
export function cutOf({ marks, look }: CutCloth): Cut {
  const word = look?.word ?? 'shirt';
  const cut = cutNamed(word) ?? plain;
  const choices = ownCollars.has(word) ? undefined : collars[cut.collar];
  return {
    ...cut,
    collar: choices?.[Math.floor(marks.collar * choices.length)] ?? cut.collar,
    sleeve: rollable.has(word) && marks.sleeve < rolled ? 1.34 : cut.sleeve,
    hem: cut.hem === plain.hem ? cut.hem + marks.hem * 0.06 : cut.hem,
  };
}
