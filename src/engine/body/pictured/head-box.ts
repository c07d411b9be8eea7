/** Where the head and the trunk of a figure are in its picture, for the colours of its back. */

export type CarriedPart = 'head' | 'trunk';

/** The head's place in the figure's box, 0-1, v down. */
export type HeadBox = {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The figure's breadth by its height, which a square panel does not show. */
  aspect?: number;
  /** A pose network saw a person's face. */
  isPerson?: boolean;
  /** What the trunk's ends show: lines drawn beside arms that were cut off, or sleeves of arms that nobody saw. */
  ends?: 'lines' | 'sleeves';
  /** Leaves out ears, horns, arms and what else sticks out; without it, the box is the head. */
  partAt?: (u: number, v: number) => CarriedPart | null;
};
