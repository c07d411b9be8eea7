/** A character read from a prompt or pictures; the input of all later stages. */
import type { Field } from './geometry/field/field.js';
import type { Paint } from './geometry/mesh/paint.js';
import type { Vec3 } from './geometry/vec.js';
import type { Joint, Skeleton } from './skeleton/skeleton.js';

/** Core glTF PBR. `color` is sRGB 0-1. */
export type Material = {
  name: string;
  color: Vec3;
  roughness: number;
  metalness: number;
  /** Emission strength of the colour. */
  glow?: number;
  /** Shown in its colour, whatever the light. */
  unlit?: boolean;
  texture?: Texture;
};

/** RGBA, rows from the top. */
export type Pixels = { pixels: Uint8Array; width: number; height: number };

/** The material properties the renderer needs. */
export type RenderMaterial = Omit<Material, 'texture'> & { texture?: Pixels | undefined };

/** A picture that is written into the file. Another thread encodes it until then. */
export type FilePicture = Pixels & { png: Promise<Uint8Array> };

/** A texture atlas with up to four panels, each a view projected onto the surface. */
export type Texture = FilePicture & {
  /** The panel (0-3) that best sees a surface with this normal. */
  panel(normal: Vec3): number;
  /** Texture coordinates of a point in a panel. */
  project(position: Vec3, panel: number): readonly [number, number];
};

/** How vertices are bound to joints: all to one, or by heat that starts at the joint owning the surface. */
export type Binding =
  | { kind: 'rigid'; joint: string }
  | { kind: 'heat'; owner(x: number, y: number, z: number): string }
  /** Copies the weights of the nearest body vertices. */
  | { kind: 'follow' }
  /** To the nearest of a few bones, with smooth falloff. */
  | { kind: 'bones'; joints: readonly string[] };

/** One closed surface. The first solid of a character is its body. */
export type Solid = {
  name: string;
  field: Field;
  /** Grid cell size in metres. */
  cell: number;
  material: string;
  paints?: readonly Paint[];
  /** Keeps small triangles, for paint finer than the surface's curvature. */
  even?: boolean;
  binding: Binding;
  /** Held in a hand, and in no other hand that is like it. */
  isHeld?: true;
  /** A chain of joints that moves its hanging part. */
  hangs?: readonly Joint[];
};

export type Character = { skeleton: Skeleton; solids: readonly Solid[]; materials: readonly Material[] };
