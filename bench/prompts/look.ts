/** Looks for what a sentence asked for in the finished file alone: nodes, materials, named parts, surfaces. */
import { type Document, NodeIO, type Primitive } from '@gltf-transform/core';
import { families, hslOf } from './colour.js';

type Named = { name: string; primitive: Primitive; parts: string[] };
export type Found = {
  skeleton: string;
  height: number;
  joints: string[];
  surfaces: Named[];
  /** Width and depth of the body at the belly, as parts of the height. */
  girth: number;
};

export async function readFound(glb: Uint8Array): Promise<Found> {
  const document = await new NodeIO().readBinary(glb);
  const root = document.getRoot();
  const armature = root.listNodes().find((node) => node.getName() === 'Armature')!;
  const { skeleton, height } = armature.getExtras().rigsmith as { skeleton: string; height: number };
  const surfaces = root.listMeshes().flatMap((mesh) =>
    mesh.listPrimitives().map((primitive) => ({
      name: primitive.getMaterial()!.getName(),
      primitive,
      parts: (primitive.getExtras().parts ?? []) as string[],
    })),
  );
  const joints = root.listSkins()[0]!.listJoints();
  return {
    skeleton,
    height,
    joints: joints.map((joint) => joint.getName()),
    surfaces,
    girth: girthOf(document, height),
  };
}

/** Of all surfaces whose middle stands between 45 and 58 % of the height and near the middle. */
function girthOf(document: Document, height: number): number {
  let [wide, deep] = [0, 0];
  for (const primitive of document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())) {
    const place = primitive.getAttribute('POSITION')!;
    for (let i = 0, p = [0, 0, 0]; i < place.getCount(); i++) {
      p = place.getElement(i, p);
      if (p[1]! < height * 0.47 || p[1]! > height * 0.52 || Math.abs(p[0]!) > height * 0.13) continue;
      wide = Math.max(wide, Math.abs(p[0]!));
      deep = Math.max(deep, Math.abs(p[2]!));
    }
  }
  return (wide + deep) / height;
}

const has = (name: string, thing: string): boolean =>
  new RegExp(`(^|\\W)${thing}(e?s)?(\\W|$)`, 'i').test(name);

/** Materials of a thing, the exact name before the others. */
function surfacesOf({ surfaces }: Found, thing: string): Named[] {
  const exact = surfaces.filter(({ name }) => name === thing || name === `${thing}s`);
  return exact.length > 0
    ? exact
    : surfaces.filter(({ name, parts }) => has(name, thing) || parts.some((part) => has(part, thing)));
}

function areaOf({ primitive }: Named): number {
  const [place, indices] = [primitive.getAttribute('POSITION')!, primitive.getIndices()!];
  const at = (i: number): number[] => place.getElement(indices.getScalar(i), [0, 0, 0]);
  let area = 0;
  for (let t = 0; t < indices.getCount(); t += 3) {
    const [a, b, c] = [at(t), at(t + 1), at(t + 2)];
    const [u, v] = [b.map((x, i) => x - a[i]!), c.map((x, i) => x - a[i]!)];
    area +=
      Math.hypot(
        u[1]! * v[2]! - u[2]! * v[1]!,
        u[2]! * v[0]! - u[0]! * v[2]!,
        u[0]! * v[1]! - u[1]! * v[0]!,
      ) / 2;
  }
  return area;
}

const isColour = (surface: Named, names: string): boolean =>
  names
    .split('|')
    .some((name) => families[name]!(hslOf(surface.primitive.getMaterial()!.getBaseColorFactor())));

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** A thing in a colour: most of its surface, or one whole named surface, shows it. */
function isThing(found: Found, thing: string, colour: string | undefined): boolean {
  const own = surfacesOf(found, thing);
  if (own.length === 0) return false;
  if (colour === undefined) return true;
  const shown = own.filter((one) => isColour(one, colour));
  return sum(shown.map(areaOf)) > 0.45 * sum(own.map(areaOf));
}

/** @param asked one item of the hand-made list; @returns whether the file holds it */
export function holds(found: Found, asked: string): boolean {
  const [word, value] = asked.split(':') as [string, string | undefined];
  if (/^(biped|quadruped|avian|aquatic|serpentine|hexapod|octopod)/.test(asked))
    return asked.split('|').includes(found.skeleton);
  if (word.startsWith('height<')) return found.height < Number(word.slice(7));
  if (word.startsWith('height>')) return found.height > Number(word.slice(7));
  if (word === 'stout') return found.girth > 0.19;
  if (word === 'slim') return found.girth < 0.18;
  if (word === 'joint') return found.joints.some((name) => name.toLowerCase().includes(value!));
  if (word === 'metal')
    return surfacesOf(found, value!).some(
      ({ primitive }) => primitive.getMaterial()!.getMetallicFactor() > 0.5,
    );
  if (word.startsWith('no ')) return !found.surfaces.some(({ parts }) => parts.includes(word.slice(3)));
  if (word === 'pattern') return hasPattern(found, value);
  return isThing(found, word, value);
}

/** Stripes or spots cover a good part of the coat or of a garment; a colour is theirs. */
function hasPattern(found: Found, value: string | undefined): boolean {
  const colour = value !== undefined && value in families ? value : undefined;
  const garment = colour === undefined ? value : undefined;
  const name = garment ? `${garment} pattern` : 'pattern';
  const marks = found.surfaces.filter((surface) => surface.name === name);
  const ground = surfacesOf(found, garment ?? 'coat').filter((surface) => !marks.includes(surface));
  const share = sum(marks.map(areaOf)) / (sum(marks.map(areaOf)) + sum(ground.map(areaOf)));
  return (
    share > 0.08 && share < 0.92 && marks.every((mark) => colour === undefined || isColour(mark, colour))
  );
}
