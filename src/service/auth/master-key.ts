/** The 32 bytes of a key written as 64 hex digits or base64, the two forms `createSeal` takes and checks. */
export const readMasterKey = (text: string): Buffer =>
  Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
