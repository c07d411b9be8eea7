/** Collects the solids and materials of one character. */
import type { Material, Solid } from '../character.js';
import type { Field } from '../geometry/field/field.js';
import type { Paint } from '../geometry/mesh/paint.js';
import type { Vec3 } from '../geometry/vec.js';
import type { Finish } from '../input/text/vocabulary/looks.js';
import { chain, type Joint } from '../skeleton/skeleton.js';

export type Sculpture = {
  solids: Solid[];
  materials: Material[];
  /** Joints of parts, after those of the body. */
  joints: Joint[];
  /** Declares a material once and returns its name. */
  material(name: string, color: Vec3, finish?: Partial<Finish> & { glow?: number }): string;
  /** A part that follows one joint rigidly. `fineness`: grid cells across its largest extent. */
  rigid(
    name: string,
    joint: string,
    field: Field,
    material: string,
    fineness?: number,
    paints?: readonly Paint[],
  ): void;
  /** A wide garment that solves its own heat weights, so that it does not tear between the legs. */
  heated(
    name: string,
    owner: (x: number, y: number, z: number) => string,
    field: Field,
    material: string,
    fineness?: number,
    paints?: readonly Paint[],
    even?: boolean,
  ): void;
  /** A part with its own bones. */
  boned(
    name: string,
    joints: readonly string[],
    field: Field,
    material: string,
    fineness?: number,
    paints?: readonly Paint[],
  ): void;
  /** A part that deforms with the body below it. `even` keeps small triangles, for patterns finer than the shape. */
  follow(
    name: string,
    field: Field,
    material: string,
    fineness?: number,
    paints?: readonly Paint[],
    even?: boolean,
  ): void;
};

/**
 * Lets the last part swing from a joint, along points from its root to its lowest end. Its joints are named after
 * `name`: cape1, cape2, …
 */
export function hang(sculpture: Sculpture, name: string, parent: string, points: readonly Vec3[]): void {
  const last = sculpture.solids.at(-1)!;
  const names = points.slice(1).map((_, i) => `${name}${i + 1}`);
  const joints = chain(names, parent, points);
  sculpture.joints.push(...joints);
  sculpture.solids[sculpture.solids.length - 1] = { ...last, hangs: joints };
}

export function createSculpture(quality: number): Sculpture {
  const solids: Solid[] = [];
  const materials: Material[] = [];
  const put = (solid: Omit<Solid, 'cell'>, fineness: number) => {
    const { min, max } = solid.field.box;
    const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    solids.push({ ...solid, cell: extent / (fineness * quality) });
  };
  return {
    solids,
    materials,
    joints: [],
    material(name, color, { roughness = 0.75, metalness = 0, glow } = {}) {
      if (!materials.some((known) => known.name === name))
        materials.push({ name, color, roughness, metalness, glow });
      return name;
    },
    rigid: (name, joint, field, material, fineness = 24, paints = []) =>
      put({ name, field, material, paints, binding: { kind: 'rigid', joint } }, fineness),
    heated: (name, owner, field, material, fineness = 40, paints = [], even = false) =>
      put({ name, field, material, paints, even, binding: { kind: 'heat', owner } }, fineness),
    boned: (name, joints, field, material, fineness = 40, paints = []) =>
      put({ name, field, material, paints, binding: { kind: 'bones', joints } }, fineness),
    follow: (name, field, material, fineness = 40, paints = [], even = false) =>
      put({ name, field, material, paints, even, binding: { kind: 'follow' } }, fineness),
  };
}
