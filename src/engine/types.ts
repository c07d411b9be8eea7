/** What goes into the engine and what comes out. Lengths are metres, +Y up, the character looks along +Z, but for meshes. */
import type { Clock } from '../base/clock.js';
import type { PoseNetwork } from './pose/network.js';

/** `other`: no known class; joints follow the curve skeleton of the solid. */
export const skeletonKinds = [
  'biped',
  'quadruped',
  'hexapod',
  'octopod',
  'avian',
  'serpentine',
  'aquatic',
  'other',
] as const;
export type SkeletonKind = (typeof skeletonKinds)[number];
export type ViewName = 'front' | 'left' | 'back' | 'right';

export type RigParameters = {
  /** `auto` lets the words or the silhouette decide. */
  skeleton?: 'auto' | SkeletonKind;
  /** Grid resolution and triangle budget. Default `medium`. */
  detail?: 'low' | 'medium' | 'high';
  /** Proportions of head to body. Default `natural`. Pictures keep their own proportions. */
  style?: 'chibi' | 'natural' | 'heroic';
};

type Common = {
  seed?: number;
  parameters?: RigParameters;
  /** Also makes an animated turntable, which costs about as much time as all the rest. */
  turntable?: boolean;
  /** Side of the preview in pixels. Default 640, a quarter of the work; smaller where nobody looks at it. */
  previewSize?: number;
};

export type TextRequest = Common & { kind: 'text'; prompt: string };
export type ImageRequest = Common & { kind: 'image'; image: Uint8Array };
/** `view: null` lets the outlines decide, then the order: front, left, back, right. */
export type ViewImage = { bytes: Uint8Array; view: ViewName | null };
export type ImagesRequest = Common & { kind: 'images'; images: ViewImage[] };
/** A GLB or OBJ, told by its content. */
export type MeshRequest = Common & { kind: 'mesh'; model: Uint8Array };
/** A GLB with a skeleton, which keeps its joints, clips and materials and gets weights of its own. */
export type WeightsRequest = Pick<Common, 'seed' | 'turntable' | 'previewSize'> & {
  kind: 'weights';
  model: Uint8Array;
};
export type RigRequest = TextRequest | ImageRequest | ImagesRequest | MeshRequest;

/** In the order they run. */
export const stages = ['interpret', 'model', 'rig', 'skin', 'animate', 'render', 'validate'] as const;
export type Stage = (typeof stages)[number];

export type RigHooks = {
  /** Called at the start (0) and end (1) of each stage. */
  onStage?: (stage: Stage, fraction: number) => void;
  /** Looked at between stages; the job rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Only for `report.timings`; the result itself never depends on time. */
  clock?: Pick<Clock, 'now'>;
  /** Looks at figures on two legs; without it joints follow the shape alone. It decides about the result. */
  pose?: PoseNetwork | null;
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
  /** Only for text: which words shaped the character, and which nobody understood. */
  words?: { understood: string[]; unknown: string[] };
  /** What was left out or changed, a sentence each. */
  notes?: string[];
  /** The pose network whose sight the joints follow, and how sure it was (0-1); missing when they follow the shape alone. */
  seen?: { by: string; score: number };
  /** From the lowest to the highest vertex, in metres; for meshes in the file's own units, as all places are. */
  height: number;
};

/** `glb` is a glTF 2.0 binary, `preview` a square PNG, `turntable` an animated WebP when it was asked for. */
export type Rig = { glb: Uint8Array; preview: Uint8Array; turntable?: Uint8Array; report: RigReport };
