/** The engine's interface to a pose network, which detects the joints of one person in a picture. */

/** Rows of 8-bit RGB from the top. */
export type Rgb = { pixels: Uint8Array; width: number; height: number };

/** A joint's position in pixels from the upper left corner, and the network's confidence, 0-1. */
export type KeyPoint = { x: number; y: number; score: number };

/** Limb joints by the engine's names. The person faces the viewer, so left joints are on the right of the picture. */
export const limbs = (['left', 'right'] as const).flatMap((side) => [
  [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`],
  [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`],
]) as readonly (readonly [string, string, string])[];

/** `limbs` plus `leftEar` and `rightEar`. */
export type KeyPoints = ReadonlyMap<string, KeyPoint>;

/** Means of the network's features over a picture: what it saw besides joints. Classes of body are learnt from it. */
export type Impression = Float32Array;

export type Look = { points: KeyPoints; impression?: Impression };

export type PoseNetwork = {
  name: string;
  /** Detects joints in a square picture that one person fills. */
  look(picture: Rgb): Promise<Look>;
};
