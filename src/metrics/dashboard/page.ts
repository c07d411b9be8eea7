import { iso } from '../../base/clock.js';
import { escapeHtml } from '../../base/html.js';
import type { Lists } from '../../base/metrics.js';
import type { RecentProblem } from '../../base/recent-problems.js';
import type { PlainKey, Translate } from '../../copy/translate.js';
import { everyMs, mostPoints, type Point } from './history.js';
import { plots, type Unit } from './plots.js';
import { mostLines, namesOf, niceTop, svgOf } from './svg.js';

/** Everything that the page shows. */
export type View = {
  version: string;
  startedAt: number;
  now: number;
  /** Current faults, one sentence each. */
  faults: readonly string[];
  points: readonly Point[];
  cases: Rows<Lists['cases']>;
  jobs: Rows<Lists['jobs']>;
  problems: readonly RecentProblem[];
  /** Whether the reader asked for a page that loads itself again; nothing moves unasked. */
  isLive: boolean;
};
type Rows<Row> = { rows: readonly Row[]; isWhole: boolean };

const refreshSeconds = 30;
const hours = (everyMs * mostPoints) / 3_600_000;

/** `2026-01-31 14:05`, in UTC. */
const timeOf = (ms: number): string => iso(ms).slice(0, 16).replace('T', ' ');

/** A document of the dashboard. */
export const documentOf = (body: string, t: Translate, { refreshes = false } = {}): string => `<!doctype html>
<html lang="${t.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${refreshes ? `<meta http-equiv="refresh" content="${refreshSeconds}">\n` : ''}<title>${t('dashboard.window')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/main.css">
</head>
<body>
${body}
</body>
</html>
`;

export const loginPage = (problem: PlainKey | null, t: Translate): string =>
  documentOf(
    `<main class="login">
<h1>${t('dashboard.title')}</h1>
<form method="post" action="/login">
<label for="token">${t('dashboard.login.label')}</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
${problem ? `<p class="bad" role="alert">${t.message({ key: problem, values: {} })}</p>` : ''}
<button>${t('dashboard.login.button')}</button>
</form>
<p class="quiet">${t('dashboard.login.hint')}</p>
</main>`,
    t,
  );

