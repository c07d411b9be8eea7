/** A two-legged character from one or more pictures. */

import { seenPanel } from '../../body/pictured/areas.js';
import {
  type FigureCore,
  type Fitted,
  figureCore,
  figureForm,
  hasFeet,
  seenTrunk,
} from '../../body/pictured/figure-form.js';
import { centred, type Form, frontField, plainForm } from '../../body/pictured/form.js';
import type { HeadBox } from '../../body/pictured/head-box.js';
import { hullField } from '../../body/pictured/hull.js';
import { armJoints, bent, frontArms, layered, withoutArms } from '../../body/pictured/layers.js';
import { boxUv, character, depthIn } from '../../body/pictured/pictured.js';
import type { Shot, Shots } from '../../body/pictured/shot.js';
import { besideOf, grazing, turnedAway } from '../../body/pictured/sides.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import { withToes } from '../../body/pictured/toes.js';
import { backOf, roundOf } from '../../body/pictured/unseen.js';
import type { Character } from '../../character.js';
import { balanced } from '../../input/image/light.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { type BipedFit, layBiped } from '../../skeleton/outline/biped.js';
import { fuseOutline } from '../../skeleton/pose/outline.js';
import type { Sighting } from '../../skeleton/pose/sighting.js';
import { jointOf, sides } from '../../skeleton/skeleton.js';
import type { RigParameters } from '../../types.js';

/** @param bust a head and shoulders; otherwise a whole figure is fitted to the front */
export async function sculptFigure(
  shots: Shots,
  sighting: Sighting | null,
  parameters: RigParameters,
  bust: BipedFit | null = null,
): Promise<Character> {
  const { front, back } = shots;
  const fitted = bust ?? layBiped(front.silhouette);
  const seenSkeleton = sighting ? fuseOutline(fitted.skeleton, sighting, front.silhouette) : fitted.skeleton;
  const hull = hullField(shots);
  const isPerson = ['leftEar', 'rightEar'].every((joint) => sighting?.places.has(joint));
  const seenArms = sides
    .filter((side) => armJoints(side).every((joint) => sighting?.places.has(joint)))
    .map(({ name }) => name);
  const isSeen = isPerson && seenArms.length === sides.length;
  const shape: Fitted = {
    skeleton: seenSkeleton,
    trunk: isSeen
      ? seenTrunk(fitted.trunk, seenSkeleton, front.silhouette, fitted.hidden.length > 0)
      : fitted.trunk,
    unseen: new Set(sighting ? [] : fitted.hidden.flatMap(armJoints)),
    seenArms,
  };
  // Views of the side and the back leave nothing to guess.
  const core = hull && back ? null : figureCore(front.silhouette, shape);
  const form = hull || !core ? null : figureForm(front.relief, shape, core);
  const arms = !form || sighting || back ? [] : frontArms(front, form, fitted);
  const skeleton = bent(form ? centred(seenSkeleton, form) : seenSkeleton, arms);
  const frontPixels = await pixelsOf(front, front);
  const bare = arms.length > 0 ? withoutArms(frontPixels, front.silhouette, arms) : frontPixels;
  const head: HeadBox = {
    ...headBox(shape, front.silhouette, core),
    isPerson,
    ...(sighting && { ends: endsOf(fitted.hidden, seenArms) }),
  };
  const texture = await dressed(shots, head, form, bare);
  const solid = hull ?? frontField(form!);
  const hasToes = core && !hull && !bust && hasFeet(front.silhouette, shape, core.legs);
  const field = hasToes ? withToes(solid, skeleton, front.silhouette.height) : solid;
  const made = character(field, skeleton, texture, parameters);
  return sighting ? made : layered(made, front, fitted, arms, frontPixels);
}

const endsOf = (hidden: BipedFit['hidden'], seenArms: readonly string[]): HeadBox['ends'] =>
  hidden.some(({ name }) => !seenArms.includes(name)) ? 'sleeves' : seenArms.length > 0 ? 'lines' : undefined;

/** A shot's pixels in the light of the front. */
const pixelsOf = (shot: Shot, front: Shot) =>
  panelPixels(shot === front ? shot.picture : balanced(shot, front), shot.mask, shot.silhouette.crop);

/** Puts each picture on the side that it shows; without one, the back continues the front. */
async function dressed(
  shots: Shots,
  head: HeadBox,
  form: Form | null,
  pixels: Uint8Array,
): ReturnType<typeof textureOf> {
  const { front, back, left, right } = shots;
  const side = left ?? right;
  const { surface } = form ?? plainForm(front.relief);
  const own = side ? null : besideOf(pixels, front.silhouette, surface, head);
  const panelOf = async (shot: Shot, across: (x: number, z: number) => number): Promise<Panel> => ({
    pixels: shot === front ? pixels : await pixelsOf(shot, front),
    uv: (x, y, z) => boxUv(shot.silhouette, across(x, z), y),
  });
  const ahead = { ...(await panelOf(front, (x) => x)), ...(own && { pixels: own.seen.front }) };
  const behind = (): Panel => {
    const seen = own?.seen ?? seenPanel(pixels, depthIn(front.silhouette));
    return { ...ahead, pixels: backOf(seen, own?.round ?? roundOf(seen, head), own?.sides) };
  };
  const panels = [
    ahead,
    back ? await panelOf(back, (x) => -x) : behind(),
    ...(left ? [await panelOf(left, (_x, z) => -z)] : []),
    ...(right ? [await panelOf(right, (_x, z) => z)] : []),
    ...(own ? [{ ...ahead, pixels: own.sides }] : []),
  ];
  return textureOf(panels, (nx, _ny, nz) => {
    if (side && Math.abs(nx) > Math.abs(nz) * 2) return right && (!left || nx < 0) ? panels.length - 1 : 2;
    if (own && nz < grazing && nz > turnedAway) return panels.length - 1;
    return nz >= -0.12 ? 0 : 1;
  });
}

/** Greatest half breadth of a head as a fraction of its height, to exclude raised arms. */
const breadth = 0.75;
/** The head's and the trunk's places within the figure's box. */
function headBox(shape: Fitted, s: Silhouette, core: FigureCore | null): HeadBox {
  const { skeleton } = shape;
  const { width, height } = s;
  const [neck, head] = [jointOf(skeleton, 'neck').position, jointOf(skeleton, 'head').position];
  const half = (breadth * (height - neck[1])) / width;
  const u = head[0] / width + 0.5;
  return {
    left: u - half,
    top: 0,
    right: u + half,
    bottom: (1 - neck[1] / height) * 0.9,
    aspect: width / height,
    ...(core && { partAt: carriedIn(core, shape, s) }),
  };
}

/** The head without ears, hats' brims and hair that sticks out, and the trunk without arms, in the figure's box. */
function carriedIn(
  { core, covered }: FigureCore,
  { trunk }: Fitted,
  s: Silhouette,
): NonNullable<HeadBox['partAt']> {
  return (u, v) => {
    const [column, row] = [Math.floor(u * s.columns), Math.floor((1 - v) * s.rows)];
    if (column < 0 || row < 0 || column >= s.columns || row >= s.rows) return null;
    const n = row * s.columns + column;
    if (!core[n] && !covered[n]) return null;
    return row >= trunk.neck ? 'head' : 'trunk';
  };
}
