import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * Generates the types of all message keys and their arguments from the English texts, so that a missing key, a
 * missing argument or an unknown argument does not compile.
 */

const source = 'data/locales/en-US.json';
const target = 'src/copy/messages.gen.ts';

/**
 * The type of a `select` argument: its options, when the `other` option that ICU requires is empty, otherwise any text.
 */
function selectType({ options }) {
  const { other, ...named } = options;
  if (other.value.length > 0) return 'string';
  return Object.keys(named)
    .map((option) => `'${option}'`)
    .join(' | ');
}

const typeOf = (element) =>
  ({
    [TYPE.argument]: () => 'string',
    [TYPE.number]: () => 'number | bigint',
    [TYPE.plural]: () => 'number',
    [TYPE.date]: () => 'Date | number',
    [TYPE.time]: () => 'Date | number',
    [TYPE.select]: () => selectType(element),
  })[element.type]?.();

/** Collects the arguments of a message, also those inside plural and select options. */
function collect(elements, found) {
  for (const element of elements) {
    const type = typeOf(element);
    if (type === undefined) continue;
    found[element.value] = narrower(found[element.value], type, element.value);
    for (const option of Object.values(element.options ?? {})) collect(option.value, found);
  }
  return found;
}

/** An argument may be used twice, for example as text and in a `select`. */
function narrower(one, other, name) {
  if (one === undefined || one === other || one === 'string') return other;
  if (other === 'string') return one;
  const numbers = ['number', 'number | bigint'];
  if (numbers.includes(one) && numbers.includes(other)) return 'number';
  throw new Error(`the argument {${name}} is used as ${one} and as ${other}`);
}

function typeOfMessage(key, text) {
  try {
    const found = Object.entries(collect(parse(text, { ignoreTag: true }), {}));
    if (found.length === 0) return 'null';
    return `{ ${found.map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
  } catch (error) {
    throw new Error(`${source}: ${key}: ${error.message}`, { cause: error });
  }
}

const texts = Object.entries(JSON.parse(readFileSync(source, 'utf8'))).filter(
  ([key]) => !key.startsWith('$'),
);
const lines = texts.map(
  ([key, text]) =>
    `  /** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n  '${key}': ${typeOfMessage(key, text)};`,
);
const generated = `// Generated from ${source} by messages.mjs. Do not edit.\n\n/** The arguments of each message; null when it takes none. */\nexport type Messages = {\n${lines.join('\n')}\n};\n`;

/** An unchanged file keeps its time, so that watchers and incremental builds have nothing to do. */
function writeChanged(path, content) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
}
writeChanged(target, generated);

// The playground's page bundles its English texts, so that its first paint needs no further request.
const languages = readdirSync('data/locales').map((name) => name.replace(/\.json$/, ''));
const own = texts
  .filter(([key]) => key.startsWith('playground.'))
  .map(([key, text]) => `  '${key}': ${JSON.stringify(text)},\n`);
writeChanged(
  'src/playground/web/app/copy/english.gen.ts',
  `// Generated from ${source} by messages.mjs. Do not edit.\n\nexport const languages: readonly string[] = ${JSON.stringify(languages)};\n\nexport const english = {\n${own.join('')}} as const;\n`,
);
