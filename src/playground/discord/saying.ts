/**
 * A sentence as a code and its values, so that a page can show it in the person's language. The actor API sends the
 * English text too, for scripts.
 */
export interface Saying {
  readonly code: string;
  readonly values: { readonly [name: string]: string | number | Saying };
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Record<NamesIn<Text>, string | number | Saying>];

/** The sentences of one part of the playground. */
export type Sayings<Table extends Record<string, string>> = {
  say<Code extends keyof Table & string>(code: Code, ...values: ValuesOf<Table[Code]>): Saying;
  inEnglish(saying: Saying): string;
};

/** @param english the text of each code, with `{name}` for a value */
export function createSayings<Table extends Record<string, string>>(english: Table): Sayings<Table> {
  const inEnglish = ({ code, values }: Saying): string =>
    (english[code] ?? code).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return typeof value === 'object' ? inEnglish(value) : String(value ?? whole);
    });
  return {
    say: (code, ...[values]) => ({ code, values: (values as Saying['values'] | undefined) ?? {} }),
    inEnglish,
  };
}
