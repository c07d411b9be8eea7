import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { qrPng } from '../../src/bot/cards/qr.js';
import { encodePayUrl, newReference } from '../../src/chain/pay-url.js';
import { type Figure, median } from '../figure.js';

const ROUNDS = 7;

type Draw = (text: string) => Promise<Buffer>;

/** `toBuffer` of the qrcode package; it has no types, so the import must be hidden from the compiler. */
async function usualEncoder(): Promise<Draw> {
  const name: string = 'qrcode';
  const { default: qrcode } = (await import(name)) as { default: { toBuffer: Draw } };
  return qrcode.toBuffer;
}

/** The picture of a payment link, a different one each time. */
export async function drawing(): Promise<Figure[]> {
  const links = Array.from({ length: 200 }, (_, index) =>
    encodePayUrl({
      recipient: newReference(randomBytes),
      reference: newReference(randomBytes),
      mint: null,
      amountBaseUnits: BigInt(20_000_000 + index),
      decimals: 9,
      label: 'Rigsmith',
      message: '100 credits',
    }),
  );
  const draw = await usualEncoder();
  const timed = async (each: (link: string) => Buffer | Promise<Buffer>) => {
    const begin = performance.now();
    for (const link of links) await each(link);
    return (performance.now() - begin) / links.length;
  };
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push([await timed(qrPng), await timed(draw)]);
  const [ours, theirs] = [0, 1].map((side) => median(rounds.slice(1).map((round) => round[side]!))) as [
    number,
    number,
  ];
  const largest = Math.max(...links.map((link) => qrPng(link).length));
  return [
    {
      name: 'QR PNG of a payment link',
      value: ours,
      unit: 'ms',
      peer: { name: 'qrcode toBuffer', value: theirs },
      ratio: ours / theirs,
      goal: { text: '<= .2 x qrcode', met: ours / theirs <= 0.2 },
    },
    {
      name: 'its size at most',
      value: largest,
      unit: 'bytes',
      goal: { text: '<= 2 KB', met: largest <= 2_048 },
    },
  ];
}
