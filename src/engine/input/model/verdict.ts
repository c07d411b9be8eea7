import { AppError } from '../../../base/errors.js';

/** Validator errors in a rigged upload come from the upload. */
export function faultOfUpload(error: unknown): never {
  throw new AppError(
    'unsupported_media',
    'That model breaks the rules of its format, so no valid file can be made from it. Please export it again.',
    { cause: error },
  );
}
