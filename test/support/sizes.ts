import { parseAst } from 'vitest/node';

/** The lines of code of one function, without comments, empty lines and the functions inside it. */
export type FunctionSize = { name: string; line: number; lines: number };

type Node = { type: string; start: number; end: number; body?: unknown; id?: { name: string } | null };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const isFunction = ({ type, body }: Node): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && Boolean(body);

/**
 * Measures every function of a TypeScript file. A function counts only its own lines, because a factory of eight short
 * closures reads like a file of eight short functions.
 */
export function functionSizes(source: string, lang: 'ts' | 'tsx'): FunctionSize[] {
  const sizes: FunctionSize[] = [];
  const lineAt = lineCounter(source);
  const code = source.split('\n').map((text) => !/^\s*($|\/\/|\/?\*)/.test(text));

  /** @returns the lines of the functions in this node */
  const measure = (node: Node): number => {
    const children = Object.values(node).flat().filter(isNode);
    const inner = children.map(measure).reduce((sum, lines) => sum + lines, 0);
    if (!isFunction(node)) return inner;
    const line = lineAt(node.start);
    const last = lineAt(node.end);
    const all = code.slice(line - 1, last).filter(Boolean).length;
    sizes.push({ name: node.id?.name ?? 'a function', line, lines: all - inner });
    return last > line ? all : 0;
  };
  measure(parseAst(source, { lang }) as unknown as Node);
  return sizes;
}

/** The line number of an offset, from 1. */
function lineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
