import { editSpec } from '../../../../engine/input/text/edit.js';
import { type CharacterSpec, itemOrPartOf } from '../../../../engine/input/text/spec.js';
import { changesBetween, type SpecChange } from '../../../../engine/input/text/spec-lines.js';
import { builds, headgear, partNames, sizes } from '../../../../engine/input/text/vocabulary.js';
import { writeSpec } from '../../../../engine/input/text/write-spec.js';
import { bodyOf, phraseOf } from '../words/lexis.js';
import type { DraftChange } from './change.js';
import { readCharacter, traitWith } from './character.js';

/** Checks a changed description with the engine: nothing beside the target of a change may change. */

const specOf = (text: string): CharacterSpec => bodyOf(text).spec;

const itemOf = (word: string): string => itemOrPartOf(word.toLowerCase().replace(/[ -]/g, ''));
const itemsIn = (text: string): string[] => {
  const { parts = [], garments = [], props = [] } = specOf(text);
  return [...parts, ...garments, ...props].map(({ name }) => itemOrPartOf(name));
};

const isItem = (word: string): boolean => itemsIn(`a ${word}`).length > 0 || Object.hasOwn(partNames, word);

type Target = { items: readonly string[]; isWhole: boolean; isKind: boolean };
const stem = (word: string): string => word.toLowerCase().replace(/(?<=..)s$/, '');

function targetOf(change: DraftChange, before: string): Target | null {
  switch (change.kind) {
    case 'become':
      if (change.part && !isItem(change.part)) return null;
      return change.part
        ? {
            items: [itemOf(change.part), ...itemsIn(`${change.words} ${change.part}`)],
            isWhole: false,
            isKind: false,
          }
        : { items: [], isWhole: true, isKind: false };
    case 'add':
      return { items: itemsIn(change.what), isWhole: false, isKind: false };
    case 'remove':
      return { items: goneFrom(before, change.what), isWhole: true, isKind: false };
    case 'swap':
      return {
        items: [...goneFrom(before, change.what), ...itemsIn(change.for)],
        isWhole: true,
        isKind: true,
      };
    case 'move':
      return { items: [], isWhole: false, isKind: false };
    default:
      return null; // another creature, or fewer things: much changes
  }
}

const goneFrom = (before: string, what: string): string[] => {
  const trait = traitWith(readCharacter(before), what.split(' ').at(-1)!);
  return [what, itemOf(what), ...(trait ? itemsIn(trait.text) : [])];
};

const isOf = ({ items, isWhole, isKind }: Target, { about, name }: SpecChange): boolean => {
  if (name !== null)
    return (
      items.some((one) => one === itemOrPartOf(name) || stem(one) === stem(name)) ||
      isOther(items, itemOrPartOf(name))
    );
  if (/^(?:species|role|blend)$/.test(about)) return isKind || items.length > 0;
  if (about === 'without') return items.length > 0 || isWhole;
  return isWhole || (about === 'look' && items.includes('coat'));
};

/** A new hat takes the place of a crown. */
const isOther = (items: readonly string[], item: string): boolean =>
  headgear.has(item) && items.some((one) => headgear.has(one));

/** Whether the engine reads nothing else from the changed description than the change asks for. */
export function isLocal(before: string, after: string, change: DraftChange): boolean {
  const target = targetOf(change, before);
  return target === null || changesBetween(specOf(before), specOf(after)).every((one) => isOf(target, one));
}

/** The description of the engine's own edit of the character, with the things that the engine does not know. */
export function madeByEngine(prompt: string, change: DraftChange): string | null {
  const said = saidFor(change);
  if (said === null) return null;
  const strange = readCharacter(prompt).traits.filter(({ joint, text }) => {
    const { hasThings, isCharacter } = phraseOf(text);
    return !hasThings && !isCharacter && !/without/i.test(joint);
  });
  const text = writeSpec(editSpec(specOf(prompt), said).spec);
  return [text, ...strange.map((one) => one.text)].join(' and ');
}

function saidFor(change: DraftChange): string | null {
  if (change.kind === 'become') return change.part ? `${change.words} ${change.part}` : change.words;
  if (change.kind === 'add') return itemsIn(change.what).length > 0 ? change.what : null;
  if (change.kind === 'remove') return `no ${change.what}`;
  return change.kind === 'swap' ? `no ${change.what}, ${change.for}` : null;
}

/** Whether a size in a changed description goes the way of the word: a "bigger" fox is bigger than before. */
export function moves(before: string, after: string, word: string, part: string | null): boolean {
  const axes = part === null ? builds[word] : undefined;
  const factor = part === null ? undefined : sizes[word];
  if (!axes && factor === undefined) return after !== before;
  const [was, is] = [specOf(before), specOf(after)].map((spec) =>
    axes ? buildOf(spec, axes) : sizeOf(spec, part!),
  );
  const direction = axes ? (mainOf(axes)[1] ?? 1) : factor!;
  return direction > 1 ? is! > was! * nearly : is! < was! / nearly;
}

const nearly = 1.01;
const mainOf = (axes: Readonly<Record<string, number>>): [string, number] =>
  Object.entries(axes).reduce(
    (best, one) => (Math.abs(Math.log(one[1])) > Math.abs(Math.log(best[1])) ? one : best),
    ['height', 1] as [string, number],
  );
const buildOf = ({ build = {} }: CharacterSpec, axes: Readonly<Record<string, number>>): number =>
  build[mainOf(axes)[0] as keyof typeof build] ?? 1;
const sizeOf = ({ parts = [], garments = [], props = [] }: CharacterSpec, part: string): number =>
  [...parts, ...garments, ...props].find(({ name }) => itemOrPartOf(name) === itemOf(part))?.size ?? 1;
