import { findMark, type Mark, marksAt, messageEnds, thoughtEnds, unfinishedLength } from './marks.js';
import { readWrittenCalls, type ToolCall } from './written-calls.js';

/** What a piece of a reply says to the member. */
export type Said = {
  text: string;
  /** The text before turned out to be reasoning. */
  isRetracted: boolean;
};

export type SpeechReader = {
  read(piece: string): Said;
  end(): Said & { calls: ToolCall[] };
  /** Whether the reply began with reasoning that nothing announced. */
  beganThinking(): boolean;
};

type Block = { kind: 'thought' | 'call' | 'header'; open: string; ends: readonly string[]; body: string };

type State = {
  readonly names: ReadonlySet<string>;
  readonly calls: ToolCall[];
  /** The hidden text that is being read. */
  block: Block | null;
  /** Text not read yet: it may be the beginning of a mark. */
  kept: string;
  said: string;
  isRetracted: boolean;
  hasSpoken: boolean;
  hasThought: boolean;
  isHarmony: boolean;
  hasLostEnd: boolean;
  /** Marks that are dropped at the end of a reply and shown elsewhere. */
  controls: string;
};

/**
 * Separates what a model says to the member from reasoning, tool calls written as text, and marks of its template.
 * Fed piece by piece; a mark may be split across pieces.
 * @param options.names the tools that were offered; other calls stay text
 * @param options.beginsThinking whether this model's replies begin with reasoning that nothing announces
 */
export function createSpeechReader(options: {
  names: ReadonlySet<string>;
  beginsThinking: boolean;
}): SpeechReader {
  const { names, beginsThinking } = options;
  const state: State = {
    names,
    calls: [],
    block: beginsThinking ? { kind: 'thought', open: '', ends: thoughtEnds, body: '' } : null,
    kept: '',
    said: '',
    controls: '',
    isRetracted: false,
    hasSpoken: false,
    hasThought: false,
    isHarmony: false,
    hasLostEnd: false,
  };

  const read = (piece: string, isEnd: boolean): Said => {
    state.kept += piece;
    while (state.kept !== '' && (state.block ? readBlock(state, state.block) : readText(state, isEnd)));
    const result = { text: state.said, isRetracted: state.isRetracted };
    state.said = '';
    state.isRetracted = false;
    return result;
  };

  return {
    read: (piece) => read(piece, false),
    end() {
      const { text, isRetracted } = read('', true);
      const { block: last } = state;
      if (last) {
        last.body += take(state);
        if (last.kind === 'call') finish(state, last, '');
        else if (last.open === '' && !state.isHarmony) say(state, last.body); // no reasoning after all
      }
      return { text: text + state.said, isRetracted, calls: state.calls };
    },
    beganThinking: () => state.hasLostEnd || (beginsThinking && state.hasThought),
  };
}

function say(state: State, text: string): void {
  const shown = state.hasSpoken ? text : text.trimStart();
  if (shown === '') return;
  if (state.controls !== '' && shown.trim() === '') {
    state.controls += shown;
    return;
  }
  state.said += state.controls + shown;
  state.controls = '';
  state.hasSpoken = true;
}

function take(state: State, length = state.kept.length): string {
  const taken = state.kept.slice(0, length);
  state.kept = state.kept.slice(length);
  return taken;
}

/** @returns whether more can be read at once */
function readBlock(state: State, block: Block): boolean {
  const ends = block.ends.map((open): Mark => ({ open, kind: 'control' }));
  const found = findMark(state.kept, ends);
  block.body += take(state, found?.at ?? state.kept.length - unfinishedLength(state.kept, block.ends));
  if (!found) return false;
  const end = found.mark.open;
  const beginsNext = state.isHarmony && (end === '<|start|>' || end === '<|channel|>');
  if (!beginsNext) take(state, end.length);
  finish(state, block, end);
  return true;
}

function finish(state: State, { kind, open, body }: Block, end: string): void {
  state.block = null;
  if (kind === 'thought') state.hasThought = true;
  else if (kind === 'header') {
    state.isHarmony = true;
    state.block = messageAfter(body);
  } else {
    const found = readWrittenCalls(open.startsWith('<function=') ? open + body : body, state.names);
    state.calls.push(...(found ?? []));
    if (!found) say(state, open + body + end);
  }
}

/** The message behind a header of the harmony format: a call, reasoning, or null for words to the member. */
function messageAfter(header: string): Block | null {
  const name = /\bto=(?:functions\.)?([\w-]+)/.exec(header)?.[1];
  if (name) return { kind: 'call', open: '', ends: messageEnds, body: `${name}\n` };
  return /analysis/.test(header)
    ? { kind: 'thought', open: '<|channel|>', ends: messageEnds, body: '' }
    : null;
}

/** @returns whether more can be read at once */
function readText(state: State, isEnd: boolean): boolean {
  const { kept, hasSpoken, names } = state;
  const hasTools = names.size > 0;
  const marks = marksAt({ hasSpoken, hasThought: state.hasThought || state.isHarmony, hasTools });
  const found = findMark(kept, marks);
  if (found) {
    const before = take(state, found.at);
    say(state, before);
    // Behind other words it is a word itself.
    if (found.mark.kind === 'thought' && state.hasSpoken) return true;
    take(state, found.mark.open.length);
    begin(state, found.mark);
    return true;
  }
  if (hasTools && !hasSpoken && mayBeJsonCall(state, isEnd)) {
    if (isEnd) finish(state, { kind: 'call', open: '', ends: [], body: take(state) }, '');
    return false;
  }
  const opens = marks.map(({ open }) => open);
  say(state, take(state, isEnd ? kept.length : kept.length - unfinishedLength(kept, opens)));
  return false;
}

function begin(state: State, { kind, open, ends = [] }: Mark): void {
  if (kind === 'control') {
    if (!state.isHarmony) state.controls += open;
    return;
  }
  if (kind !== 'lost end') {
    state.block = { kind, open, ends, body: '' };
    return;
  }
  state.hasLostEnd = state.hasSpoken;
  state.isRetracted ||= state.hasSpoken;
  state.said = '';
  state.controls = '';
  state.hasSpoken = false;
  state.hasThought = true;
}

const jsonStart = /^\s*(?:```(?:json|tool_\w+)?\s*)?[[{]/;
const mayBecomeJson = /^\s*(?:`{1,3}\w*\s*)?$/;
const charsUntilName = 200;

/** A reply that begins as JSON is held back as long as it may be a call. */
function mayBeJsonCall({ kept, names, calls }: State, isEnd: boolean): boolean {
  if (calls.length > 0) return false;
  if (!jsonStart.test(kept)) return !isEnd && mayBecomeJson.test(kept);
  return kept.length <= charsUntilName || [...names].some((name) => kept.includes(name));
}
