import { expect, it } from 'vitest';
import { readPdf } from '../../../src/bot/pdf.js';
import { pdfOf } from '../../support/pdf.js';

it('the text of a PDF is read line by line and page by page', async () => {
  const text = await readPdf(pdfOf(['A red fox', 'with a hat'], ['Second page']));
  expect(text?.split(/\n+/)).toEqual(['A red fox', 'with a hat', 'Second page']);
});

it('a PDF with too many pages or characters is read up to the limit', async () => {
  const pages = pdfOf(['one'], ['two'], ['three']);
  expect(await readPdf(pages, { pages: 2 })).not.toContain('three');
  expect(await readPdf(pages, { characters: 2 })).toBe('on');
});

it('a PDF without text, a damaged one and another file are read as nothing', async () => {
  expect(await readPdf(pdfOf([]))).toBeNull();
  expect(await readPdf(Buffer.from('%PDF-1.4 and nothing more'))).toBeNull();
  expect(await readPdf(Buffer.from('no PDF'))).toBeNull();
});

it('a PDF that takes too long is given up', async () => {
  expect(await readPdf(pdfOf(['A red fox']), { ms: 1 })).toBeNull();
});

it('a PDF that takes too much memory is given up, and ends its thread only', async () => {
  const long = pdfOf(Array.from({ length: 50_000 }, (_, at) => `${at} red foxes`));
  const patient = { ms: 250_000 };
  expect(await readPdf(long, { ...patient, memoryMegabytes: 16 })).toBeNull();
  expect(await readPdf(long, patient)).toMatch(/^0 red foxes\n/);
});
