type Node = { [letter: string]: Node };

/** A pattern for any of many words, the longest first. Words that begin alike are compared only once. */
export function alternatives(words: readonly string[]): string {
  const root: Node = {};
  for (const word of words) {
    let node = root;
    for (const letter of [...word, end]) {
      node[letter] ??= {};
      node = node[letter];
    }
  }
  return patternOf(root);
}

const end = '';

function patternOf(node: Node): string {
  const branches = Object.entries(node)
    .filter(([letter]) => letter !== end)
    .map(([letter, next]) => (letter === ' ' ? '[ -]?' : letter) + patternOf(next));
  if (branches.length === 0) return '';
  const isEnd = Object.hasOwn(node, end);
  return branches.length === 1 && !isEnd ? branches[0]! : `(?:${branches.join('|')})${isEnd ? '?' : ''}`;
}
