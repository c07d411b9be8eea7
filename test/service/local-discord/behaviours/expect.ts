import assert from 'node:assert/strict';
import type { Answer } from './behaviour.js';

type FaultTree = { [key: string]: FaultTree | { code: string }[] };

/** The faults of a 50035 as `content BASE_TYPE_MAX_LENGTH`. */
export function faultsOf(errors: FaultTree | undefined, path: string[] = []): string[] {
  return Object.entries(errors ?? {}).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.map(({ code }) => `${path.join('.')} ${code}`)
      : faultsOf(value, [...path, key]),
  );
}

/**
 * Asserts status and code of a refusal, and that each expected fault is among its faults.
 * @param faults a path (`embeds.0.title`), or a path and Discord's code behind it
 */
export function refused(answer: Answer, status: number, code: number, ...faults: string[]): void {
  const { message } = answer.body ?? {};
  assert.deepEqual([answer.status, answer.body?.code], [status, code], `answered with "${message}"`);
  assert.equal(typeof message, 'string');
  const found = faultsOf(answer.body.errors);
  for (const fault of faults) {
    const isThere = found.some((one) => one === fault || one.split(' ')[0] === fault);
    assert.ok(isThere, `no fault "${fault}" among: ${found.join(', ') || 'none'}`);
  }
}

/** Asserts a status; returns the body. */
export function accepted(answer: Answer, status = 200): Answer['body'] {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

/** Rows and buttons as the plain JSON of a request. */
export const row = (...components: object[]) => ({ type: 1, components });
export const button = (customId: string, fields: object = {}) => ({
  type: 2,
  style: 1,
  label: customId,
  custom_id: customId,
  ...fields,
});
export const text = (content: string) => ({ type: 10, content });
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
