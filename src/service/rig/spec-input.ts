import { AppError } from '../../base/errors.js';
import type { GenerateBody } from '../../contract/rig.js';
import { readSpec } from '../../engine/input/text/spec.js';
import { writeSpec } from '../../engine/input/text/write-spec.js';
import { type Pipelines, pipelineFor } from './pipelines.js';
import type { GenerationRow } from './row.js';

type TextBody = Omit<Extract<GenerateBody, { type: 'text' }>, 'parameters'>;

/**
 * The words of a request and the character that is made instead of them; one without words is put into words.
 * @throws AppError `invalid_request` with a sentence for each fault of the spec
 */
export function specInput(
  body: TextBody | { type: Exclude<GenerateBody['type'], 'text'> },
): Pick<GenerationRow, 'prompt' | 'spec'> {
  if (body.type !== 'text') return { prompt: null, spec: null };
  if (body.spec) {
    const spec = readSpec(body.spec);
    return { spec, prompt: body.prompt ?? writeSpec(spec) };
  }
  if (body.prompt !== undefined) return { prompt: body.prompt, spec: null };
  const message = 'say what to make';
  throw new AppError('invalid_request', 'Say what to make: send a description or a character spec.', {
    context: { errors: [{ path: 'prompt', message }] },
  });
}

/** @throws AppError `invalid_request` for a pipeline that gives the words to a provider */
export function refuseSpec(pipelines: Pipelines, asked: Parameters<typeof pipelineFor>[1]): void {
  const { id, name } = pipelineFor(pipelines, asked).pipeline;
  if (pipelines.providerOf(id) === null) return;
  throw new AppError(
    'invalid_request',
    `The pipeline ${name} needs a description in words, not a character spec.`,
  );
}
