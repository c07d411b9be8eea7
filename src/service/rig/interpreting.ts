import { AppError } from '../../base/errors.js';
import type { CharacterSpec, RigRequest, TextRequest } from '../../engine/index.js';
import { refuseCharacter } from '../../engine/input/text/refuse-character.js';
import { seedOf } from '../../engine/random.js';
import type { Interpret, Interpretation } from '../interpretation.js';
import { type Executor, type JobOutcome, jobOutcomeOf } from './executor.js';

/** Has descriptions read before the engine makes them; the engine itself asks no model. */
export function createInterpretingExecutor(engine: Executor, interpret: Interpret): Executor {
  return {
    ...engine,
    async run(request, hooks) {
      if (request.kind !== 'text') return engine.run(request, hooks);
      hooks.onStage('interpret', 0);
      const read = await interpret(request.prompt.trim(), hooks.signal);
      if (hooks.signal.aborted) return { kind: 'stopped' };
      if (read === null) return engine.run(request, hooks);
      try {
        const { spec, leftOut } = acceptable(read, request.prompt);
        return withWords(await engine.run(specRequest(request, spec), hooks), request.prompt, leftOut);
      } catch (error) {
        return jobOutcomeOf(error);
      }
    },
  };
}

/** @throws AppError `content_rejected`, also for what only prompt and spec together say */
function acceptable(read: Interpretation, prompt: string) {
  if (read.kind === 'refused') throw new AppError('content_rejected');
  refuseCharacter(read.spec, prompt);
  return read;
}

/** The seed is that of the words, as if the grammar had read them. */
function specRequest({ prompt, ...common }: TextRequest, spec: CharacterSpec): RigRequest {
  return { seed: seedOf(prompt.trim().toLowerCase()), ...common, kind: 'spec', spec };
}

const mostWords = 100;
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? []);

function withWords(outcome: JobOutcome, prompt: string, unexpressed: string[]): JobOutcome {
  if (outcome.kind !== 'made') return outcome;
  const { report } = outcome.rig;
  const left = wordsIn(unexpressed.join(' '));
  const understood = [...wordsIn(prompt)].filter((word) => !left.has(word)).slice(0, mostWords);
  const notes = unexpressed.map((words) => `I couldn't show “${words}”.`);
  return {
    ...outcome,
    rig: {
      ...outcome.rig,
      report: {
        ...report,
        words: { understood, unknown: [], unexpressed },
        notes: [...(report.notes ?? []), ...notes],
      },
    },
  };
}
