import { type Fields, fieldsOf, withoutPrefix } from './fields.js';
import { mismatch, type Notes } from './reading.js';
import { type Dictionary, isDictionary, plainWord, toId } from './values.js';

const wrappers = ['data', 'result', 'payload', 'response', 'body', 'item', 'attributes'];
const deepest = 3;
/** Envelopes have these fields too: `{status: "success", data: {…}}`. */
const envelopeMarks = new Set(['id', 'status', 'type', 'message', 'createdat', 'code']);
const strong = 100;

type Level = { object: Dictionary; at: string };

/** JSON:API `relationships` as fields: each id under its name, both `pack` and `pack_id`. */
export function relationsOf({ relationships }: Dictionary): Dictionary[] {
  if (!isDictionary(relationships)) return [];
  const ids = Object.entries(relationships).flatMap(([name, relation]) => {
    const id = isDictionary(relation) && isDictionary(relation.data) ? toId(relation.data.id) : undefined;
    return id === undefined ? [] : [[name, id] as const, [`${name}_id`, id] as const];
  });
  return [Object.fromEntries(ids)];
}

/**
 * Finds the object of a resource: the body itself, or inside `data`, `result`, `payload` or the resource's own name. The
 * candidate with most of the resource's fields wins.
 * @param own names of the resource in an envelope
 * @param marks fields that identify the resource
 * @param prefixes plain names of the resource that its fields may begin with: `generationStatus`
 * @param parts nested or neighbouring objects whose fields count if the resource lacks them
 */
export function unwrap(
  body: unknown,
  {
    own,
    marks,
    notes,
    prefixes = [],
    parts = [],
  }: {
    own: readonly string[];
    marks: readonly string[];
    notes: Notes;
    prefixes?: readonly string[];
    parts?: readonly string[];
  },
): Fields {
  const wanted = new Set(marks.map(plainWord));
  const inside = new Set([...wrappers, ...own].map(plainWord));
  /** Fields specific to the resource count more than those an envelope has too. */
  const scoreOf = ({ object }: Level): number => {
    let score = 0;
    for (const [name, value] of Object.entries(object)) {
      const key = plainWord(name);
      const isWrapper = inside.has(key) && typeof value === 'object';
      if (value == null || isWrapper) continue;
      if (wanted.has(key)) score += envelopeMarks.has(key) ? 1 : strong;
      else if (wanted.has(withoutPrefix(key, prefixes))) score += strong;
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
    ...(parent ? [parent.object, ...relationsOf(parent.object)] : []),
    ...relationsOf(best.object),
    ...(parts.length > 0 ? levels.flatMap(({ object }) => partsOf(object)) : []),
  ];
  return fieldsOf(layers, '', notes, prefixes);
}
