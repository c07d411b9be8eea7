/** Characters that are written in two ways: Chinese in traditional ones is read as in simplified ones. */
import { z } from 'zod';

/** The simplified character of each traditional one. */
export type Variants = ReadonlyMap<string, string>;

/** Two lists, character by character. None may be longer than its other way, so that places in a text stay the same. */
export const variantsShape = z
  .strictObject({ simplified: z.string(), traditional: z.string() })
  .transform((table, context): Variants => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    const simplified = [...table.simplified];
    const traditional = [...table.traditional];
    if (simplified.length !== traditional.length) report('the two lists are not of the same length');
    const variants = new Map<string, string>();
    const targets = new Set(simplified);
    for (const [at, one] of traditional.entries()) {
      const other = simplified[at] ?? one;
      if (variants.has(one)) report(`“${one}” has two simplified characters`);
      if (targets.has(one)) report(`“${one}” is in both lists`);
      if (one.length !== other.length) report(`“${one}” and “${other}” are not of the same length`);
      variants.set(one, other);
    }
    return variants;
  });

export const simplify = (text: string, variants: Variants): string =>
  variants.size === 0 ? text : Array.from(text, (one) => variants.get(one) ?? one).join('');
