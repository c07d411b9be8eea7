import sharp from 'sharp';

/** A square PNG. @param picture 8-bit RGB rows */
export async function encodePortrait(picture: Uint8Array, size: number): Promise<Uint8Array> {
  const png = sharp(picture, { raw: { width: size, height: size, channels: 3 } });
  return new Uint8Array(await png.png({ compressionLevel: 4 }).toBuffer());
}
