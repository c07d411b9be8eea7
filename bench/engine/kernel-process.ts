/** Runs the calibration kernel as often as it is told, and answers with the median time. */
import { median } from '../figure.js';
import { runKernel } from './kernel.js';
import { timed } from './timed.js';

process.on('message', async (times: number) => {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) taken.push((await timed(runKernel)).milliseconds);
  process.send?.(median(taken));
});
