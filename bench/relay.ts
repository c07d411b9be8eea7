import { type Figure, median, percentile } from './figure.js';
import { type Outcome, playAnswer } from './relay/answers.js';
import { type Chance, createChance } from './relay/discord.js';
import { measureIngest } from './relay/ingest.js';
import { debounce, greedy, naive, ours, type Policy } from './relay/policies.js';
import { inventText, readDocuments, type Stream, streamOf } from './relay/streams.js';
import { playEnds, weighConversations } from './relay/threads.js';

const RATES = [1, 2, 5, 10, 20, 50];
const ANSWERS = 60;
const ROUNDS = 5;

/** A text long enough for a sustained stream at this rate: documents of this repository, or random. */
function textOf(documents: readonly string[], chance: Chance, length: number): string {
  if (chance() < 0.5) return inventText(chance, length);
  let text = '';
  while (text.length < length) text += `${documents[Math.floor(chance() * documents.length)]}\n\n`;
  return text.slice(0, length).trim();
}

function streamsAt(perSecond: number, documents: readonly string[]): Stream[] {
  return Array.from({ length: ANSWERS }, (_, index) => {
    const chance = createChance(perSecond * 1_000 + index);
    const seconds = 10 + chance() * 20;
    const text = textOf(documents, chance, Math.max(300, perSecond * seconds * 4));
    return streamOf(text, { conversationId: 'cnv_1', runId: 'run_1', perSecond, chance, seconds });
  });
}

type Row = { perSecond: number; p50: number; p99: number; shown: number; refused: number; wrong: number };

async function playAll(policy: Policy, documents: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const perSecond of RATES) {
    const outcomes: Outcome[] = [];
    for (const [index, stream] of streamsAt(perSecond, documents).entries())
      outcomes.push(await playAnswer(policy, stream, index));
    const delays = outcomes.map(({ endDelayMs }) => endDelayMs);
    const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + pick(one), 0);
    rows.push({
      perSecond,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      shown: sum((one) => one.shownBefore),
      refused: sum((one) => one.refused),
      wrong: sum((one) => Number(!one.isRight)),
    });
  }
  return rows;
}

const worst = (rows: readonly Row[], pick: (row: Row) => number): number => Math.max(...rows.map(pick));

/** One answer in one thread: events at 1 to 50 a second, a bucket of 5 requests in 5 s. */
async function streaming(): Promise<Figure[]> {
  const documents = readDocuments('.').filter(({ length }) => length > 200);
  const rows: Record<string, Row[]> = {};
  for (const [name, policy] of Object.entries({ ours, naive, debounce, greedy }))
    rows[name] = await playAll(policy, documents);
  const most = rows.greedy!;
  const used = (mine: readonly Row[]) => Math.min(...mine.map(({ shown }, at) => shown / most[at]!.shown));
  console.log(
    `  policy    events/s   end p50 ms   end p99 ms   edits used   429   wrong   (${ANSWERS} answers each)`,
  );
  for (const [name, mine] of Object.entries(rows))
    for (const [at, { perSecond, p50, p99, shown, refused, wrong }] of mine.entries()) {
      const cells = [p50.toFixed(0), p99.toFixed(0), (shown / most[at]!.shown).toFixed(2), refused, wrong];
      console.log(
        `  ${name.padEnd(10)}${String(perSecond).padStart(8)}   ${cells.map((cell) => String(cell).padStart(10)).join('   ')}`,
      );
    }
  const mine = rows.ours!;
  const peers = (name: string) => ({ name, value: worst(rows[name]!, ({ p99 }) => p99) });
  const late = worst(mine, ({ p99 }) => p99);
  const right = RATES.length * ANSWERS - mine.reduce((sum, { wrong }) => sum + wrong, 0);
  return [
    {
      name: 'end of an answer shown, p99, the worst of 1 to 50 events/s',
      value: late,
      unit: 'ms',
      peer: peers('naive'),
      goal: { text: '<= 1 s', met: late <= 1_000 },
    },
    { name: 'the same with debounced edits', value: peers('debounce').value, unit: 'ms' },
    {
      name: 'allowed edits used, the least of 1 to 50 events/s',
      value: used(mine),
      unit: '',
      peer: { name: 'debounce', value: used(rows.debounce!) },
      goal: { text: '>= .90', met: used(mine) >= 0.9 },
    },
    {
      name: 'answers complete, once, and equal to the service’s text',
      value: right,
      unit: `of ${RATES.length * ANSWERS}`,
      goal: { text: 'all', met: right === RATES.length * ANSWERS },
    },
    {
      name: 'refused with 429',
      value: mine.reduce((sum, { refused }) => sum + refused, 0),
      unit: '',
      goal: { text: 'none', met: mine.every(({ refused }) => refused === 0) },
    },
  ];
}

/** A thousand growing threads under one limit of 50 requests a second. */
async function crowd(): Promise<Figure[]> {
  const atOnce = await playEnds(Number.POSITIVE_INFINITY);
  const steady = await playEnds(25);
  const ratio = atOnce.p99Ms / atOnce.leastMs;
  const bytes = await weighConversations();
  const isRight = [atOnce, steady].every(({ refused, wrong }) => refused + wrong === 0);
  return [
    {
      name: 'ends of 1,000 answers at once among growing ones, p99',
      value: atOnce.p99Ms,
      unit: 'ms',
      peer: { name: 'a queue of ends alone at 50/s', value: atOnce.leastMs },
      ratio,
      goal: { text: '<= 1.2 x, none refused', met: ratio <= 1.2 && isRight },
    },
    {
      name: 'ends at 25 a second among 1,000 growing answers, p99',
      value: steady.p99Ms,
      unit: 'ms',
      peer: { name: 'a queue of ends alone', value: steady.leastMs },
      ratio: steady.p99Ms / steady.leastMs,
    },
    {
      name: 'heap of 1,000 conversations with 1,500 characters each',
      value: bytes / 1e6,
      unit: 'MB',
      goal: { text: '<= 4 MB', met: bytes <= 4e6 },
    },
  ];
}

async function ingest(): Promise<Figure> {
  const rounds = await measureIngest(ROUNDS);
  const [relay, bare] = [median(rounds.map((one) => one.relay)), median(rounds.map((one) => one.bare))];
  const ratio = median(rounds.map((one) => one.relay / one.bare));
  return {
    name: 'events from the socket into 200 threads',
    value: relay,
    unit: 'per s',
    peer: { name: 'bare socket + JSON.parse', value: bare },
    ratio,
    goal: { text: '>= .25 x', met: ratio >= 0.25 },
  };
}

export default async function (): Promise<Figure[]> {
  return [...(await streaming()), ...(await crowd()), await ingest()];
}
