/** The engine's input and output types. Lengths are metres, +Y is up, the character faces +Z. */
import type { Clock } from '../base/clock.js';
import type { CharacterSpec } from './input/text/spec.js';
import type { ArtStyle, Proportions, SkeletonKind } from './kinds.js';
import type { PortraitScene } from './output/render/preview.js';
import type { Film, FilmScene } from './output/render/turntable.js';
import type { PoseNetwork } from './skeleton/pose/network.js';

export { artStyles, proportionNames, type SkeletonKind, skeletonKinds } from './kinds.js';

export type ViewName = 'front' | 'left' | 'back' | 'right';

export type RigParameters = {
  /** `auto` uses the prompt or the silhouette. */
  skeleton?: 'auto' | SkeletonKind;
  /** Grid resolution and triangle budget. Default `medium`. */
  detail?: 'low' | 'medium' | 'high';
  /**
   * How surfaces are made: `auto` takes it from the description, else `clay`, which keeps the look of pictures and
   * models. Older requests name proportions here.
   */
  style?: 'auto' | ArtStyle | Proportions;
  /** Ratio of head to body: `auto` takes it from the description, else `natural`. Only text and specs have it. */
  proportions?: 'auto' | Proportions;
};

/**
 * What to do with files where the skeleton is `auto` and the class of body is uncertain: take the likeliest, or reject
 * with `ambiguous_body`, or with `no_body` for an object. Default `guess`.
 */
export type Uncertain = 'guess' | 'ask';

/** All clips of the class of body, or those with these names. */
export type ClipChoice = 'all' | readonly string[];

type Common = {
  seed?: number;
  parameters?: RigParameters;
  /** Default: all. */
  clips?: ClipChoice | undefined;
  /** Steps move the root joint over the ground instead of staying in place. */
  rootMotion?: boolean | undefined;
  /**
   * Also renders an animated turntable, which takes about as long as everything else together: 320 pixels a side, or
   * 240 at low detail.
   */
  turntable?: boolean;
  /** Side of the preview in pixels. Default 640; smaller values save time where the preview is not shown. */
  previewSize?: number;
};

export type TextRequest = Common & { kind: 'text'; prompt: string };
/** `spec` is a CharacterSpec as parsed from JSON; the engine checks it. */
export type SpecRequest = Common & { kind: 'spec'; spec: unknown };
/** Facts about pictures besides their content. */
type AboutPictures = {
  /** A caption: a creature named in it decides the class of body, unless the picture clearly shows another one. */
  words?: string | undefined;
  /** With or without a folder and an ending. It counts as a caption where that names no creature. */
  fileName?: string | undefined;
};
export type ImageRequest = Common &
  AboutPictures & { kind: 'image'; image: Uint8Array; uncertain?: Uncertain };
/** `view: null` is inferred from the outlines, then from the order: front, left, back, right. */
export type ViewImage = { bytes: Uint8Array; view: ViewName | null };
export type ImagesRequest = Common &
  AboutPictures & { kind: 'images'; images: ViewImage[]; uncertain?: Uncertain };
/** A GLB, OBJ, STL or PLY, detected by content. */
export type MeshRequest = Common & {
  kind: 'mesh';
  model: Uint8Array;
  uncertain?: Uncertain;
  /** Metres from the lowest to the highest point. Without it, people are 1.7 tall, and others 1.7 at their longest. */
  height?: number;
};
/** A GLB with a skeleton, which keeps its joints, clips and materials and gets new weights. */
export type WeightsRequest = Pick<Common, 'seed' | 'turntable' | 'previewSize'> & {
  kind: 'weights';
  model: Uint8Array;
};
/** A finished rig, as GLB, to be converted. `clip` poses a still model, and is the motion of a BVH or USDZ. */
export type ConvertRequest = {
  kind: 'convert';
  model: Uint8Array;
  format: ConvertedFormat;
  clip?: string | undefined;
  name: string;
  author: string;
  license: VrmLicense;
};
/** A finished rig, as GLB, to be shown in another of its clips. */
export type FilmRequest = { kind: 'film'; model: Uint8Array; clip: string };
export type RigRequest = TextRequest | SpecRequest | ImageRequest | ImagesRequest | MeshRequest;

/** The formats of a finished rig. */
export const rigFormats = ['glb', 'vrm', 'usdz', 'obj', 'stl', 'ply', 'bvh'] as const;
export type RigFormat = (typeof rigFormats)[number];
/** Also a GLB that only programs with EXT_meshopt_compression open. */
export type ConvertedFormat = RigFormat | 'meshopt.glb';

/** What others may do with an avatar in a VRM; `owner` is the strictest. */
export const vrmLicenses = ['owner', 'cc-by', 'cc0'] as const;
export type VrmLicense = (typeof vrmLicenses)[number];

/** In execution order. */
export const stages = ['interpret', 'model', 'rig', 'skin', 'animate', 'render', 'validate'] as const;
export type Stage = (typeof stages)[number];

export type RigHooks = {
  /** Called at the start (0) and end (1) of each stage. */
  onStage?: (stage: Stage, fraction: number) => void;
  /** Checked between stages; the job rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Used only for `report.timings`; the result never depends on time. */
  clock?: Pick<Clock, 'now'>;
  /** Used for figures on two legs; without it joints follow the shape alone. It affects the result. */
  pose?: PoseNetwork | null;
  /** Draws the turntable elsewhere, as `createFilmThread` does; the result is the same. */
  shoot?: (scene: FilmScene, signal?: AbortSignal) => Promise<Film>;
  /** Draws the preview of a rig with a turntable elsewhere. 8-bit RGB rows. */
  portray?: (scene: PortraitScene, signal?: AbortSignal) => Promise<Uint8Array>;
};

export type ReportJoint = { name: string; parent: string | null; position: [number, number, number] };

export type RigReport = {
  generator: string;
  version: string;
  seed: number;
  input: (RigRequest | WeightsRequest)['kind'];
  skeleton: SkeletonKind;
  joints: ReportJoint[];
  maxInfluences: number;
  mesh: { vertices: number; triangles: number; materials: number };
  animations: { name: string; seconds: number }[];
  validation: { errors: number; warnings: number };
  /** Milliseconds per stage. */
  timings: Record<Stage, number>;
  /**
   * Text only: the words that shaped the character, those that were not understood, and those that were read but are
   * not shown.
   */
  words?: { understood: string[]; unknown: string[]; unexpressed: string[] };
  /** Text and specs only: the request, with the seed; as a request it gives the same bytes. */
  spec?: CharacterSpec;
  /** One sentence for each thing that was left out or changed. */
  notes?: string[];
  /** The pose network that the joints follow, and its confidence (0-1); missing when they follow the shape alone. */
  seen?: { by: string; score: number };
  /** From the lowest to the highest vertex in metres. */
  height: number;
  /** Files only, where the class is not certain: the next most likely one, for a second rig with the same seed. */
  alternative?: SkeletonKind;
  /** Meshes only: how the upload was rotated (x, y, z, w), then scaled, then moved to stand in the finished file. */
  placement?: {
    rotation: [number, number, number, number];
    scale: number;
    translation: [number, number, number];
  };
};

/** `glb` is a glTF 2.0 binary, `preview` a square PNG, `turntable` an animated WebP if requested. */
export type Rig = { glb: Uint8Array; preview: Uint8Array; turntable?: Uint8Array; report: RigReport };
