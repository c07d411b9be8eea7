/**
 * `node dist/modules/bench/uploads.js [--set NAME,..] [--held-out] [--from N] [--most N] [--detail low|medium|high]`: class, directions and joints of stylised and
 * generated uploads and of animals, one line each.
 */
import { parseArgs } from 'node:util';
import { mean, printTable } from './eval/table.js';
import { type Choice, judgeUploads, type UploadSet, uploadRows, uploadSets } from './eval/uploads.js';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: uploadSets.join(',') },
    'held-out': { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    most: { type: 'string', default: '20' },
    detail: { type: 'string', default: 'medium' },
  },
});

const choice: Choice = {
  heldOut: values['held-out'],
  most: Number(values.most),
  from: Number(values.from),
  detail: values.detail as Choice['detail'],
};

for (const set of values.set.split(',') as UploadSet[]) {
  const met = await judgeUploads(set, choice, (one) => {
    const wrong = [
      one.got === one.wanted ? '' : `CLASS ${one.got}`,
      one.upright > 0.9 ? '' : 'FALLEN',
      one.ahead > 0.9 ? '' : 'ASIDE',
    ].filter(Boolean);
    const far = one.errors.sort((a, b) => b[1] - a[1]).slice(0, 4);
    console.log(
      one.name.padEnd(70),
      wrong.join(' ').padEnd(24),
      (one.milliseconds / 1000).toFixed(1),
      far.length > 0 ? mean(one.errors.map(([, error]) => error)).toFixed(1) : '-',
      far.map(([joint, error]) => `${joint} ${error.toFixed(0)}`).join(', '),
    );
  });
  printTable(uploadRows(set, met));
}
