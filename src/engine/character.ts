/** What the words or pictures become, and every later stage works on. */
import type { Field } from './field/field.js';
import type { Vec3 } from './math/vec.js';
import type { Paint } from './mesh/paint.js';
import type { Skeleton } from './skeleton/skeleton.js';

/** Core glTF PBR. `color` is sRGB 0-1. */
export type Material = {
  name: string;
  color: Vec3;
  roughness: number;
  metalness: number;
  /** Strength of the colour's own light. */
  glow?: number;
  texture?: Texture;
};

/** RGBA rows from the top. */
export type Pixels = { pixels: Uint8Array; width: number; height: number };

/** What the renderer needs to know of a material. */
export type Look = Omit<Material, 'texture'> & { texture?: Pixels | undefined };

/** A picture, also encoded, in up to four panels, each a view projected onto the surface. */
export type Texture = Pixels & {
  png: Uint8Array;
  /** The panel (0-3) that sees a surface with this normal best. */
  panel(normal: Vec3): number;
  /** Texture coordinates of a point in a panel. */
  project(position: Vec3, panel: number): readonly [number, number];
};

/** How vertices find their joints: all to one, or by the heat that starts in the joint owning the surface. */
export type Binding =
  | { kind: 'rigid'; joint: string }
  | { kind: 'heat'; owner(x: number, y: number, z: number): string }
  /** As the nearest places of the body. */
  | { kind: 'follow' }
  /** To the nearer of a few bones, softly. */
  | { kind: 'bones'; joints: readonly string[] };

/** One closed surface. The first solid of a character is its body. */
export type Solid = {
  name: string;
  field: Field;
  /** Grid cell in metres. */
  cell: number;
  material: string;
  paints?: readonly Paint[];
  /** Keeps small triangles, for paint finer than the surface's curves. */
  even?: boolean;
  binding: Binding;
};

export type Character = { skeleton: Skeleton; solids: readonly Solid[]; materials: readonly Material[] };
