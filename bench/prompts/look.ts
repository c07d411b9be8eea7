/**
 * Whether a character matches its sentence, judged by its visible pixels: the joint that moves them, their color and
 * their shine. Names of parts and materials are not read. A thing's contribution is the difference from the same
 * sentence without it.
 */
import type { SkeletonKind } from '../../src/engine/index.js';
import { families, hslOf } from './colour.js';
import { limbs, nouns, parts, placeOf } from './places.js';
import { added, frontOf, type Model, type Pixel, piecesOf, readModel, type Seen, see } from './view.js';

/** @param skeleton the class of body, if not chosen by the sentence */
type Make = (prompt: string, skeleton?: SkeletonKind) => Promise<Uint8Array>;
export type Looker = { holds(asked: string): Promise<boolean> };

/** Everything except head, hands and feet. */
const trunks = /^(hips|spine\d*|chest|body|thorax|abdomen\d*|mantle\w*|tail\w*|\w+UpperLeg|\w+Wing\w*)$/;

/** The minimum size of a thing, as a fraction of all pixels of the figure. */
const leastShare = 0.0012;

const pixelsOf = (seen: Seen): Pixel[] => seen.filter((pixel): pixel is Pixel => pixel !== null);
const shareOf = (pixels: readonly Pixel[], is: (pixel: Pixel) => boolean): number =>
  pixels.length === 0 ? 0 : pixels.filter(is).length / pixels.length;
/** Pixels above a fraction of the height they span. */
function upper(pixels: readonly Pixel[], part = 0): Pixel[] {
  const heights = pixels.map(({ p }) => p[1]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  return pixels.filter(({ p }) => p[1] >= low + (high - low) * part);
}

const isColour =
  (names: string) =>
  ({ material }: Pixel): boolean =>
    names.split('|').some((name) => families[name]!(hslOf(material.colour)));
const shines = ({ material }: Pixel): boolean => material.metal > 0.5;

function classOf({ joints }: Model): SkeletonKind {
  const count = (name: RegExp) => joints.filter((joint) => name.test(joint)).length;
  const feet = count(/Foot$/) + count(/Arm4$/);
  if (feet === 2) return count(/Hand$/) > 0 ? 'biped' : 'avian';
  const legged = ({ 4: 'quadruped', 6: 'hexapod', 8: 'octopod' } as Record<number, SkeletonKind>)[feet];
  return legged ?? (count(/Fin/) > 0 ? 'aquatic' : 'serpentine');
}

/** Width and depth of the belly, as fractions of the height. */
function girthOf({ triangles, height }: Model): number {
  let [wide, deep] = [0, 0];
  for (const [x, y, z] of triangles.flatMap(({ corners }) => corners)) {
    if (y < height * 0.47 || y > height * 0.52 || Math.abs(x) > height * 0.13) continue;
    [wide, deep] = [Math.max(wide, Math.abs(x)), Math.max(deep, Math.abs(z))];
  }
  return (wide + deep) / height;
}

/** @param make makes the file of a sentence; called again for the sentence without a thing */
export async function lookAt(prompt: string, make: Make): Promise<Looker> {
  const model = await readModel(await make(prompt));
  const seen = see(model);
  const all = pixelsOf(seen);
  const trunk = seen.map((pixel) => (pixel && trunks.test(pixel.joint) ? pixel : null));
  const kind = classOf(model);
  const at = (joints: RegExp, of: Seen = seen) => pixelsOf(of).filter(({ joint }) => joints.test(joint));
  const without = async (thing: string): Promise<Seen> => {
    const other = await readModel(await make(`${prompt} without a ${nouns[thing] ?? thing}`, kind));
    return added(seen, see(other, model), model.height);
  };

  /** A thing's contribution has a minimum size, the right place, and the named color. */
  async function isThing(thing: string, is: (pixel: Pixel) => boolean): Promise<boolean> {
    const limb = limbs[thing];
    const own = limb ? at(limb.joints) : [];
    if (limb && own.length > limb.share * all.length && shareOf(own, is) > 0.3) return true;
    const part = parts[thing];
    if (part)
      return shareOf(upper(at(part.joints, part.front ? frontOf(seen) : seen), part.above), is) > part.share;
    const made = pixelsOf(await without(thing));
    const placed = made.filter(({ joint }) => placeOf(thing).test(joint));
    const share = placed.length / all.length;
    return share > leastShare && placed.length > 0.5 * made.length && shareOf(placed, is) > 0.35;
  }

  /** Stripes, spots or checks: several pieces of a second color. */
  async function hasPattern(value: string | undefined): Promise<boolean> {
    const colour = value !== undefined && value in families ? value : undefined;
    const of = value === undefined || colour ? trunk : await without(value);
    const kinds = new Set(pixelsOf(of).map(({ material }) => material));
    return [...kinds].some(
      (kind) =>
        (!colour || families[colour]!(hslOf(kind.colour))) &&
        shareOf(pixelsOf(of), ({ material }) => material === kind) > 0.06 &&
        piecesOf(of, ({ material }) => material === kind) >= 3,
    );
  }

  async function lacks(thing: string): Promise<boolean> {
    const other = see(
      await readModel(await make(`${prompt} and with a ${nouns[thing] ?? thing}`, kind)),
      model,
    );
    return pixelsOf(added(other, seen, model.height)).length > leastShare * all.length;
  }

  const girthIs = async (test: (ratio: number) => boolean): Promise<boolean> => {
    const plain = prompt.replace(/\b(very|fat|fatter|chubby|thin|skinny)\b,? ?/g, '');
    return test(girthOf(model) / girthOf(await readModel(await make(plain))));
  };

  return {
    /** @param asked one item of the hand-made lists */
    async holds(asked) {
      const [word, value] = asked.split(':') as [string, string | undefined];
      if (/^(biped|quadruped|avian|aquatic|serpentine|hexapod|octopod)/.test(asked))
        return asked.split('|').includes(kind);
      if (word.startsWith('height<')) return model.height < Number(word.slice(7));
      if (word.startsWith('height>')) return model.height > Number(word.slice(7));
      if (word === 'stout') return girthIs((ratio) => ratio > 1.12);
      if (word === 'slim') return girthIs((ratio) => ratio < 0.92);
      if (word === 'joint') {
        const { joints, share } = limbs[value!]!;
        return at(joints).length > share * all.length;
      }
      if (word === 'no metal') return shareOf(all, shines) < 0.05;
      if (word === 'metal') return value === 'coat' ? shareOf(all, shines) > 0.3 : isThing(value!, shines);
      if (word.startsWith('no ')) return lacks(word.slice(3));
      if (word === 'pattern') return hasPattern(value);
      const is = value === undefined ? () => true : isColour(value);
      if (word === 'coat')
        return shareOf(all, is) > 0.25 || shareOf(at(/^(head|jaw|neck|\w+Hand)$/, frontOf(seen)), is) > 0.1;
      return isThing(word, is);
    },
  };
}
