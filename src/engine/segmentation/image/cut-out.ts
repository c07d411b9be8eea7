/** Cuts a figure out of a busy background on a small grid: alternates colour mixtures and minimum cuts (GrabCut). */

import { cutOutThresholds } from './calibration.js';
import { distances, type Mask } from './grid.js';
import { minCut } from './min-cut.js';
import { mixtureOf } from './mixture.js';

const { smoothness, frame } = cutOutThresholds;

const longestSide = 112;
const rounds = 4;
/** Prior knowledge: pixels inside the figure, and pixels that cannot belong to it. */
export type KnownPixels = { sure: Mask; far: Mask };

/** @param first initial guess of the figure */
export function cutOut(lab: Float32Array, first: Mask, known?: KnownPixels): Mask {
  const scale = Math.max(first.width, first.height) / longestSide;
  const small = scaled(lab, first, scale);
  const { width, height } = small;
  const margin = Math.max(2, Math.round(frame * longestSide));
  const free = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= margin && x < width - margin && y >= margin;
  };
  const sure = known && scaled(lab, known.sure, scale).inside;
  const far = known && scaled(lab, known.far, scale).inside;
  let inside: Uint8Array = small.inside.map((value, i) => (value && free(i) ? 1 : 0));
  const links = linksOf(small.lab, width, height);
  for (let round = 0; round < rounds; round++) {
    const cells = Array.from(inside.keys());
    const [own, other] = [cells.filter((i) => inside[i]), cells.filter((i) => !inside[i])];
    if (own.length < 20 || other.length < 20) break;
    const [figure, ground] = [mixtureOf(small.lab, own), mixtureOf(small.lab, other)];
    const terminal = Float32Array.from(cells, (i) =>
      sure?.[i] ? 60 : far?.[i] === 0 || !free(i) ? -60 : Math.max(-12, Math.min(12, ground(i) - figure(i))),
    );
    inside = minCut({ width, height, terminal, ...links });
  }
  return enlarged({ width, height, inside }, lab, small.lab, first);
}

function scaled(lab: Float32Array, { width: w, height: h, inside }: Mask, scale: number) {
  const [width, height] = [Math.max(8, Math.round(w / scale)), Math.max(8, Math.round(h / scale))];
  const out = {
    width,
    height,
    lab: new Float32Array(width * height * 3),
    inside: new Uint8Array(width * height),
  };
  const counts = new Float32Array(width * height);
  const covered = new Float32Array(width * height);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const to = Math.floor((y * height) / h) * width + Math.floor((x * width) / w);
      counts[to]!++;
      covered[to]! += inside[y * w + x]!;
      for (let c = 0; c < 3; c++) out.lab[to * 3 + c]! += lab[(y * w + x) * 3 + c]!;
    }
  for (let i = 0; i < counts.length; i++) {
    out.inside[i] = covered[i]! * 2 > counts[i]! ? 1 : 0;
    for (let c = 0; c < 3; c++) out.lab[i * 3 + c]! /= counts[i] || 1;
  }
  return out;
}

function linksOf(lab: Float32Array, width: number, height: number) {
  const square = (a: number, b: number) =>
    (lab[a * 3]! - lab[b * 3]!) ** 2 +
    (lab[a * 3 + 1]! - lab[b * 3 + 1]!) ** 2 +
    (lab[a * 3 + 2]! - lab[b * 3 + 2]!) ** 2;
  let [sum, count] = [0, 0];
  for (let i = 0; i < width * height - width; i++) [sum, count] = [sum + square(i, i + width), count + 1];
  const beta = count / (2 * sum + 1);
  const link = (step: number) =>
    Float32Array.from({ length: width * height }, (_, i) =>
      i + step < width * height ? smoothness * Math.exp(-beta * square(i, i + step)) + 0.4 : 0,
    );
  return { right: link(1), down: link(width) };
}

/** Upsamples the mask: near the coarse outline each pixel joins the side whose local mean colour is closer. */
function enlarged(coarse: Mask, lab: Float32Array, small: Float32Array, { width, height }: Mask): Mask {
  const { width: w, height: h } = coarse;
  const away = distances(coarse.inside, coarse, 1);
  const signed = distances(coarse.inside, coarse, 0).map((d, i) =>
    coarse.inside[i] ? d - 0.5 : 0.5 - away[i]!,
  );
  const inside = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [((x + 0.5) * w) / width - 0.5, ((y + 0.5) * h) / height - 0.5];
      const deep = bilinear(signed, w, h, u, v);
      inside[y * width + x] =
        Math.abs(deep) > 1 ? Number(deep > 0) : Number(deep + colourVote(u, v, (y * width + x) * 3) > 0);
    }
  return { width, height, inside };

  function colourVote(u: number, v: number, at: number): number {
    const near: [number, number] = [Infinity, Infinity];
    const [i, j] = [Math.round(u), Math.round(v)];
    for (let dj = -2; dj <= 2; dj++)
      for (let di = -2; di <= 2; di++) {
        const [ci, cj] = [i + di, j + dj];
        if (ci < 0 || cj < 0 || ci >= w || cj >= h) continue;
        const n = cj * w + ci;
        if (Math.abs(signed[n]!) < 1) continue;
        const d = Math.hypot(...[0, 1, 2].map((c) => lab[at + c]! - small[n * 3 + c]!));
        const side = coarse.inside[n]!;
        near[side] = Math.min(near[side]!, d);
      }
    if (near[0] === Infinity || near[1] === Infinity) return 0;
    return 0.9 * ((near[0] - near[1]) / (near[0] + near[1] + 1));
  }
}

function bilinear(values: Float32Array, w: number, h: number, u: number, v: number): number {
  const [i, j] = [Math.max(0, Math.min(w - 2, Math.floor(u))), Math.max(0, Math.min(h - 2, Math.floor(v)))];
  const [s, t] = [Math.max(0, Math.min(1, u - i)), Math.max(0, Math.min(1, v - j))];
  const at = (di: number, dj: number) => values[(j + dj) * w + i + di]!;
  return (at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t;
}
