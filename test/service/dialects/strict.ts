import { camel } from './camel.js';
import type { Style } from './core/style.js';

/** Insists on its own names in request bodies and on the transaction's signature, and says so when they are missing. */

export const strict: Style = {
  ...camel,
  name: 'strict',
  accessMs: 900_000,
  wants: { address: 'publicKey', pack: 'packId' },
  wantsSignature: true,
  extras: { intent: true, generation: true, messages: true },
  fail: (status, message) => ({ success: false, error: message, statusCode: status }),
};
