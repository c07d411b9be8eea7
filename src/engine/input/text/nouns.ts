/** Reads nouns: creatures, roles, items, parts and builds. */
import { scaleBuild, settle, take, younger } from './apply.js';
import { type Draft, nothingWaiting } from './draft.js';
import { spoken } from './joined.js';
import { leaveWordOut } from './pending.js';
import { creatureOf, nameCrowd, readAnyone, roleOfWord } from './species-lookup.js';
import {
  ageWords,
  bodyItems,
  bodyWords,
  builtPeople,
  clothing,
  generalNames,
  itemNames,
  partNames,
  species,
} from './vocabulary.js';
import { lookUp, singular } from './words.js';

export function readNoun(draft: Draft, word: string, after: string | undefined): boolean {
  const isPartOnly = Object.hasOwn(partNames, word) && !Object.hasOwn(itemNames, word);
  const item = isPartOnly ? undefined : lookUp(itemNames, word);
  if (item === 'number' && !isPrintable(draft.count)) return leaveNumber(draft, word);
  const part = lookUp(partNames, word);
  const creature = creatureOf(word);
  const role = roleOfWord(word);
  if (draft.waiting.negated && (creature || role) && !item && !part) {
    const { colours } = draft.waiting;
    draft.waiting = nothingWaiting();
    if (colours.length === 0) return true;
    draft.avoid.push(...colours); // a dog that isn't brown is still a dog
  }
  if (creature && draft.creature && after && clothing.has(after)) {
    wearAs(draft, creature);
    return true;
  }
  const isNamed = (draft.creature ?? draft.role) !== null;
  const ownPart = creature && isNamed && !item && !part && after ? thingOf(after) : undefined;
  if (creature && ownPart) {
    readOwner(draft, { creature, word, isBody: after === 'body' }, ownPart);
    return true;
  }
  if (
    creature &&
    draft.creature &&
    (refines(draft, creature) || (draft.creature === 'human' && isPersonLike(creature)))
  )
    [draft.creature, draft.word] = [creature, word];
  else if (creature && !draft.creature) [draft.creature, draft.word] = [creature, word];
  else if (role && !draft.role) draft.role = role;
  else if (item || part) {
    const into = item ? draft.items : draft.parts;
    const negated = draft.waiting.negated;
    const pointed = word === 'hat' && draft.waiting.sizes.some((one) => /^point/.test(one.word));
    draft.apposed = false;
    take(draft, into, pointed ? 'wizard hat' : (item ?? part)!, item ? nounOf(item, word) : word);
    if (negated && (after === 'or' || after === 'nor')) draft.waiting.negated = true;
    return true;
  } else if (creature) draft.others.push({ creature, word, apart: false });
  else if (role) {
    if (role !== draft.role) {
      draft.others.push({ creature: null, word, apart: false });
      draft.unshown.add(spoken.get(word) ?? word);
    }
  } else if (readBody(draft, word)) return true;
  else if (!readAnyone(draft, word)) return false;
  nameCrowd(draft);
  if (creature || role) {
    const age = lookUp(ageWords, word);
    // A young woman is as tall as others; a young boy is smaller.
    if (creature === 'human' && !age)
      draft.waiting.sizes = draft.waiting.sizes.filter((one) => one.word !== 'young');
    const build = lookUp(builtPeople, word);
    if (age) draft.age = younger(draft.age, age);
    if (build) scaleBuild(draft.build, build);
  }
  settle(draft, isAlive(draft));
  return true;
}

/** A number of one to three digits. */
const isPrintable = (count: Draft['count']): boolean => count !== null && count.many < 1000;

function leaveNumber(draft: Draft, word: string): true {
  leaveWordOut(draft, word);
  draft.notes.push('I can print a number of up to three digits: say which one, for example “number 7”.');
  return true;
}

type Owner = { creature: string; word: string; isBody: boolean };

const thingOf = (word: string): string | undefined => lookUp(itemNames, word) ?? lookUp(partNames, word);

