import { AppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import type { RepeatBody } from '../../contract/rig.js';
import { type DescribedSpec, describeSpec } from '../../contract/rig-spec.js';
import { reason } from '../../copy/reason.js';
import { clip } from '../text.js';
import type { RigJob } from './rows.js';
import type { SpecEdit } from './wish.js';

/** Characters that stay of an edited rig's words, so that its edits fit behind them. */
const longestPrompt = 1_400;
export const longestEdit = 500;

/** Shows the character of a rig in words, and changes it by words. */
export function createEditing(deps: {
  own: (memberId: string, id: string) => Promise<RigJob>;
  /** The session of the wallet that made the rig. */
  serviceOf: (job: RigJob) => Pick<Service, 'call'>;
}) {
  const { own, serviceOf } = deps;

  const ask = async (job: RigJob, locale: string, change?: string): Promise<DescribedSpec> => {
    const { spec } = job.generation.output ?? {};
    if (!spec) throw new AppError('not_found');
    const body = { spec, locale, ...(change !== undefined && { change }) };
    return (await serviceOf(job).call(describeSpec, { body })).body;
  };

  return {
    /** Null where the service keeps no character, or cannot say it now: its words can be changed then. */
    characterOf: async (memberId: string, id: string, locale: string) => {
      const job = await own(memberId, id);
      if (!job.generation.output?.spec) return null;
      return ask(job, locale).catch(() => null);
    },

    /**
     * The same character with a change in words. The seed stays, so that nothing else changes.
     * @throws AppError `invalid_request` for words that would change nothing
     */
    async edited(
      job: RigJob,
      words: string,
      locale: string,
    ): Promise<{ changes: Pick<RepeatBody, 'spec' | 'prompt'>; edit: SpecEdit }> {
      const { spec, changes, words: read, notes } = await ask(job, locale, words);
      const unread = [...new Set([...read.unknown, ...read.unexpressed])];
      if (changes.length === 0) {
        const said = unread.join(', ');
        throw new AppError(
          'invalid_request',
          said === '' ? reason('rig.edit.nothing') : reason('rig.edit.unknown', { words: said }),
        );
      }
      const prompt = `${clip(job.generation.input.prompt ?? '', longestPrompt)} · ${words.trim()}`;
      return { changes: { spec, prompt }, edit: { changes, unread, notes } };
    },
  };
}
