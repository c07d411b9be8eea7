import { describe, expect, it } from 'vitest';
import { drawView } from '../../../../src/bot/talk/drawing.js';
import { emptyView, foldEvent } from '../../../../src/bot/talk/view.js';
import type { AgentEvent } from '../../../../src/contract/events.js';
import { t } from '../../../support/copy.js';

let seq = 0;
const event = <T extends AgentEvent['type']>(
  type: T,
  data: Extract<AgentEvent, { type: T }>['data'],
  run_id = 'run_1',
) =>
  ({
    id: `evt_${++seq}`,
    seq,
    type,
    conversation_id: 'cnv_1',
    run_id,
    created_at: '2026-01-01T00:00:00.000Z',
    data,
  }) as AgentEvent;

const says = (delta: string, text_offset: number) =>
  event('agent_response', { message_id: 'msg_1', delta, text_offset, is_final: false });
const ends = (
  text: string,
  finish_reason: 'stop' | 'canceled' = 'stop',
  usage: { credits: number; tokens?: number } = { credits: 0 },
) =>
  event('agent_complete', {
    message_id: 'msg_1',
    text,
    finish_reason,
    attachments: [],
    usage,
  });
const shown = (events: AgentEvent[]) => drawView(events.reduce(foldEvent, emptyView), t).texts;

describe('the view of a thread', () => {
  it("shows the agent's steps, then its text, then exactly its final text", () => {
    const looks = event('agent_progress', {
      step: 'a',
      label: 'Looking at your credits',
      percent: null,
      tool: null,
    });
    expect(shown([looks])).toEqual(['-# Looking at your credits… · started <t:1767225600:R>']);
    expect(shown([looks, says('You have', 0), says(' 7', 8)])).toEqual(['You have 7']);
    expect(shown([looks, says('You have', 0), ends('You have 8 credits.')])).toEqual(['You have 8 credits.']);
  });

  it('is not doubled by a repeated delta, nor changed by an event after the end', () => {
    expect(shown([says('Hello', 0), says('Hello', 0), says(' you', 5)])).toEqual(['Hello you']);
    expect(shown([ends('Done.'), says('late', 0)])).toEqual(['Done.']);
  });

  it('says when it was stopped and when it failed', () => {
    expect(shown([says('Once', 0), ends('Once', 'canceled')])).toEqual(['Once\n\n-# Stopped.']);
    const fails = event('agent_error', { detail: 'The agent could not answer.', retryable: true });
    expect(shown([fails])).toEqual(['> ⚠️ The agent could not answer.\n-# Reference `run_1`']);
  });

  it('shows tokens and credits under every end, and that a stopped or failed answer may cost nothing', () => {
    const note = (events: AgentEvent[]) => shown(events)[0]?.split('-# ').at(-1);
    expect(note([ends('Done', 'stop', { credits: 3, tokens: 1_234 })])).toBe('1,234 tokens · 3 credits');
    expect(note([ends('Half', 'canceled', { credits: 1, tokens: 90 })])).toBe('90 tokens · 1 credit');
    expect(note([ends('', 'canceled', { credits: 0, tokens: 70 })])).toBe('70 tokens · no charge');
    const usage = { credits: 0, tokens: 700 };
    const fails = event('agent_error', { detail: 'The model is busy.', retryable: true, usage });
    expect(note([fails])).toBe('700 tokens · no charge');
    expect(note([ends('Free')])).toBe('Free');
  });

  it('shows the tools used and the present one in the same line, until the next words', () => {
    const uses = (step: string, label: string, status: 'started' | 'finished' | 'failed') =>
      event('agent_progress', { step, label, percent: null, tool: { name: step, status } });
    const used = [
      uses('explain_credits', 'Reading', 'started'),
      uses('explain_credits', 'Reading', 'finished'),
      uses('map', 'Reading a map', 'started'),
      uses('map', 'Reading a map', 'failed'),
    ];
    const since = 'started <t:1767225600:R>';
    expect(shown(used.slice(0, 1))).toEqual([`-# Reading your balance… · ${since}`]);
    expect(shown(used.slice(0, 3))).toEqual([`-# ✓ Reading your balance · Reading a map… · ${since}`]);
    expect(shown(used)).toEqual([`-# ✓ Reading your balance · ✗ Reading a map · Thinking… · ${since}`]);
    expect(shown([...used, says('Hello', 0)])).toEqual(['Hello']);
  });

  it('names the code of a failure and the run, for the operator', () => {
    const fails = event('agent_error', {
      code: 'provider_error',
      detail: 'The model is busy.',
      retryable: true,
    });
    expect(shown([fails])).toEqual(['> ⚠️ The model is busy.\n-# Error `provider_error` · reference `run_1`']);
  });

  it('starts again with the next run, in new messages', () => {
    const before = { ...[ends('First')].reduce(foldEvent, emptyView), posted: ['m1'] };
    const next = foldEvent(
      before,
      event('agent_response', { message_id: 'm', delta: 'Second', text_offset: 0, is_final: false }, 'run_2'),
    );
    expect(next).toMatchObject({
      text: 'Second',
      posted: [],
      phase: 'running',
      over: ['run_1'],
      behind: 'm1',
    });
  });

  it('ignores a delta that does not fit the text so far, and events of an earlier run', () => {
    expect(shown([says('Hello', 0), says('lost', 9), says(' you', 5)])).toEqual(['Hello you']);
    const late = event('agent_progress', { step: 'a', label: 'Late', percent: null, tool: null }, 'run_0');
    expect(
      drawView(
        foldEvent({ ...emptyView, phase: 'running', runId: 'run_1', over: ['run_0'], text: 'Hi' }, late),
        t,
      ).texts,
    ).toEqual(['Hi']);
  });

  it('keeps no more of a stream than can be shown, and a foreign message in its place', () => {
    const huge = [says('x'.repeat(1_000_000), 0)].reduce(foldEvent, emptyView);
    expect(huge.text.length).toBeLessThan(50_000);
    const looks = event('agent_progress', {
      step: 'a',
      label: '# Big\n@everyone',
      percent: null,
      tool: null,
    });
    expect(shown([looks])).toEqual(['-# # Big @\u200beveryone… · started <t:1767225600:R>']);
  });

  it('ends in subtext outside any code block, even if the answer left a fence open', () => {
    expect(shown([ends('```ts\nlet a;', 'canceled')])).toEqual(['```ts\nlet a;\n```\n\n-# Stopped.']);
  });
});
