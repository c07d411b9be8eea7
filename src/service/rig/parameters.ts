import type { PipelineDetail } from '../../contract/pipelines.js';
import type { Generation } from '../../contract/rig.js';
import { isProportions } from '../../engine/kinds.js';

export type Parameters = Generation['input']['parameters'];

/** `style` named the proportions too, and older clients and stored rigs still do so. */
export function currentParameters({ parameters: known }: PipelineDetail, given: Parameters): Parameters {
  const { style, ...others } = given;
  const isSplit = known.some(({ name }) => name === 'proportions');
  return isSplit && isProportions(style) ? { proportions: style, ...others } : given;
}
