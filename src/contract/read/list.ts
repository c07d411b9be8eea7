import type { Page } from '../shapes.js';
import { isMismatch, mismatch, type Notes } from './reading.js';
import { type Dictionary, isDictionary, plainWord, toFlag, toId } from './values.js';

const usual = ['data', 'items', 'results', 'list', 'records', 'rows', 'entries', 'content', 'edges', 'hits'];
const around = ['data', 'result', 'payload', 'response', 'body', 'embedded'];
const nextNames = [
  'nextcursor',
  'next',
  'cursor',
  'nextpagetoken',
  'nexttoken',
  'continuation',
  'endcursor',
  'after',
];
const moreNames = ['hasmore', 'hasnext', 'hasnextpage', 'more'];
const deepest = 3;

type Found = { items: readonly unknown[]; holders: readonly Dictionary[]; at: string };

const entryOf = (object: Dictionary, names: readonly string[]): [string, unknown] | undefined => {
  for (const wanted of names) {
    const found = Object.entries(object).find(([name]) => plainWord(name) === wanted);
    if (found && found[1] != null) return found;
  }
  return undefined;
};

/** An object whose values are all objects is read as a list by id. */
function byId(object: Dictionary): readonly unknown[] | undefined {
  const entries = Object.entries(object);
  if (entries.length === 0 || !entries.every(([, value]) => isDictionary(value))) return undefined;
  return entries.map(([id, value]) => ({ id, ...(value as Dictionary) }));
}

/** Falls back to the only list of objects, unless the object has an id and so is a resource. */
function onlyList(object: Dictionary): [string, unknown] | undefined {
  const lists = Object.entries(object).filter(([, value]) => Array.isArray(value));
  const [only] = lists;
  if (!only || lists.length > 1 || entryOf(object, ['id'])) return undefined;
  return (only[1] as unknown[]).every(isDictionary) ? only : undefined;
}

/** Some services omit an empty list, others write `null`. */
function isEmptyList(object: Dictionary, own: readonly string[]): boolean {
  const isNull = Object.entries(object).some(
    ([name, value]) => value === null && own.includes(plainWord(name)),
  );
  const page = entryOf(object, ['page', 'meta', 'pagination'])?.[1];
  const total = isDictionary(page)
    ? entryOf(page, ['totalelements', 'total', 'totalcount', 'count'])
    : undefined;
  return isNull || total?.[1] === 0;
}

function find(body: unknown, own: readonly string[], at = '', depth = 0): Found | undefined {
  if (Array.isArray(body)) return { items: body, holders: [], at };
  if (body === null && depth === 0) return { items: [], holders: [], at };
  if (!isDictionary(body) || depth > deepest) return undefined;
  for (const name of [...own, ...usual, ...around]) {
    const entry = entryOf(body, [name]);
    if (!entry) continue;
    const found = find(entry[1], own, at === '' ? entry[0] : `${at}.${entry[0]}`, depth + 1);
    if (found) return { ...found, holders: [...found.holders, body] };
    const keyed = own.includes(name) && isDictionary(entry[1]) ? byId(entry[1]) : undefined;
    if (keyed) return { items: keyed, holders: [body], at: entry[0] };
  }
  const only = onlyList(body);
  if (only)
    return { items: only[1] as unknown[], holders: [body], at: at === '' ? only[0] : `${at}.${only[0]}` };
  return isEmptyList(body, own) ? { items: [], holders: [body], at } : undefined;
}

function nextOf(holders: readonly Dictionary[]): { next: string | null; more: boolean | undefined } {
  const places = holders.flatMap((holder) => [
    holder,
    ...['meta', 'pagination', 'paging', 'pageinfo', 'links', 'page'].flatMap((name) => {
      const inner = entryOf(holder, [name])?.[1];
      return isDictionary(inner) ? [inner] : [];
    }),
  ]);
  let next: string | null = null;
  let more: boolean | undefined;
  for (const place of places) {
    next ??= cursorOf(linkIn(entryOf(place, nextNames)?.[1]));
    more ??= toFlag(entryOf(place, moreNames)?.[1]);
  }
  return { next, more };
}

/** A cursor or link, which may be in an object: `{href: "…"}`. */
const linkIn = (value: unknown): string | undefined => toId(isDictionary(value) ? value.href : value);

/** Query parameters that identify the next page. */
const pageParameters = ['cursor', 'after', 'starting_after', 'page_token', 'page', 'offset'];

/** A cursor from a link contains its parameter, such as `page=2`, or the link's whole query. */
export function cursorQuery(cursor: string): Record<string, string> {
  if (cursor.startsWith('?')) return Object.fromEntries(new URLSearchParams(cursor.slice(1)));
  const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(cursor) ?? [];
  return pageParameters.includes(name) ? { [name]: value } : { cursor };
}

/** Extracts the cursor from the query of a link. */
function cursorOf(given: string | undefined): string | null {
  if (given === undefined || !/^(https?:\/)?\/|^\?/.test(given)) return given ?? null;
  const query = new URLSearchParams(given.slice(given.indexOf('?') + 1));
  const name = pageParameters.find((one) => query.get(one));
  if (name === undefined) return query.size > 0 ? `?${query}` : null;
  return name === 'cursor' ? query.get(name) : `${name}=${query.get(name)}`;
}

/**
 * Reads a list, bare or under `data`, `items`, `results` or its own name, with any common cursor. Unreadable items are
 * skipped and noted; a list without a readable item is a mismatch.
 * @param own plain names of the list in an envelope: `packs`, `creditpacks`
 */
export function readList<T>(
  body: unknown,
  own: readonly string[],
  readItem: (item: unknown) => T,
  notes: Notes,
): Page<T> {
  const found = find(body, own);
  if (!found) throw mismatch(own[0] ?? 'data', 'is not a list');
  if (found.at !== 'data')
    notes.add(`data: read from ${found.at === '' ? 'the bare list' : `"${found.at}"`}`);
  const data: T[] = [];
  let firstMisfit: unknown;
  for (const [at, item] of found.items.entries()) {
    const node = isDictionary(item) && isDictionary(item.node) ? item.node : item;
    try {
      data.push(readItem(node));
    } catch (error) {
      if (!isMismatch(error)) throw error;
      firstMisfit ??= error;
      notes.add(`data.${at}: left out, ${error.cause}`);
    }
  }
  if (data.length === 0 && firstMisfit) throw firstMisfit;
  const { next, more } = nextOf(found.holders);
  const hasMore = next !== null && more !== false;
  return { data, has_more: hasMore, next_cursor: hasMore ? next : null };
}
