import type { Generation } from '../../contract/rig.js';

/** What the page of a rig says beside the model. */
export type RigView = {
  type: Generation['type'];
  prompt: string | null;
  skeleton: string;
  joints: number;
  triangles: number;
};
