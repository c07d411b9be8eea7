/** Words that hold a sentence together. */

/** Words that shape nothing and mean nothing missing. */
export const fillers: ReadonlySet<string> = new Set(
  `a an the with and in on of his her its their who that which wearing wears wear carrying carries holding holds hold has have having is are dressed as plus also very really quite
  some my our me please make create generate model 3d rigged character creature animal monster fantasy cartoon cartoony made whose coloured colored colour color full into over under around style wielding style stylized stylised low poly lowpoly game ready for to at from by out
  it he she they one two three pair i want would like draw design render looking look`.split(/\s+/),
);
/** Things of two words, written apart, with a hyphen or as one. */
export const pairs: readonly string[] = [
  ...[
    'top',
    'straw',
    'cowboy',
    'pirate',
    'santa',
    'party',
    'wizard',
    'witch',
    'pointy',
    'pointed',
    'magic',
    'chef',
  ].map((kind) => `${kind} hat`),
  'flower crown',
  'eye patch',
  'bow tie',
  't rex',
  'eastern dragon',
  'chinese dragon',
  'japanese dragon',
  'asian dragon',
  't shirt',
  'four legged',
  'polka dot',
  'polka dotted',
];

export const negations: ReadonlySet<string> = new Set(['no', 'without', 'not', 'minus', 'lacking']);
