import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { qrPng } from '../../../../src/bot/cards/qr.js';

it('draws a code that a scanner can read, in a small picture', async () => {
  const url = `solana:${'A'.repeat(43)}?amount=0.020000123&reference=${'B'.repeat(43)}&label=Rigsmith&message=100%20credits`;
  const png = qrPng(url);
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(url);
  expect(png.length).toBeLessThan(2048);
});
