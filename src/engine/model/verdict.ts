import { AppError } from '../../base/errors.js';

/** Validator errors in a rigged upload come from the upload. */
export function faultOfUpload(error: unknown): never {
  throw new AppError(
    'unsupported_media',
    'That model breaks rules of its format, so no sound file can be made of it. Please export it again.',
    { cause: error },
  );
}
