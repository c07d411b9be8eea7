const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * How long a server asks to wait, in ms: by `retry-after-ms` (Azure), by Retry-After in seconds or as a date (RFC 9110,
 * section 10.2.3), else in its sentence ("Please try again in 1m2.5s").
 */
export function waitIn(headers: Headers | undefined, words: string, now: number): number | null {
  const exact = headers?.get('retry-after-ms');
  if (exact && /^\d+(?:\.\d+)?$/.test(exact)) return Number(exact);
  const text = headers?.get('retry-after');
  if (!text) return waitInWords(words);
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function waitInWords(words: string): number | null {
  const [, time] =
    /(?:again|retry)\s+(?:in|after)\s+((?:\d+(?:\.\d+)?\s*(?:ms|millisecond|s|sec|m|min|h|hour)[a-z]*\s*)+)/i.exec(
      words,
    ) ?? [];
  if (!time) return null;
  const parts = [...time.matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h)/gi)];
  const ms = parts.map(([, count, unit = '']) => {
    const short = unit.toLowerCase() === 'milli' ? 'ms' : unit.toLowerCase();
    return Number(count) * (unitMs[short] ?? 0);
  });
  return ms.reduce((sum, one) => sum + one, 0);
}
