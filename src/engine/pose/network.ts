/** What a pose network is to the engine: something that sees the joints of one person in a picture. */

/** Rows of 8-bit RGB from the top. */
export type Rgb = { pixels: Uint8Array; width: number; height: number };

/** Where a joint is seen, in pixels from the upper left corner, and how sure the network is, 0-1. */
export type KeyPoint = { x: number; y: number; score: number };

/** Limb joints by the engine's names, seen from the front: the left ones are on the right of the picture. */
export const limbs = (['left', 'right'] as const).flatMap((side) => [
  [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`],
  [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`],
]) as readonly (readonly [string, string, string])[];

/** Beside the limbs' joints `leftEar` and `rightEar`. */
export type KeyPoints = ReadonlyMap<string, KeyPoint>;

export type PoseNetwork = {
  name: string;
  /** Looks at a square picture that one person fills. */
  look(picture: Rgb): Promise<KeyPoints>;
};
