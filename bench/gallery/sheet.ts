import sharp from 'sharp';

/** A picture of one character and its prompt. */
export type Tile = { caption: string; rgb: Uint8Array };

const captionHeight = 34;
const gap = 8;
const paper = '#171a21';

const asXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** At most two lines of text. */
function wrap(text: string, most: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && line.length + word.length + 1 > most) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.slice(0, 2);
}

const captionOf = (text: string, side: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${captionHeight}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11.5" fill="#c9cfdb" text-anchor="middle">${wrap(
      text,
      Math.floor(side / 6.4),
    )
      .map((line, i) => `<text x="${side / 2}" y="${13 + i * 14}">${asXml(line)}</text>`)
      .join('')}</svg>`,
  );

/** All tiles on one dark sheet, `columns` a row, with the text below. WebP. @param side pixels of a tile */
export async function drawSheet(tiles: readonly Tile[], side: number, columns: number): Promise<Buffer> {
  const [across, down] = [side + gap, side + captionHeight + gap];
  const rows = Math.ceil(tiles.length / columns);
  const pieces = tiles.flatMap(({ caption, rgb }, i) => {
    const left = gap + (i % columns) * across;
    const top = gap + Math.floor(i / columns) * down;
    return [
      { input: Buffer.from(rgb), raw: { width: side, height: side, channels: 3 as const }, left, top },
      { input: captionOf(caption, side), left, top: top + side + 3 },
    ];
  });
  const background = { width: columns * across + gap, height: rows * down + gap, channels: 3 as const };
  const sheet = sharp({ create: { ...background, background: paper } }).composite(pieces);
  return sheet.webp({ quality: 84, effort: 5 }).toBuffer();
}
