/** Function words. */

/** Words without effect that are not reported as unknown. */
export const fillers: ReadonlySet<string> = new Set(
  `a an the with and in on of his her its their who that which wearing wears wear carrying carries holding holds hold has have having is are dressed as plus also
  some my our me please make create generate model 3d rigged fantasy cartoon cartoony made whose coloured colored colour color full into over under around style wielding style stylized stylised low poly lowpoly game ready for to at from by out
  it he she they i want would like draw design render looking look
  or nor riding rides beside against versus vs half hybrid there this these them be so just but who whom give me can you with figure be like kind type version ready outfit costume clothes clothing scene background pose posing  detailed quality hd high cool nice good business graduation headed hugging fancy posh rich poor wild crazy scaly furry fuzzy hairy feathery baggy tight beautiful pretty handsome awesome lovely`.split(
    /\s+/,
  ),
);
/** Words that introduce another figure or an item of the one already named. */
export const links: ReadonlySet<string> = new Set(
  'with and or on riding rides holding holds hold carrying carries has have having beside against versus vs fighting attacking hugging chasing eating feeding walking leading'.split(
    ' ',
  ),
);

/** Two-word names, written apart, with a hyphen or as one word. */
const beastPairs =
  'polar bear,red panda,snow leopard,golden retriever,german shepherd,shiba inu,border collie,guinea pig,mountain lion,sea lion,arctic fox,teddy bear,sausage dog,highland cow,honey badger,wild boar,stag beetle,rhino beetle,dire wolf,black widow,vampire bat,fruit bat';
const thingPairs =
  'tank top,bowler hat,sun hat,flat cap,baseball cap,bucket hat,top knot,space suit,space helmet,trench coat,lab coat,fur coat,high heels,twin tails,beak mask,gas mask,peg leg,cat ears,fox ears,wolf ears,bunny ears,rabbit ears,bear ears,bat wings,dragon wings,demon wings,angel wings,fairy wings,butterfly wings,laser gun,ray gun,cannon arm,arm cannon,hook hand,boxing gloves,grim reaper,plague doctor,santa claus,father christmas,witch hat,captain hat,sailor hat,police hat,nurse hat,detective hat,graduation cap,elf hat,jester hat,viking helmet,knight helmet,firefighter helmet,construction helmet,astronaut helmet,bike helmet,football helmet,fishing rod,magic wand,gold chain,face mask,jack o lantern';
/** Single words often written as two. */
export const oneWords: readonly string[] =
  'rain coat,sun glasses,eye glasses,pony tail,pig tail,ginger bread,space ship,pine apple,sweat shirt,turtle neck'.split(
    ',',
  );
export const pairs: readonly string[] = [
  ...beastPairs.split(','),
  ...thingPairs.split(','),
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
  'mail carrier',
  'martial artist',
  ...['tennis', 'basketball', 'football', 'soccer', 'baseball', 'hockey', 'volleyball'].map(
    (sport) => `${sport} player`,
  ),
  ...[
    'magnifying glass',
    'ice cream',
    'baseball bat',
    'tennis racket',
    'hockey stick',
    'golf club',
    'rolling pin',
    'frying pan',
    'peg leg',
    'prairie dog',
    'manta ray',
    'praying mantis',
    'hermit crab',
    'sea turtle',
    'tasmanian devil',
    'mail bag',
  ],
  'polka dot',
  'leopard print',
  'zebra print',
  'zebra striped',
  'tiger striped',
  'tie dye',
  'snow covered',
  'polka dotted',
];

export const negations: ReadonlySet<string> = new Set(['no', 'without', 'not', 'minus', 'lacking']);

/** Adverbs of degree, and the power to which they raise the next size word. */
export const degrees: Record<string, number> = {
  very: 1.6,
  really: 1.6,
  extremely: 2,
  super: 1.6,
  ultra: 2,
  incredibly: 2,
  too: 1.4,
  slightly: 0.4,
  somewhat: 0.5,
  bit: 0.4,
  quite: 1.1,
  rather: 1,
};
