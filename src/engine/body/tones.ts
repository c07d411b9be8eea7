/** The colours of a body: those that were asked for, and those of the species. */
import { darker, hex, lighter } from '../colour.js';
import type { Vec3 } from '../geometry/vec.js';
import type { Description } from '../input/text/description.js';
import type { Species } from '../input/text/vocabulary/shapes.js';
import type { Variation } from './variation.js';

export type BodyColours = {
  coat: Vec3;
  belly: Vec3;
  nose: Vec3;
  eyes: Vec3;
  hair: Vec3;
  ears: Vec3 | null;
  tail: Vec3 | null;
  feet: Vec3 | null;
  pattern: Vec3;
  clothes: Vec3 | null;
};

type Tones = {
  coat: Vec3;
  hair: Vec3;
  iris: Vec3;
  /** Whether the coat takes the colour word of the prompt; otherwise the clothes do. */
  takes: boolean;
  /** A shade of a colour that was not asked for. */
  dye: Variation['tint'];
};

export function coloursOf(
  { species, look, parts, pattern }: Description,
  { coat, hair, iris, takes, dye }: Tones,
): BodyColours {
  const colourOf = (part: string) => parts.get(part)?.colour ?? null;
  const recoloured = takes && look.colour !== undefined;
  return {
    coat,
    belly:
      colourOf('belly') ??
      (species.belly && !(recoloured && species.face === 'robot')
        ? bellyFor(hex(species.belly), coat, recoloured)
        : lighter(coat, 0.3)),
    nose:
      colourOf('nose') ??
      (species.face === 'human' || species.face === 'frog'
        ? darker(coat, 0.12)
        : species.face === 'beak'
          ? (colourOf('snout') ?? hex(species.nose))
          : hex(species.nose)),
    eyes: colourOf('eyes') ?? iris,
    hair,
    ears: colourOf('ears') ?? (species.furry ? hair : markOf(species, 'ears')),
    tail: colourOf('tail'),
    feet: colourOf('feet'),
    pattern:
      colourOf('stripes') ??
      colourOf('spots') ??
      colourOf('patches') ??
      colourOf('socks') ??
      look.second ??
      (species.patternColour && pattern === species.pattern ? hex(species.patternColour) : darker(coat, 0.6)),
    clothes: takes || !look.colour ? null : look.usual ? dye(look.colour) : look.colour,
  };
}

export function partColoursOf({ species, parts }: Description, hair: Vec3): ReadonlyMap<string, Vec3> {
  return new Map(
    [
      ...Object.entries({ ...species.marks, ...(species.furry && { tail: hair }) }).map(
        ([part, tone]) => [part, typeof tone === 'string' ? hex(tone) : tone] as const,
      ),
      ...[...parts].flatMap(([part, { colour }]) => (colour ? [[part, colour] as const] : [])),
    ].filter(([part]) => part !== 'ears'),
  );
}

/** A light belly stays light under any coat; a requested coat colour tints it slightly. */
const bellyFor = (belly: Vec3, coat: Vec3, recoloured: boolean): Vec3 =>
  recoloured ? (belly.map((x, i) => Math.min(1, x * 0.72 + coat[i]! * 0.28)) as unknown as Vec3) : belly;

const markOf = (species: Species, part: string): Vec3 | null => {
  const tone = species.marks?.[part];
  return tone ? hex(tone) : null;
};
