/** Creatures with eight legs or arms. */
import { animal, of, type Species } from './creature.js';
import type { OctopodForm } from './form.js';

const build: OctopodForm = { kind: 'octopod', plan: 'spider', abdomen: 1, legLength: 1, legThick: 1 };

const weaver = of(animal, {
  kind: 'octopod',
  face: 'frog',
  coat: '4a3a44',
  belly: '6a5560',
  height: 0.4,
  ears: 'none',
  eyes: '17161a',
  nose: '2a2422',
  feet: 'claw',
  form: { ...build, mark: 'c9303a' },
});

const eight = (changes: Partial<Species>, form: Partial<OctopodForm>): Species =>
  of(weaver, { ...changes, form: { ...build, ...form } });

export const eightLegs: Record<string, Species> = {
  spider: weaver,
  tarantula: eight(
    { coat: '6b4a34', height: 0.45, girth: 1.15 },
    { legThick: 1.7, abdomen: 1.1, legLength: 0.9, mark: 'c98a4c' },
  ),
  widow: eight(
    { coat: '26232a', height: 0.38 },
    { abdomen: 1.25, legThick: 0.75, legLength: 1.15, mark: 'd8232c' },
  ),
  scorpion: eight(
    { coat: 'b5803c', belly: 'd9b070', height: 0.3 },
    { plan: 'scorpion', legLength: 0.85, legThick: 0.95, mark: '7a5226' },
  ),
  crab: eight(
    { coat: 'dd4a2c', belly: 'f3cfa8', height: 0.4, eyes: '2a2422' },
    { plan: 'crab', legLength: 0.85, legThick: 1.15 },
  ),
  lobster: eight(
    { coat: 'c9352a', belly: 'd8604a', height: 0.36, eyes: '2a2422' },
    { plan: 'lobster', legLength: 0.75, legThick: 0.9 },
  ),
  octopus: eight({ coat: 'c2588f', belly: 'f3c4d3', height: 0.8, eyes: '3a2a4a' }, { plan: 'octopus' }),
  squid: eight(
    { coat: 'e28a78', belly: 'f7d6c8', height: 1, eyes: '2a3a5a' },
    { plan: 'octopus', abdomen: 1.6, legThick: 0.8 },
  ),
  jellyfish: eight(
    { coat: '9a8fe0', belly: 'd6d0f7', height: 0.8, eyes: '2a2a4a' },
    { plan: 'octopus', abdomen: 0.62, legThick: 0.42, bell: true },
  ),
};
