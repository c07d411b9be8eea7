import * as document from 'discord-api-spec/zod';

export type Json = Record<string, unknown>;
export type Schema = {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
};
type Issue = {
  path: readonly PropertyKey[];
  message: string;
  expected?: string;
  errors?: readonly Issue[][];
};

/** Schemas of Discord's OpenAPI document, by name. */
export function described(name: string): Schema {
  const schema = (document as unknown as Record<string, Schema | undefined>)[`${name}Schema`];
  if (!schema) throw new Error(`Discord describes no ${name}`);
  return schema;
}

/** Discord's document calls these integers, but Discord writes them as strings. */
const WRITTEN_AS_STRINGS = new Set(['permissions', 'allow', 'deny', 'default_member_permissions', 'nonce']);

/** The document's times end in Z, Discord's own in +00:00. */
const withoutOffsets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, part) =>
    typeof part === 'string' ? part.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+00:00$/, '$1Z') : part,
  );

/** One line a fault, those of the best-fitting branch of a union. */
export function faultsOf(schema: Schema, value: unknown): string[] {
  const result = schema.safeParse(withoutOffsets(value));
  const lines = (issues: readonly Issue[], at: readonly PropertyKey[] = []): string[] =>
    issues.flatMap((issue) => {
      const path = [...at, ...issue.path];
      if (issue.errors) {
        const branches = issue.errors.map((branch) => lines(branch, path));
        return branches.sort((a, b) => a.length - b.length)[0] ?? [];
      }
      return WRITTEN_AS_STRINGS.has(String(path.at(-1)))
        ? []
        : [`${path.map(String).join('.')}: ${issue.message}`];
    });
  return result.success ? [] : lines(result.error?.issues ?? []);
}