/** A dog that is a beagle is a beagle. */
const refines = ({ isDefining, creature: named }: Draft, creature: string): boolean =>
  isDefining &&
  named !== null &&
  generalNames.has(named) &&
  !generalNames.has(creature) &&
  species[named]!.kind === species[creature]!.kind;

/** A woman who is a zombie is a zombie. */
const isPersonLike = (creature: string): boolean => {
  const { kind, face } = species[creature]!;
  return creature !== 'human' && kind === 'biped' && face === 'human';
};

/**
 * "With a fox tail": a head, and ears or tail of a person, make a hybrid. Legs and garments have the usual shape; horns
 * and wings look the same on all creatures.
 */
function readOwner(draft: Draft, { isBody, ...owner }: Owner, thing: string): void {
  const { kind, coat } = species[owner.creature]!;
  if (thing === 'wings' && kind === 'avian') {
    if (draft.waiting.colours.length === 0) draft.waiting.colours.push(`#${coat}`);
  } else if (/^(ears|tail)$/.test(thing) && draft.creature === 'human') {
    draft.others.push({ ...owner, apart: false });
    if (thing === 'tail') draft.notes.push(`A ${owner.word} tail comes with the ears of a ${owner.word}.`);
  } else if (/^(head|face)$/.test(thing) && owner.creature !== 'human') {
    draft.others.push({ ...owner, apart: false });
    draft.halved ||= draft.creature === null || species[draft.creature]!.face !== 'human';
    draft.headed = true;
  } else if (isBody && draft.creature === null) {
    [draft.creature, draft.word] = [owner.creature, owner.word];
  } else if (thing === 'coat' || otherwiseShaped.test(thing) || (!bodyItems.has(thing) && !isPart(thing))) {
    draft.unshown.add(owner.word);
    const has = isPart(thing) && thing.endsWith('s') ? 'have' : 'has';
    draft.notes.push(
      thing === 'coat'
        ? noSkinOf(owner.word)
        : `The ${thing} ${has} the usual shape, so I left out the ${owner.word}.`,
    );
  }
}

const noSkinOf = (who: string): string => `The body has a skin of its own, so I left out the ${who}.`;

const isPart = (thing: string): boolean => Object.values(partNames).includes(thing);
/** Parts that differ between creatures, and are made like those of the first. */
const otherwiseShaped = /^(head|face|ears|tail|nose|snout|mouth|legs|arms|hands|feet|neck|claws|fins)$/;

/** A bee costume: a hoodie in the colours of a bee, with what grows on one. */
function wearAs(draft: Draft, creature: string): void {
  const { coat, pattern, patternColour, parts } = species[creature]!;
  const [colour, second = patternColour && `#${patternColour}`] = draft.waiting.colours;
  draft.waiting = nothingWaiting();
  draft.items.set('shirt', {
    size: 1,
    word: 'hoodie',
    colour: colour ?? `#${coat}`,
    ...(pattern && pattern !== 'masked' && { pattern }),
    ...(second && { second }),
  });
  for (const part of parts) if (bodyItems.has(part)) draft.items.set(part, { size: 1, word: part });
}

/** "A six pack" describes a build. */
function readBody(draft: Draft, word: string): boolean {
  const build = lookUp(bodyWords, word);
  if (!build) return false;
  scaleBuild(draft.build, build, draft.waiting.negated ? -0.5 : 1);
  draft.waiting = nothingWaiting();
  return true;
}

/** Robots and metal materials shine; fur, skin and feathers take only the colour. */
export const isAlive = ({ creature }: Draft): boolean => {
  const named = creature ? species[creature] : undefined;
  return named !== undefined && named.face !== 'robot' && named.skinTakesColour;
};

/** The lexicon's form of the noun, in two words if it has two. */
function nounOf(name: string, word: string): string {
  const noun = singular(word).find((form) => Object.hasOwn(itemNames, form) && itemNames[form] === name);
  return spoken.get(noun ?? word) ?? noun ?? word;
}
