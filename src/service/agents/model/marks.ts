/** Marks that the templates of open models write around text that is not for the member. */
export type Mark = {
  open: string;
  kind: 'thought' | 'call' | 'header' | 'lost end' | 'control';
  /** The ends of what `open` begins; without one it lasts until the end of the reply. */
  ends?: readonly string[];
};

const between = (kind: Mark['kind'], open: string, ...ends: string[]): Mark => ({ open, kind, ends });

const thoughts = [
  between('thought', '<think>', '</think>'),
  between('thought', '<thinking>', '</thinking>'),
  between('thought', '<thought>', '</thought>'),
  between('thought', '[THINK]', '[/THINK]'),
  between('thought', '<|begin_of_thought|>', '<|end_of_thought|>'),
];

export const thoughtEnds = thoughts.flatMap(({ ends = [] }) => ends);

/** Qwen and Hermes, Llama, Mistral, Granite and Phi, Kimi, DeepSeek. */
const calls = [
  between('call', '<tool_call>', '</tool_call>'),
  between('call', '<function_call>', '</function_call>'),
  between('call', '<function=', '</function>'),
  between('call', '<|tool_call|>', '<|/tool_call|>'),
  between('call', '<|python_tag|>', '<|eom_id|>', '<|eot_id|>'),
  between('call', '[TOOL_CALLS]'),
  between('call', '<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'),
  between('call', '<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
];

/** OpenAI's harmony format: a header names the channel of the message behind it. */
const headers = [
  between('header', '<|channel|>', '<|message|>'),
  between('header', '<|start|>', '<|message|>'),
];

const controls = [
  ...['<|im_end|>', '<|eot_id|>', '<|eom_id|>', '<|end|>', '<|return|>', '<|call|>', '<|endoftext|>'],
  ...['<end_of_turn>', '<｜end▁of▁sentence｜>', '<|begin_of_solution|>', '<|end_of_solution|>'],
].map((open): Mark => ({ open, kind: 'control' }));

const lostEnds = thoughtEnds.map((open): Mark => ({ open, kind: 'lost end' }));

/** What ends a message of the harmony format; the first two begin the next one. */
export const messageEnds = ['<|start|>', '<|channel|>', '<|end|>', '<|return|>', '<|call|>'];

/**
 * The marks that count now.
 * @param at.hasSpoken whether something was said; a thought stands before it
 * @param at.hasThought whether a thought ended before
 * @param at.hasTools whether tools were offered
 */
export function marksAt(at: { hasSpoken: boolean; hasThought: boolean; hasTools: boolean }): Mark[] {
  return [
    ...(at.hasSpoken ? [] : thoughts),
    ...(at.hasTools ? calls : []),
    ...(at.hasThought ? [] : lostEnds),
    ...headers,
    ...controls,
  ];
}

/** The first mark in a text; of two at the same place the longer. */
export function findMark(text: string, marks: readonly Mark[]): { at: number; mark: Mark } | null {
  let first: { at: number; mark: Mark } | null = null;
  for (const mark of marks) {
    const at = text.indexOf(mark.open);
    if (at < 0 || (first && at > first.at)) continue;
    if (!first || at < first.at || mark.open.length > first.mark.open.length) first = { at, mark };
  }
  return first;
}

/** How many characters at the end of a text may be the beginning of one of these marks. */
export function unfinishedLength(text: string, opens: readonly string[]): number {
  const longest = Math.max(0, ...opens.map((open) => open.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (opens.some((open) => open.length > length && open.startsWith(end))) return length;
  }
  return 0;
}
