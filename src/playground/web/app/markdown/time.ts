/** Discord's timestamp styles (`<t:seconds:style>`) in the reader's own language and time zone. */
const styles: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

export const formatTime = (ms: number, style: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, styles[style] ?? styles.f).format(ms);

/** `in 5 minutes`, `3 hours ago`. */
export function formatRelative(ms: number, now: number, locale = 'en'): string {
  const seconds = Math.round((ms - now) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** What stands beside an author: the time of day, with the day when it is not today. */
export function formatStamp(ms: number, now: number, locale?: string): string {
  const sameDay = new Date(ms).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(
    locale,
    sameDay ? styles.t : { dateStyle: 'short', timeStyle: 'short' },
  ).format(ms);
}
