import { parseAst } from 'vitest/node';

type Node = { type: string; start: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat().filter(isNode)) yield* nodesOf(child);
}

const isOperation = ({ type, typeAnnotation }: Node): boolean =>
  type === 'TSMethodSignature' ||
  (type === 'TSPropertySignature' &&
    isNode(typeAnnotation) &&
    isNode(typeAnnotation.typeAnnotation) &&
    typeAnnotation.typeAnnotation.type === 'TSFunctionType');

/** The object types that a TypeScript file declares, with how many operations each has. */
export function operationCounts(source: string): { name: string; operations: number }[] {
  return [...nodesOf(parseAst(source, { lang: 'ts' }) as unknown as Node)].flatMap((node) => {
    const { id, typeAnnotation } = node;
    if (node.type !== 'TSTypeAliasDeclaration' || !isNode(typeAnnotation) || !isNode(id)) return [];
    if (typeAnnotation.type !== 'TSTypeLiteral') return [];
    const members = (typeAnnotation.members as Node[]).filter(isOperation);
    return [{ name: String(id.name), operations: members.length }];
  });
}

const sql = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|VALUES|SET|LIMIT)\b/;

/** The SQL of a TypeScript file whose parameters have no names. */
export function positionalSql(source: string): string[] {
  const texts = [...nodesOf(parseAst(source, { lang: 'ts' }) as unknown as Node)].flatMap((node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type !== 'TemplateElement') return [];
    return [(node.value as { raw: string }).raw];
  });
  return texts.filter((text) => sql.test(text) && text.includes('?'));
}
