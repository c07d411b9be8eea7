/** A spec with its words looked up; `describeSpec` adds what species and role bring. */
import { hex } from '../../colour.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { SkeletonKind } from '../../types.js';
import type { DescribedLook, SideLook } from './description.js';
import { type CharacterSpec, itemOf, type SpecSide, type SpecThing } from './spec.js';
import type { Pattern, RoleWord, Species } from './vocabulary/shapes.js';
import { coverings, finishes, nonMetallic, partNames, roles, species } from './vocabulary.js';

export type Asked = {
  creature: string | null;
  /** Creatures blended into the first. */
  blended: readonly string[];
  blend: CharacterSpec['blend'];
  /** What the body is derived from. */
  first: Species;
  role: RoleWord | null;
  roleName: string | null;
  body: SkeletonKind | null;
  womanly: boolean;
  /** Whether it is a baby, child or teenager. */
  young: boolean;
  look: DescribedLook;
  /** Colours that it must not have. */
  avoid: readonly Vec3[];
  seed: number;
  pattern: Pattern | null;
  parts: Map<string, DescribedLook>;
  items: Map<string, DescribedLook>;
  /** How many of a part or item, and the word for it. */
  counts: Map<string, { many: number; of: string }>;
  refused: Set<string>;
};

/** A request that this body cannot show: what it is about, and a sentence for the member. */
export type Unshown = { about: string; note: string };

export function askedOf(spec: CharacterSpec): Asked {
  const role = spec.role ? roles[spec.role]! : null;
  const [creature = null, ...blended] = spec.species ?? [];
  const { covering, avoid = [], ...look }: NonNullable<CharacterSpec['look']> = spec.look ?? {};
  const parts: [string, SpecThing][] = [];
  const items: [string, SpecThing][] = [];
  for (const thing of [...(spec.parts ?? []), ...(spec.garments ?? []), ...(spec.props ?? [])]) {
    const item = itemOf(thing.name);
    if (item === undefined) parts.push([partNames[thing.name]!, thing]);
    else items.push([item, thing]);
  }
  return {
    creature,
    blended,
    blend: spec.blend,
    first: species[creature ?? role?.body ?? 'human']!,
    role,
    roleName: spec.role ?? null,
    body: spec.body ?? null,
    womanly: spec.presentation === 'feminine',
    young: /^(baby|child|teen)$/.test(spec.age ?? ''),
    look: { ...lookOf('', look), ...(covering && { layer: coverings[covering]! }) },
    avoid: avoid.map((colour) => hex(colour.slice(1))),
    seed: spec.seed ?? 0,
    pattern: look.pattern ?? null,
    parts: new Map(parts.map(([name, thing]) => [name, wornOf(name, thing)])),
    items: new Map(items.map(([name, thing]) => [name, wornOf(name, thing)])),
    counts: new Map(
      [...parts, ...items].flatMap(([name, { count, name: of }]) =>
        count === undefined
          ? []
          : [[name, { many: count === 'many' ? Number.POSITIVE_INFINITY : count, of }]],
      ),
    ),
    refused: new Set(spec.without),
  };
}

type Look = Pick<SpecThing, 'colour' | 'second' | 'material' | 'size'>;

/** Golden hair is not made of metal. */
function lookOf(name: string, { colour, second, material, size = 1 }: Look): DescribedLook {
  const finish = material === undefined ? undefined : finishes[material]!;
  const isDull = finish?.metalness === 1 && nonMetallic.has(name);
  return {
    size,
    ...(colour && { colour: hex(colour.slice(1)) }),
    ...(second && { second: hex(second.slice(1)) }),
    ...(finish && !isDull && { finish: surfaceOf(finish) }),
  };
}

function surfaceOf({
  roughness,
  metalness,
  glow,
}: DescribedLook['finish'] & object): DescribedLook['finish'] {
  return { roughness, metalness, ...(glow !== undefined && { glow }) };
}

function wornOf(name: string, thing: SpecThing): DescribedLook {
  const { name: word, pattern, style, text, place, torn, print, side, left, right } = thing;
  return {
    ...lookOf(name, thing),
    word,
    ...(pattern && { pattern }),
    ...(style && { manner: style }),
    ...(text && { text }),
    ...(place && { place }),
    ...(torn && { torn }),
    ...(print && {
      print: print.picture,
      ...(print.colour && { printColour: hex(print.colour.slice(1)) }),
      ...(print.many && { printMany: true }),
    }),
    ...(side && { side }),
    ...(left && { left: sidedOf(name, left) }),
    ...(right && { right: sidedOf(name, right) }),
  };
}

/** Of a pair, one that is made of metal is metal, whatever the others are. */
function sidedOf(name: string, { pattern, state, row, ...look }: SpecSide): SideLook {
  const { size, ...own } = lookOf(look.material === undefined ? name : '', look);
  return {
    ...own,
    ...(size !== 1 && { size }),
    ...(pattern && { pattern }),
    ...(state && { state }),
    ...(row && { row }),
  };
}
