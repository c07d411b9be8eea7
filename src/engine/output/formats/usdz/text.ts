/** Values of a USD layer as text. */

const digits = 1e6;
export const number = (value: number): string => String(Math.round(value * digits) / digits || 0);

export const tuple = (values: Iterable<number>): string => `(${Array.from(values, number).join(', ')})`;

/** A list of tuples from a flat array. @param map changes one tuple, for example the direction of V */
export function tuples(
  values: ArrayLike<number>,
  size: number,
  map: (tuple: number[]) => number[] = (one) => one,
): string {
  const written: string[] = [];
  for (let i = 0; i < values.length; i += size)
    written.push(tuple(map(Array.from({ length: size }, (_, k) => values[i + k]!))));
  return `[${written.join(', ')}]`;
}

export const list = (values: ArrayLike<number>): string => `[${Array.from(values, number).join(', ')}]`;
export const quoted = (text: string): string =>
  JSON.stringify(text.replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, ''));
export const strings = (values: readonly string[]): string => `[${values.map(quoted).join(', ')}]`;

/** A matrix that only moves; USD writes rows, the translation last. */
export const moved = ([x, y, z]: readonly [number, number, number]): string =>
  `( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), ${tuple([x, y, z, 1])} )`;

/** A name of a prim: letters, digits and underscores, not beginning with a digit. */
export const primName = (name: string): string => name.replace(/\W/g, '_').replace(/^(?=\d)|^$/, '_');

/** A prim with its properties and children, indented. */
export function prim(head: string, metadata: readonly string[], body: readonly string[]): string {
  const indent = (lines: readonly string[]) =>
    lines
      .flatMap((line) => line.split('\n'))
      .map((line) => `    ${line}`)
      .join('\n');
  const about = metadata.length > 0 ? ` (\n${indent(metadata)}\n)` : '';
  return `${head}${about}\n{\n${indent(body)}\n}`;
}
