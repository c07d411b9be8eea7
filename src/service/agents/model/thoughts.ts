/**
 * Removes an open model's reasoning, `<think>…</think>` at the beginning of a reply. Fed piece by piece, because
 * the tags may be split across chunks.
 */
export function createThoughtFilter(): (piece: string) => string {
  let state: 'unknown' | 'thinking' | 'pausing' | 'speaking' = 'unknown';
  let kept = '';

  const step = (): string => {
    if (state === 'unknown') {
      const start = kept.trimStart();
      if (start === '' || (start.length < opening.length && opening.startsWith(start))) return '';
      state = start.startsWith(opening) ? 'thinking' : 'speaking';
    }
    if (state === 'thinking') {
      const end = kept.indexOf(closing);
      kept = end < 0 ? kept.slice(-closing.length) : kept.slice(end + closing.length);
      if (end < 0) return '';
      state = 'pausing';
    }
    if (state === 'pausing') {
      kept = kept.trimStart();
      if (kept === '') return '';
      state = 'speaking';
    }
    const said = kept;
    kept = '';
    return said;
  };

  return (piece) => {
    if (state === 'speaking') return piece;
    kept += piece;
    return step();
  };
}

const opening = '<think>';
const closing = '</think>';
