import type { Style } from './core/style.js';
import { slow } from './slow.js';

/** Confirms only with the signature of the transfer, as the payer's own wallet would hand it in; has no socket. */

export const paste: Style = {
  ...slow,
  name: 'paste',
  wantsSignature: true,
  extras: { messages: true, generation: true },
  socket: null,
};
