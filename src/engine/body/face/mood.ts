/** Facial expressions for moods. */
import type { Mood } from '../../input/text/vocabulary/looks.js';

export type Expression = {
  /** Height of the lid's edge, -1 (bottom of the eye) to 1 (top), and its inward slant. */
  lid: number;
  slant: number;
  eye: number;
  /** How far the inner and outer ends of a brow are raised, in head radii. */
  brow: readonly [inner: number, outer: number];
  mouth: 'smile' | 'laugh' | 'smirk' | 'frown' | 'line' | 'open' | 'shout' | 'small';
};

const calm: Expression = { lid: 0.78, slant: 0, eye: 1, brow: [0, 0], mouth: 'smile' };
const expressions: Record<Mood, Expression> = {
  happy: { ...calm, brow: [0.03, 0.02], mouth: 'laugh' },
  smug: { ...calm, lid: 0.62, slant: 0.1, brow: [-0.03, 0.06], mouth: 'smirk' },
  sad: { ...calm, lid: 0.5, slant: -0.45, brow: [0.13, -0.06], mouth: 'frown' },
  angry: { ...calm, lid: 0.5, slant: 0.7, brow: [-0.14, 0.09], mouth: 'frown' },
  shouting: { ...calm, lid: 0.55, slant: 0.6, brow: [-0.13, 0.1], mouth: 'shout' },
  sleepy: { ...calm, lid: -0.05, slant: -0.1, brow: [-0.02, -0.03], mouth: 'small' },
  surprised: { ...calm, lid: 1.1, eye: 1.18, brow: [0.13, 0.12], mouth: 'open' },
  serious: { ...calm, lid: 0.6, slant: 0.2, brow: [-0.05, 0.02], mouth: 'line' },
};
export const expressionOf = (mood: Mood | null): Expression => (mood ? expressions[mood] : calm);
