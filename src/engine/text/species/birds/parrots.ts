/** Parrots and toucans. */
import type { Species } from '../creature.js';
import { bird } from './plumage.js';

export const parrots: Record<string, Species> = {
  parrot: bird(
    {
      coat: 'd8342c',
      belly: 'e2493c',
      height: 0.6,
      head: 1.2,
      neck: 0.6,
      nose: '3a3536',
      eyes: 'f0d24a',
      legs: 0.6,
    },
    {
      bill: 'parrot',
      upright: 0.72,
      tail: 'long',
      wing: 1.15,
      cheeks: 'f6f1ea',
      wings: 'f2b62a',
      wingTips: '2a63c8',
      tailColour: '2a63c8',
      legsColour: '5a5458',
    },
  ),
  budgie: bird(
    { coat: '6cc04a', belly: '8fd65c', height: 0.3, head: 1.25, neck: 0.4, nose: 'e0b23c', legs: 0.55 },
    {
      bill: 'parrot',
      billLength: 0.6,
      upright: 0.75,
      tail: 'long',
      hood: 'f2dc4a',
      wings: '4a9a3c',
      wingTips: '2f4a2a',
      tailColour: '2f6fb8',
      legsColour: 'b58a8a',
    },
  ),
  cockatoo: bird(
    { coat: 'f7f4ee', belly: 'fbf9f5', height: 0.55, head: 1.2, neck: 0.6, nose: '4a4648', legs: 0.6 },
    {
      bill: 'parrot',
      upright: 0.75,
      crest: 'plume',
      wings: 'efe9de',
      wingTips: 'f2e2a0',
      legsColour: '6a6468',
    },
  ),
  toucan: bird(
    {
      coat: '22242b',
      belly: 'f6efe0',
      height: 0.55,
      head: 1.15,
      neck: 0.6,
      nose: 'f08a1e',
      eyes: '3a78cf',
      legs: 0.65,
    },
    { bill: 'great', upright: 0.66, tail: 'long', cheeks: 'f6efe0', legsColour: '4f6f9a' },
  ),
};
