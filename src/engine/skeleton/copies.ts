/** Joints of repeated parts: the second head's joint is `head__2`. */
import type { Joint } from './skeleton.js';

const copy = /^(\w+?)__(\d)$/;

/** @param nth from 2; the first one keeps its name */
export const nameOfCopy = (name: string, nth: number): string => (nth < 2 ? name : `${name}__${nth}`);

/** The joint that this one repeats, and which one it is; null for joints that repeat none. */
export function copied(name: string): { original: string; nth: number } | null {
  const [, original, nth] = copy.exec(name) ?? [];
  return original === undefined ? null : { original, nth: Number(nth) };
}

export const originalOf = (name: string): string => copied(name)?.original ?? name;

/** Details that copies do without: fingers, toes, jaws and eyes, which move with the joint above them. */
const detail = /(Thumb|Index|Middle|Ring|Little)\w*$|Toes$|^jaw$|Eye$/;

export const isDetail = (name: string): boolean => detail.test(name);

/** The joint and all below it. */
export function below(joints: readonly Joint[], root: string): Joint[] {
  const names = new Set([root]);
  return joints.filter(({ name, parent }) => {
    if (parent !== null && names.has(parent)) names.add(name);
    return names.has(name);
  });
}
