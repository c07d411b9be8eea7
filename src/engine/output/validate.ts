import { AppError } from '../../base/errors.js';

export type Verdict = { errors: number; warnings: number };

type ValidatorReport = {
  issues: { numErrors: number; numWarnings: number; messages: { code: string; pointer: string }[] };
};
type Validator = { validateBytes(bytes: Uint8Array, options: object): Promise<ValidatorReport> };

/**
 * The Khronos glTF validator's verdict. Its module patches globals when loaded, so it is loaded by the first call.
 * @throws AppError `internal` for a file with any error or warning: it never leaves the engine
 */
export async function validateGlb(glb: Uint8Array): Promise<Verdict> {
  const { default: validator } = (await import('gltf-validator')) as unknown as { default: Validator };
  const { issues } = await validator.validateBytes(glb, {
    format: 'glb',
    writeTimestamp: false,
    maxIssues: 20,
  });
  if (issues.numErrors + issues.numWarnings > 0) {
    const cause = new Error(issues.messages.map(({ code, pointer }) => `${code} ${pointer}`).join('; '));
    throw new AppError('internal', undefined, { cause });
  }
  return { errors: issues.numErrors, warnings: issues.numWarnings };
}
