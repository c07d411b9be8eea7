import { IntlMessageFormat } from 'intl-messageformat';
import type { Reason } from '../base/errors.js';
import type { Messages } from './messages.gen.js';

/** Formats messages in one language. Runs in Node and in the browser pages. */

/** A key of data/locales/en-US.json. */
export type MessageKey = keyof Messages;

/** A key of a message without arguments. */
export type PlainKey = { [K in MessageKey]: Messages[K] extends null ? K : never }[MessageKey];

/** The arguments of a message: none, or one object. */
export type ArgumentsOf<K extends MessageKey> = Messages[K] extends null ? [] : [values: Messages[K]];

export type ReasonList = { readonly items: readonly Reason[]; readonly type: 'and' | 'or' };

/** ICU source, or its syntax tree (what a page gets, so that it needs no parser). */
export type MessageSource = string | ReturnType<IntlMessageFormat['getAst']>;
export type Sources = Readonly<Record<string, MessageSource>>;

/** What a translator is made of. Data only, so that it can be sent to a page. `messages` may be read when needed. */
export type TranslateOptions = {
  locale: string;
  readonly messages: Sources;
  fallback?: { locale: string; readonly messages: Sources };
};

/** @example t('credits.count', { credits: 100 }) */
export type Translate<Keys extends MessageKey = MessageKey> = {
  <K extends Keys>(key: K, ...values: ArgumentsOf<K>): string;
  /** The locale of the texts, for example `pt-BR`. */
  readonly locale: string;
  /** Whether the key has a text in this locale, so that English is not the fallback. */
  has(key: string): boolean;
  /** A message whose key was chosen elsewhere. Values that are reasons themselves are translated too. */
  message(message: Reason): string;
  /** The messages whose keys begin so, for a page to translate with. */
  sources(keys: readonly string[]): TranslateOptions;
  number(value: number | bigint): string;
  /** `42%`, `42 %` in German. @param percent 0 to 100 */
  percent(percent: number): string;
  /** An exact decimal with its currency: `0.05 SOL`, `0,05 SOL` in German. */
  amount(decimal: string, currency: string): string;
  /** `SOL, USDC, and EUR`, or with `or`. */
  list(items: Iterable<string>, type?: 'and' | 'or'): string;
};

const isReason = (value: unknown): value is Reason =>
  typeof value === 'object' && value !== null && 'key' in value && 'values' in value;
const isList = (value: unknown): value is ReasonList =>
  typeof value === 'object' && value !== null && 'items' in value && 'type' in value;

/** Whether a text has no ICU syntax, so that it needs no formatter. */
const isLiteral = (source: MessageSource): source is string =>
  typeof source === 'string' && !/[{}']/.test(source);

const parse = (source: MessageSource, locale: string): IntlMessageFormat =>
  new IntlMessageFormat(source, locale, undefined, { ignoreTag: true });

type Format = (values: Readonly<Record<string, unknown>>) => string;

function compile(source: MessageSource, locale: string): Format {
  if (isLiteral(source)) return () => source;
  const compiled = parse(source, locale);
  return (values) => String(compiled.format(values as Record<string, string>));
}

/** Syntax trees of the messages whose keys begin so; of the fallback only those that are missing. */
function sourcesOf(
  { locale, messages, fallback }: TranslateOptions,
  keys: readonly string[],
): TranslateOptions {
  const parsed = (sources: Sources, language: string): Sources => {
    const chosen = Object.entries(sources).filter(([key]) => keys.some((start) => key.startsWith(start)));
    return Object.fromEntries(chosen.map(([key, source]) => [key, treeOf(source, language)]));
  };
  const missing = Object.entries(fallback?.messages ?? {}).filter(([key]) => messages[key] === undefined);
  return {
    locale,
    messages: parsed(messages, locale),
    ...(fallback && {
      fallback: {
        locale: fallback.locale,
        messages: parsed(Object.fromEntries(missing), fallback.locale),
      },
    }),
  };
}

const treeOf = (source: MessageSource, locale: string): MessageSource =>
  isLiteral(source) ? source : parse(source, locale).getAst();

/**
 * Compiles each message at its first use. A message that is missing or broken in this locale is shown in the
 * fallback's, and never throws.
 */
export function createTranslate<Keys extends MessageKey = MessageKey>(
  options: TranslateOptions,
): Translate<Keys> {
  const { locale, fallback } = options;
  const compiled = new Map<string, Format>();

  const compileKey = (key: string): Format => {
    const own = options.messages[key];
    const spare = fallback?.messages[key];
    const inFallback = (): Format =>
      spare === undefined ? () => key : compile(spare, fallback?.locale ?? locale);
    if (own === undefined) return inFallback();
    let format: Format;
    try {
      format = compile(own, locale);
    } catch {
      return inFallback();
    }
    return (values) => {
      try {
        return format(values);
      } catch (error) {
        if (fallback === undefined) throw error;
        return inFallback()(values);
      }
    };
  };

  const format = (key: string, values: Readonly<Record<string, unknown>> = {}): string => {
    let found = compiled.get(key);
    if (found === undefined) {
      found = compileKey(key);
      compiled.set(key, found);
    }
    return found(values);
  };

  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const percents = new Intl.NumberFormat(locale, { style: 'percent' });
  const lists = {
    and: new Intl.ListFormat(locale, { type: 'conjunction' }),
    or: new Intl.ListFormat(locale, { type: 'disjunction' }),
  };
  const resolve = (value: unknown): unknown => {
    if (isReason(value)) return message(value);
    return isList(value) ? lists[value.type].format(value.items.map(message)) : value;
  };
  const message = ({ key, values }: Reason): string =>
    format(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value)])));

  return Object.assign(format as (key: Keys, ...values: ArgumentsOf<Keys>) => string, {
    locale,
    has: (key: string) => options.messages[key] !== undefined,
    message,
    sources: (keys: readonly string[]) => sourcesOf(options, keys),
    number: (value: number | bigint) => numbers.format(value),
    percent: (percent: number) => percents.format(percent / 100),
    amount: (decimal: string, currency: string) =>
      `${numbers.format(decimal as Intl.StringNumericLiteral)} ${currency}`,
    list: (items: Iterable<string>, type: 'and' | 'or' = 'and') => lists[type].format(items),
  }) as Translate<Keys>;
}
