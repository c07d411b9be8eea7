import { pageLocale } from '../copy/locale.js';

/** Discord's timestamp styles (`<t:seconds:style>`) in the language of the page and the reader's time zone. */
const styles: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  /** Next to an author, for messages of other days. */
  stamp: { dateStyle: 'short', timeStyle: 'short' },
};

type Formats = { times: Record<string, Intl.DateTimeFormat>; relative: Intl.RelativeTimeFormat };

const formatsOf = (locale?: string): Formats => {
  const times = Object.entries(styles).map(([style, how]) => [style, new Intl.DateTimeFormat(locale, how)]);
  const relative = new Intl.RelativeTimeFormat(locale ?? 'en', { numeric: 'auto' });
  return { times: Object.fromEntries(times), relative };
};

/** Kept because creating a formatter takes as long as rendering a message. */
const known = new Map<string | undefined, Formats>();

function formatsIn(locale = pageLocale()): Formats {
  const formats = known.get(locale) ?? formatsOf(locale);
  known.set(locale, formats);
  return formats;
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

export const formatTime = (ms: number, style: string, locale?: string): string =>
  (formatsIn(locale).times[Object.hasOwn(styles, style) ? style : 'f'] as Intl.DateTimeFormat).format(ms);

/** `in 5 minutes`, `3 hours ago`. */
export function formatRelative(ms: number, now: number, locale?: string): string {
  const seconds = Math.round((ms - now) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return formatsIn(locale).relative.format(Math.trunc(seconds / size), unit);
}

/** The time next to an author, with the date when it is not today. */
export function formatStamp(ms: number, now: number, locale?: string): string {
  const sameDay = new Date(ms).toDateString() === new Date(now).toDateString();
  return formatTime(ms, sameDay ? 't' : 'stamp', locale);
}
