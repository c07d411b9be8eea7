import { type Fields, fieldsOf } from './fields.js';
import { mismatch, type Notes } from './reading.js';
import { type Dictionary, isDictionary, plainWord } from './values.js';

const wrappers = ['data', 'result', 'payload', 'response', 'body', 'item', 'attributes'];
const deepest = 3;
/** An envelope has these too: `{status: "success", data: {…}}`. */
const envelopeMarks = new Set(['id', 'status', 'type', 'message', 'createdat', 'code']);
const strong = 100;

type Level = { object: Dictionary; at: string };

/**
 * The object a resource is in: the body itself, or inside `data`, `result`, `payload` or the resource's own name. Of
 * several the one with most of the resource's fields is taken.
 * @param own names of the resource, as an envelope would have it
 * @param marks fields by which the resource is known
 * @param parts objects in or beside it whose fields count where the resource itself has none of that name
 */
export function unwrap(
  body: unknown,
  {
    own,
    marks,
    notes,
    parts = [],
  }: { own: readonly string[]; marks: readonly string[]; notes: Notes; parts?: readonly string[] },
): Fields {
  const wanted = new Set(marks.map(plainWord));
  const inside = new Set([...wrappers, ...own].map(plainWord));
  /** What says which resource it is counts more than what an envelope has as well. */
  const scoreOf = ({ object }: Level): number => {
    let score = 0;
    for (const [name, value] of Object.entries(object)) {
      const key = plainWord(name);
      const isWrapper = inside.has(key) && typeof value === 'object';
      if (value != null && !isWrapper && wanted.has(key)) score += envelopeMarks.has(key) ? 1 : strong;
    }
    return score;
  };
  const isBetter = (one: Level, best: Level): boolean => {
    const [score, highest] = [scoreOf(one), scoreOf(best)];
    return score > highest || (score === highest && score > 0 && score < strong);
  };

  const levels: Level[] = [];
  const collect = (value: unknown, at: string, depth: number): void => {
    const object = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (!isDictionary(object)) return;
    levels.push({ object, at });
    if (depth === deepest) return;
    for (const [name, inner] of Object.entries(object))
      if (inside.has(plainWord(name)) && typeof inner === 'object')
        collect(inner, at === '' ? name : `${at}.${name}`, depth + 1);
  };
  collect(body, '', 0);
  const [outermost] = levels;
  if (!outermost) throw mismatch(own[0] ?? '', 'is not an object');
  const best = levels.reduce((best, one) => (isBetter(one, best) ? one : best), outermost);
  if (best !== outermost) notes.add(`${own[0]}: read from "${best.at}"`);
  const { attributes } = best.object;
  const parent = levels.find(({ object }) => object.attributes === best.object);
  const detail = new Set(parts.map(plainWord));
  const partsOf = (object: Dictionary) =>
    Object.entries(object).flatMap(([name, value]) =>
      detail.has(plainWord(name)) && isDictionary(value) && value !== best.object ? [value] : [],
    );
  const layers = [
    best.object,
    ...(isDictionary(attributes) ? [attributes] : []),
    ...(parent ? [parent.object] : []),
    ...(parts.length > 0 ? levels.flatMap(({ object }) => partsOf(object)) : []),
  ];
  return fieldsOf(layers, '', notes);
}