export function dashboardPage(view: View, t: Translate): string {
  const { faults, version, startedAt, now, isLive } = view;
  const about = t('dashboard.about', { version, started: timeOf(startedAt), now: timeOf(now) });
  const state = faults.length === 0 ? t('dashboard.works') : t('dashboard.faults', { count: faults.length });
  return documentOf(
    `<header>
<h1>${t('dashboard.title')}</h1>
<p class="state ${faults.length === 0 ? 'good' : 'bad'}">${escapeHtml(state)}</p>
<p class="quiet">${escapeHtml(about)}</p>
<p>${isLive ? `<a href="/">${t('dashboard.live.stop')}</a>` : `<a href="/?live">${t('dashboard.live.start', { seconds: refreshSeconds })}</a>`}</p>
</header>
<main>
${faults.length === 0 ? '' : `<ul class="faults">${faults.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>`}
<div class="lists">
${casesOf(view, t)}
${jobsOf(view, t)}
${problemsOf(view, t)}
</div>
<section aria-labelledby="plots">
<h2 id="plots">${t('dashboard.plots.title', { hours })}</h2>
<div class="plots">
${plots.map((_, index) => plotOf(index, view.points, t)).join('\n')}
</div>
</section>
</main>`,
    t,
    { refreshes: isLive },
  );
}

type Column = Extract<PlainKey, `dashboard.column.${string}`>;

/** A list with a heading, or a sentence where it is empty. */
function tableOf(
  texts: { title: PlainKey; none: PlainKey },
  columns: readonly Column[],
  { rows, isWhole }: Rows<readonly string[]>,
  t: Translate,
): string {
  const name = texts.title.split('.')[1] ?? '';
  const plain = (key: PlainKey) => escapeHtml(t.message({ key, values: {} }));
  const head = columns.map((key) => `<th scope="col">${plain(key)}</th>`).join('');
  const cell = (text: string, index: number) =>
    `<td data-label="${plain(columns[index] ?? 'dashboard.column.kind')}">${escapeHtml(text)}</td>`;
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n');
  const table = `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
  return `<section aria-labelledby="${name}">
<h2 id="${name}">${plain(texts.title)}</h2>
${rows.length === 0 ? `<p class="quiet">${plain(texts.none)}</p>` : table}
${isWhole ? '' : `<p class="bad">${plain('dashboard.incomplete')}</p>`}
</section>`;
}

const casesOf = ({ cases }: View, t: Translate): string =>
  tableOf(
    { title: 'dashboard.cases.title', none: 'dashboard.cases.none' },
    [
      'dashboard.column.case',
      'dashboard.column.reason',
      'dashboard.column.amount',
      'dashboard.column.since',
      'dashboard.column.transaction',
    ],
    {
      ...cases,
      rows: cases.rows.map((one) => [one.id, one.reason, one.amount, timeOf(one.openedAt), one.signature]),
    },
    t,
  );

const jobsOf = ({ jobs }: View, t: Translate): string =>
  tableOf(
    { title: 'dashboard.jobs.title', none: 'dashboard.jobs.none' },
    [
      'dashboard.column.queue',
      'dashboard.column.kind',
      'dashboard.column.running',
      'dashboard.column.waiting',
      'dashboard.column.failing',
      'dashboard.column.since',
    ],
    {
      ...jobs,
      rows: jobs.rows.map(({ queue, kind, running, waiting, failing, oldestAt }) => [
        queue,
        kind,
        t.number(running),
        t.number(waiting),
        t.number(failing),
        timeOf(oldestAt),
      ]),
    },
    t,
  );

const problemsOf = ({ problems }: View, t: Translate): string =>
  tableOf(
    { title: 'dashboard.problems.title', none: 'dashboard.problems.none' },
    [
      'dashboard.column.time',
      'dashboard.column.level',
      'dashboard.column.message',
      'dashboard.column.error',
      'dashboard.column.times',
    ],
    {
      isWhole: true,
      rows: problems.map(({ at, level, message, error, times }) => [
        timeOf(at),
        level >= 50 ? 'error' : 'warn',
        message,
        error,
        t.number(times),
      ]),
    },
    t,
  );

const round = (value: number): number => Number(value.toPrecision(3));

function written(value: number, unit: Unit, t: Translate): string {
  if (unit === 'percent') return t.percent(round(value));
  if (unit === 'bytes') return `${t.number(Math.round(value / 1e6))} MB`;
  if (unit === 'perMinute') return `${t.number(round(value))}/min`;
  if (unit === 'count') return t.number(round(value));
  return value > 0 && value < 0.1 ? `${t.number(round(value * 1_000))} ms` : `${t.number(round(value))} s`;
}

/** One figure: its newest values, and its course. */
function plotOf(index: number, points: readonly Point[], t: Translate): string {
  const plot = plots[index];
  if (plot === undefined) return '';
  const title = t.message({ key: plot.title, values: {} });
  const names = namesOf(points, index);
  const shown = names.slice(0, mostLines);
  const values = points.flatMap((point) => shown.map((name) => point.values[index]?.get(name) ?? 0));
  const top = plot.unit === 'percent' ? 100 : niceTop(Math.max(0, ...values));
  const newest = (name: string) => points.at(-1)?.values[index]?.get(name);
  const entries = shown.map((name, line) => {
    const value = newest(name);
    const text = value === undefined ? '–' : written(value, plot.unit, t);
    return `<li class="key line-${line}">${name === '' ? '' : `<span>${escapeHtml(name)}</span> `}<b>${escapeHtml(text)}</b></li>`;
  });
  const rest =
    names.length > mostLines ? `<li>${t('dashboard.more', { count: names.length - mostLines })}</li>` : '';
  const label = t('dashboard.plot.label', { title, highest: written(Math.max(0, ...values), plot.unit, t) });
  const [first, last] = [points[0], points.at(-1)];
  const times =
    first && last
      ? `<span>${timeOf(first.at).slice(11)}</span><span>${timeOf(last.at).slice(11)}</span>`
      : '';
  return `<figure>
<figcaption>${escapeHtml(title)}</figcaption>
<ul>${entries.length === 0 ? `<li class="quiet">${t('dashboard.plots.none')}</li>` : entries.join('') + rest}</ul>
<div class="course"><span class="top">${escapeHtml(written(top, plot.unit, t))}</span>${svgOf(points, index, { names: shown, top, label })}</div>
<div class="times">${times}</div>
</figure>`;
}
