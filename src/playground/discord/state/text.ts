/**
 * JSON with support for maps, sets and big integers, each encoded under a key with `$`. Objects that already have such
 * a key are encoded as entries, so that data from a bot is never decoded as one of these.
 */
export const encodeState = (value: unknown): string => JSON.stringify(value, replace);

/** @throws SyntaxError when it is not JSON */
export const decodeState = (text: string): unknown => JSON.parse(text, revive);

function replace(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: value.toString() };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value instanceof Map) return { $map: [...value] };
  if (value instanceof Set) return { $set: [...value] };
  for (const key in value) if (key.startsWith('$')) return { $object: Object.entries(value) };
  return value;
}

type Tagged = {
  $bigint?: string;
  $map?: [unknown, unknown][];
  $set?: unknown[];
  $object?: [string, unknown][];
};

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $bigint, $map, $set, $object } = value as Tagged;
  if ($map) return new Map($map);
  if ($set) return new Set($set);
  if ($object) return Object.fromEntries($object);
  return $bigint === undefined ? value : BigInt($bigint);
}
