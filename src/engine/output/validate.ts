import { AppError } from '../../base/errors.js';

export type ValidationCounts = { errors: number; warnings: number };

type ValidatorReport = {
  issues: { numErrors: number; numWarnings: number; messages: { code: string; pointer: string }[] };
};
type Validator = { validateBytes(bytes: Uint8Array, options: object): Promise<ValidatorReport> };

/**
 * Runs the Khronos glTF validator. Its module patches globals when loaded, so it is imported on the first call.
 * @throws AppError `internal` for a file with errors or warnings, which must never leave the engine
 */
export async function validateGlb(glb: Uint8Array): Promise<ValidationCounts> {
  const { errors, warnings, messages } = await inspectGlb(glb);
  if (errors + warnings > 0)
    throw new AppError('internal', undefined, { cause: new Error(messages.join('; ')) });
  return { errors, warnings };
}

/** The validator's result with its first messages. */
export async function inspectGlb(glb: Uint8Array): Promise<ValidationCounts & { messages: string[] }> {
  const { default: validator } = (await import('gltf-validator')) as unknown as { default: Validator };
  const { issues } = await validator.validateBytes(glb, {
    format: 'glb',
    writeTimestamp: false,
    maxIssues: 20,
  });
  const messages = issues.messages.map(({ code, pointer }) => `${code} ${pointer}`);
  return { errors: issues.numErrors, warnings: issues.numWarnings, messages };
}
