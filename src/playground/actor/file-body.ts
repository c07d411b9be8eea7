export type ActorFile = { name: string; bytes: Uint8Array; contentType?: string };

/** A file as the actor API takes it. */
export const toFileBody = ({ name, bytes, contentType }: ActorFile) => ({
  name,
  data_base64: toBase64(bytes),
  content_type: contentType,
});

/** `btoa` needs one character per byte. Converts in chunks to stay below the limit of call arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}
