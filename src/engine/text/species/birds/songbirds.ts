/** Birds of gardens and towns. */
import type { Species } from '../creature.js';
import { bird } from './plumage.js';

export const songbirds: Record<string, Species> = {
  sparrow: bird({ coat: '7d5a3a', belly: 'd9cbb2', nose: '4a4038' }, { cheeks: 'e6dccb', hood: '5d3f28' }),
  robin: bird({ coat: '6f5c46', belly: 'e2622a', nose: '4a4038' }, { legsColour: '7a5a3e' }),
  canary: bird({ coat: 'f4cf2e', belly: 'fae27a' }, { wings: 'e0b020' }),
  bluebird: bird({ coat: '3a78cf', belly: 'ec9a5c', nose: '33302e' }, { legsColour: '4a4038' }),
  cardinal: bird(
    { coat: 'c9252c', belly: 'd8443c', nose: 'f08a3c' },
    { crest: 'plume', tail: 'long', cheeks: '2b2022', wings: 'a81c24' },
  ),
  woodpecker: bird(
    { coat: '2c2b30', belly: 'ece7da', height: 0.45, nose: '4a4640', neck: 0.8 },
    {
      bill: 'spear',
      billLength: 1.1,
      upright: 0.72,
      crest: 'plume',
      hood: 'c9252c',
      cheeks: 'f1ede2',
      wings: '26252a',
      wingTips: 'e6e2d8',
      legsColour: '6a6a70',
    },
  ),
  pigeon: bird(
    { coat: '7f8a9a', belly: 'a3adb8', nose: '4a4a50', eyes: 'd8742c', girth: 1.1, neck: 1.2 },
    { legsColour: 'cf5a52', hood: '4a5f6e', wingTips: '3a4048' },
  ),
  dove: bird(
    { coat: 'f4f1ec', belly: 'fbf9f5', nose: 'e59a86', neck: 1.1 },
    { legsColour: 'd97a6c', wings: 'eae6df', wingTips: 'd2ccc2' },
  ),
  crow: bird(
    { coat: '26262d', belly: '2e2e36', height: 0.5, nose: '1c1c20', eyes: '6a4a2a', neck: 1.2 },
    {
      bill: 'spear',
      billLength: 0.75,
      legsColour: '2a2a2e',
      tail: 'long',
      wings: '1f2029',
      wingTips: '16161c',
    },
  ),
  hummingbird: bird(
    {
      coat: '2f9a6c',
      belly: 'e8efe6',
      height: 0.25,
      head: 1.25,
      neck: 0.5,
      nose: '2c2a2c',
      legs: 0.4,
      girth: 0.8,
    },
    {
      bill: 'spear',
      billLength: 1.5,
      upright: 0.6,
      hood: 'c92f5c',
      wings: '4f7f86',
      tail: 'short',
      wing: 1.25,
    },
  ),
};
