import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';

/** Programs and file formats, by which pages differ: the page on Unity does not answer a question about Unreal. */

/** Their spellings in all languages: data/talk/subjects.json. */
const shape = z.record(z.string(), z.record(z.string(), z.array(z.string())));
type Subjects = readonly ReadonlySet<string>[];
type Group = readonly (readonly [name: string, says: RegExp])[];

let groups: readonly Group[] | null = null;

/** Letters of other scripts need no space before the next word. */
const saying = (spellings: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{Script=Latin}\\d])(?:${spellings.join('|')})(?![\\p{Script=Latin}\\d])`, 'iu');

function allGroups(): readonly Group[] {
  groups ??= Object.values(readTable(findDataFile(import.meta.dirname, 'talk', 'subjects.json'), shape)).map(
    (group) => Object.entries(group).map(([name, spellings]) => [name, saying(spellings)] as const),
  );
  return groups;
}

/** What a message or a heading names, by group. */
export const subjectsIn = (text: string): Subjects =>
  allGroups().map((group) => new Set(group.flatMap(([name, says]) => (says.test(text) ? [name] : []))));

/** How much a page on other subjects counts, one on no program where the message names one, and one on all of them. */
const share = { none: 0.35, open: 0.85, some: 0.4, all: 1.1 };
/** Their place among the groups. What a page on licences says holds for every format. */
const programs = 0;

/** How much likelier a page becomes by the subjects that a message and its heading name. */
export function fitOf(asked: Subjects, page: Subjects): number {
  return asked.reduce((product, names, at) => {
    const own = page[at];
    if (names.size === 0 || !own) return product;
    if (own.size === 0) return at === programs ? product * share.open : product;
    const common = [...names].filter((name) => own.has(name)).length / names.size;
    return product * (common === 0 ? share.none : share.some + (share.all - share.some) * common);
  }, 1);
}
