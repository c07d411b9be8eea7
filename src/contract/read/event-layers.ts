import { type EventKind, eventKindOf, specified } from './event-names.js';
import { fieldsOf } from './fields.js';
import { createNotes } from './reading.js';
import { type Dictionary, isDictionary, parseJson, plainWord } from './values.js';

const nameFields = [
  'type',
  'event',
  'name',
  'kind',
  'event_type',
  'event_name',
  'action',
  'topic',
  'op',
  'method',
];
const bodyFields = [
  'data',
  'payload',
  'body',
  'params',
  'detail',
  'content',
  'message',
  'event',
  'result',
  'attributes',
];

type Named = { word: string; kind: EventKind | undefined; layers: readonly Dictionary[] };

/** The event's name and fields, inner objects before the wrapping ones. */
export function openEvent(frame: Dictionary, depth = 0): Named | undefined {
  const top = fieldsOf([frame], '', createNotes());
  const inner = bodyFields.flatMap((name) => {
    const value = top.any([name]);
    const parsed = typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value;
    return isDictionary(parsed) ? [parsed] : [];
  });
  for (const name of nameFields) {
    const word = top.any([name]);
    const kind = eventKindOf(word);
    if (kind && typeof word === 'string') {
      const isSpecified = [...specified].some((one) => plainWord(word).endsWith(one));
      const nested =
        isSpecified || depth > 1
          ? undefined
          : inner.map((one) => openEvent(one, depth + 1)).find((one) => one?.kind);
      return nested
        ? { ...nested, layers: [...nested.layers, frame] }
        : { word, kind, layers: [...inner, frame] };
    }
  }
  if (depth < 2)
    for (const one of inner) {
      const nested = openEvent(one, depth + 1);
      if (nested?.kind) return { ...nested, layers: [...nested.layers, frame] };
    }
  const byKey = Object.entries(frame).find(([key]) => specified.has(plainWord(key)));
  if (byKey)
    return {
      word: byKey[0],
      kind: eventKindOf(byKey[0]),
      layers: isDictionary(byKey[1]) ? [byKey[1], frame] : [{ text: byKey[1] }, frame],
    };
  const word = nameFields.map((name) => top.any([name])).find((one) => typeof one === 'string');
  return { word: typeof word === 'string' ? word : '', kind: undefined, layers: [...inner, frame] };
}
