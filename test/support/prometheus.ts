/** Reads the text format of Prometheus strictly: anything outside its grammar, or in a wrong order, is an error. */

export type Family = {
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  samples: { name: string; labels: Record<string, string>; value: number }[];
};

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const endings = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] } as const;

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const [whole, name, value] = labelPair.exec(rest) ?? [];
    if (whole === undefined || name === undefined || name in labels) throw new Error(`labels: ${text}`);
    labels[name] = value ?? '';
    rest = rest.slice(whole.length);
  }
  return labels;
}

const numberOf = (text: string): number => {
  const value =
    text === '+Inf' ? Number.POSITIVE_INFINITY : text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);
  if (Number.isNaN(value) && !/^nan$/i.test(text)) throw new Error(`no number: ${text}`);
  return value;
};

/** @throws Error naming the line that breaks the format */
export function parsePrometheus(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: [name: string, Family] | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, about, name = '', said = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (about === 'HELP') {
      if (families.has(name)) throw new Error(`described twice: ${name}`);
      current = [name, { help: said, type: 'gauge', samples: [] }];
      families.set(...current);
      continue;
    }
    if (about === 'TYPE') {
      if (current?.[0] !== name || !/^(counter|gauge|histogram|summary)$/.test(said)) throw new Error(line);
      current[1].type = said as Family['type'];
      continue;
    }
    const [, own, labels = '', value = ''] = sampleLine.exec(line) ?? [];
    if (own === undefined || !current) throw new Error(`neither a comment nor a sample: ${line}`);
    const [family, { type, samples }] = current;
    const allowed = type === 'histogram' || type === 'summary' ? endings[type] : [''];
    if (!allowed.some((ending) => own === family + ending))
      throw new Error(`in the family ${family}: ${line}`);
    const key = line.slice(0, line.lastIndexOf(' '));
    if (seen.has(key)) throw new Error(`twice: ${key}`);
    seen.add(key);
    samples.push({ name: own, labels: labelsOf(labels), value: numberOf(value) });
  }
  return families;
}
