/** Where named things must be visible: the joints that move them. */

const head = /^(head|jaw|neck|upperNeck|(left|right)(Ear|Antenna\w*|Mandible|Fang)|mantle\w*|thorax)$/;
const neck = /^(neck|upperNeck|head|jaw|chest|spine\d*|tail\d|(left|right)(Shoulder|FrontUpperLeg)|thorax)$/;
const torso =
  /^(hips|spine\d*|chest|neck|(left|right)(Shoulder|UpperArm|LowerArm|FrontUpperLeg|BackUpperLeg|UpperLeg))$/;
const gown =
  /^(hips|spine|chest|neck|(left|right)(Shoulder|UpperArm|LowerArm|\w*UpperLeg|\w*LowerLeg|Foot|Toes))$/;
const legs = /^(hips|(left|right)\w*(UpperLeg|LowerLeg|Foot|Toes))$/;
const feet = /^(left|right)\w*(LowerLeg|Foot|Toes)$/;
const waist = /^(hips|spine|chest|(left|right)UpperLeg)$/;
const hands = /^(left|right)(LowerArm|Hand|\w*Foot|\w*Toes)$/;
const anywhere = /./;

const things: readonly (readonly [RegExp, RegExp])[] = [
  [/^(scarf|collar|necklace|bow|tie|hair|beard|mane)$/, neck],
  [/^halo$/, anywhere],
  [
    /^(.*hat|cap|crown|helmet|hood|moustache|glasses|mask|horn|antler|tusk|trunk|comb|antenna|monocle|eyepatch)$/,
    head,
  ],
  [/^(boots|shoes|sneakers)$/, feet],
  [/^(jeans|shorts)$/, legs],
  [/^belt$/, waist],
  [/^gloves$/, hands],
  [/^(robe|dress|gown|skirt|tutu|suit|overalls|apron|raincoat|long coat|uniform|armour)$/, gown],
  [/^(shirt|t shirt|blouse|hoodie|jacket|jumper|sweater|cardigan|vest)$/, torso],
];

export const placeOf = (thing: string): RegExp =>
  things.find(([names]) => names.test(thing))?.[1] ?? anywhere;

/**
 * Parts that every figure has: the joints they move with, and the share of those joints' pixels that must have the
 * named color; for some from the front only and above a fraction of their height.
 */
export const parts: Record<string, { joints: RegExp; share: number; front?: boolean; above?: number }> = {
  eyes: { joints: /^(head|thorax|body|mantle)$/, share: 0.004, front: true, above: 0.35 },
  face: { joints: head, share: 0.12, front: true },
  beak: { joints: head, share: 0.015 },
  head: { joints: head, share: 0.15 },
  claw: { joints: /(Claw|Pincer|Front\w*)$/, share: 0.2 },
  tail: { joints: legs, share: 0.4 },
  wool: { joints: torso, share: 0.3 },
};

/** The words to leave out of a sentence, if they differ from the thing's own name. */
export const nouns: Record<string, string> = {
  blade: 'sword',
  katana: 'sword',
  'long coat': 'coat',
  horn: 'horns',
  antler: 'antlers',
  tusk: 'tusks',
  spike: 'spikes',
  quill: 'quills',
  wing: 'wings',
  bow: 'bow tie',
  antenna: 'antennae',
};

/** Limbs by their joints: the share of all pixels nearest to them. */
export const limbs: Record<string, { joints: RegExp; share: number }> = {
  tail: { joints: /^tail\d/, share: 0.012 },
  ear: { joints: /Ear$/, share: 0.012 },
  wing: { joints: /Wing/, share: 0.03 },
};
