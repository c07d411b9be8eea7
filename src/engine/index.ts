import { AppError } from '../base/errors.js';
import type { Rig, RigHooks, RigRequest } from './types.js';

export * from './types.js';

/**
 * One request to one rigged, skinned, animated and validated character. Pure: the same request gives the same bytes.
 * @throws AppError `invalid_request`, `too_large`, `unsupported_media` or `unriggable`, with a sentence for the person
 */
export async function makeRig(_request: RigRequest, _hooks: RigHooks = {}): Promise<Rig> {
  throw new AppError('unriggable');
}
