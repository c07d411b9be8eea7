/** Everything that is drawn on a character: words, pictures, scars, stains, buttons. */
import type { Solid } from '../../character.js';
import { hex } from '../../colour.js';
import { lerp, type Vec3 } from '../../geometry/vec.js';
import type { DescribedMark, Description } from '../../input/text/description.js';
import { marks as kinds, prints } from '../../input/text/vocabulary.js';
import type { MarkPlace } from '../../kinds.js';
import type { Side } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { drawOn, type Ground, groundOf } from './decal.js';
import { type Drawing, outlined } from './drawing.js';
import { lettering } from './lettering.js';
import { heldSpot, type Spot, sidesOf, spotOf } from './spots.js';

/** How far a mark stands out, as a part of the body's height: surfaces are simplified by less. */
const [onCloth, onSkin] = [0.0045, 0.0036];

type Canvas = { sculpture: Sculpture; solids: readonly Solid[]; body: Body; traits: Traits };

export function sculptMarks(
  sculpture: Sculpture,
  skin: Solid,
  body: Body,
  traits: Traits,
  { marks }: Description,
): void {
  const canvas = { sculpture, solids: [skin, ...sculpture.solids], body, traits };
  for (const mark of marks)
    for (const { place, side } of placesOf(mark))
      for (const one of sidesOf(side)) draw(canvas, mark, place, one);
}

export function placesOf({
  mark,
  place,
  side,
}: DescribedMark): readonly { place: MarkPlace; side?: DescribedMark['side'] }[] {
  if (place) return [{ place, ...(side && { side }) }];
  return kinds[mark]?.places ?? [{ place: 'chest' }];
}

function draw(canvas: Canvas, mark: DescribedMark, place: MarkPlace, side: Side): void {
  const { sculpture, body } = canvas;
  const found = groundFor(canvas, mark, place, side);
  if (!found) return;
  const { spot, ground, layers } = found;
  const isSkin = ground.top === canvas.solids[0];
  const below = colourOf(sculpture, ground);
  for (const [i, { drawing, colour, share, metal }] of layers.entries()) {
    const own = i === 0 ? mark.colour : undefined;
    const name = `${mark.mark} ${place} ${side.name}${i > 0 ? ` ${i + 1}` : ''}`;
    const finish = metal ? { roughness: 0.3, metalness: 0.9 } : { roughness: 0.8 };
    const paint = own ?? lerp(below, colour ?? inkOn(below, mark, isSkin), share);
    const thick = (isSkin ? onSkin : onCloth) * body.unit * (1 + i * 0.35);
    drawOn(sculpture, {
      name,
      material: sculpture.material(name, paint, finish),
      drawing,
      spot,
      ground,
      thick,
    });
  }
}

/** What sleeves hide is shown further down the arm. */
const lower: Partial<Record<MarkPlace, MarkPlace>> = { shoulder: 'arm', arm: 'forearm', forearm: 'hand' };

type Found = { spot: Spot; ground: Ground; layers: Layer[] };

/** Where the mark goes. What belongs on skin stays off clothes, unless its place was named. */
function groundFor(canvas: Canvas, mark: DescribedMark, place: MarkPlace, side: Side): Found | null {
  const { solids, body, traits } = canvas;
  const spot = place === 'held' ? heldSpot(solids) : spotOf(body, traits, place, side);
  if (!spot) return null;
  const layers = layersOf(mark, spot);
  const half = layers
    .map(({ drawing }) => drawing.half)
    .reduce((most, own) => (own[0] > most[0] ? own : most));
  const ground = groundOf(
    solids.filter((solid, i) => isGround(solid, i, spot, place)),
    spot,
    half,
  );
  if (!ground) return null;
  const isForSkin = mark.mark === 'tattoo' || kinds[mark.mark]?.skin === true;
  if (!isForSkin || ground.top === solids[0] || spot.isFace) return { spot, ground, layers };
  const next = mark.place && lower[place];
  const below = next ? groundFor(canvas, mark, next, side) : null;
  if (below && below.ground.top === solids[0]) return below;
  return mark.place ? { spot, ground, layers } : null;
}

type Layer = { drawing: Drawing; colour: Vec3 | null; share: number; metal: boolean };

function layersOf(mark: DescribedMark, spot: Spot): Layer[] {
  const plain = { colour: null, share: 1, metal: false };
  const size = Math.min(spot.wide, spot.tall) * mark.size;
  const own = kinds[mark.mark]?.layers.map(
    ({ outlines, colour, share, metal = false }): Layer => ({
      drawing: outlined(outlines, [], size * kinds[mark.mark]!.size),
      colour: hex(colour),
      share,
      metal,
    }),
  );
  if (mark.text && own) {
    const [wide, tall] = own[0]!.drawing.half;
    return [
      ...own,
      { ...plain, drawing: lettering(mark.text, wide * 1.7, tall * 1.2), colour: hex('26262b') },
    ];
  }
  if (mark.text)
    return [{ ...plain, drawing: lettering(mark.text, spot.wide * mark.size, spot.tall * mark.size) }];
  if (mark.picture) {
    const { outline, also = [], holes = [] } = prints[mark.picture]!;
    return [{ ...plain, drawing: outlined([outline, ...also], holes, size * 0.9) }];
  }
  return own!;
}

/** Surfaces that take a mark: on faces the skin and the nose, elsewhere the clothes; never hair or narrow things on a trunk. */
function isGround(
  { name, material, isHeld, field: { box } }: Solid,
  i: number,
  spot: Spot,
  place: MarkPlace,
): boolean {
  if (spot.isFace) return i === 0 || /^(nose|snout|muzzle)$/.test(name);
  if (place === 'held') return isHeld === true;
  if (isHeld || /hair|beard|eye|lash|brow/.test(material)) return false;
  const isTrunk = /^(chest|badge|belly|back|side)$/.test(place);
  return !isTrunk || box.max[0] - box.min[0] > 0.7 * spot.wide || box.max[2] - box.min[2] > spot.wide;
}

const colourOf = ({ materials }: Sculpture, { top }: Ground): Vec3 =>
  materials.find(({ name }) => name === top.material)?.color ?? [0.5, 0.5, 0.5];

const tattooInk = hex('2a3a4a');
const lightOf = ([r, g, b]: Vec3): number => 0.3 * r + 0.6 * g + 0.1 * b;

const inkOn = (below: Vec3, { mark }: DescribedMark, isSkin: boolean): Vec3 =>
  mark === 'tattoo' && isSkin && lightOf(below) > 0.25 ? tattooInk : contrastTo(below);

const contrastTo = (below: Vec3): Vec3 => (lightOf(below) > 0.5 ? hex('26262b') : hex('f5f3ee'));
