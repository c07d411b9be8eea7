/** A description in English that reads as the same spec. */
import type { CharacterSpec } from './spec.js';
import { linesOf } from './spec-lines.js';
import { objects } from './vocabulary.js';

const persons = { feminine: 'woman', masculine: 'man', neutral: 'human' } as const;
const genders = { feminine: 'female', masculine: 'male', neutral: undefined } as const;

/** "Cat girl", "wolf man", "half fox half robot". */
function kindOf({ species = [], blend, role, presentation = 'neutral' }: CharacterSpec): string {
  if (blend === 'halves') return species.map((one) => `half ${one}`).join(' ');
  const isBoxHeaded = blend === 'head' && species.includes('human') && species.includes('robot');
  if (isBoxHeaded) return ['tv headed', persons[presentation], role].filter(Boolean).join(' ');
  const isPerson = species.includes('human') || species.length + Number(role !== undefined) === 0;
  const person = blend === 'ears' ? 'girl' : persons[presentation];
  const named = species.filter((one) => one !== 'human');
  if (Object.hasOwn(objects, named[0] ?? '')) named.unshift('living');
  return [isPerson ? undefined : genders[presentation], ...named, isPerson ? person : undefined, role]
    .filter(Boolean)
    .join(' ');
}

export function writeSpec(spec: CharacterSpec): string {
  const lines = linesOf(spec);
  const said = (about: string) => lines.filter((line) => line.about === about).flatMap(({ words }) => words);
  const stance = { biped: 'standing', quadruped: 'quadruped' }[spec.body as string];
  const age = spec.age === 'child' ? 'childlike' : spec.age === 'teen' ? 'teenage' : spec.age;
  const looks = [
    age === 'adult' ? undefined : age,
    spec.proportions,
    ...said('style'),
    stance,
    ...said('build'),
    ...said('look'),
  ];
  const things = lines
    .filter(({ about, name }) => name !== null || about === 'mark')
    .map(({ name, words }) => [...words, ...(name === null ? [] : [name])].join(' '));
  const head = [...looks.filter(Boolean), kindOf(spec)].join(' ');
  return [
    `${/^[aeiou]/.test(head) ? 'an' : 'a'} ${head}${things.length > 0 ? ` with ${things.join(' and ')}` : ''}`,
    ...said('without').map((name) => `no ${name}`),
    ...said('avoid').map((colour) => `not ${colour}`),
    ...said('pose'),
    ...said('expression'),
  ].join(', ');
}
