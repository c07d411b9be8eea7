import type { Generation } from '../../contract/rig.js';

/** The texts and numbers on a rig's page. */
export type RigView = {
  type: Generation['type'];
  prompt: string | null;
  /** What a downloaded model is called. */
  fileName: string;
  skeleton: string;
  joints: number;
  triangles: number;
  /** The clip that its member chose to show first. */
  clip?: string | undefined;
  /** Formats that the model can be converted to. */
  formats: string[];
  /** Whether programs outside of this browser can read the model, for example to show it in the room. */
  isPublic: boolean;
};
