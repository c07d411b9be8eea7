import type { Translate } from '../copy/translate.js';
import type { RigHooks, Stage } from '../engine/index.js';

/** Typical share of each stage in the time of a rig, in percent. Measured with sentences at medium detail. */
const shares: Record<Stage, number> = {
  interpret: 1,
  model: 45,
  rig: 3,
  skin: 14,
  animate: 1,
  render: 24,
  validate: 12,
};
const order = Object.keys(shares) as Stage[];

/** @returns whole percent */
function percentOf(stage: Stage, fraction: number): number {
  const before = order.slice(0, order.indexOf(stage)).reduce((sum, name) => sum + shares[name], 0);
  return Math.floor(before + shares[stage] * fraction);
}

const width = 24;

function bar(percent: number): string {
  const filled = Math.round((percent / 100) * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
}

/** Shows percent and stage: in a terminal as one changing bar, elsewhere as a line for each stage. */
export function tellStages(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  t: Translate,
): {
  onStage: NonNullable<RigHooks['onStage']>;
  end(): void;
} {
  const live = stream.isTTY === true;
  return {
    onStage(stage, fraction) {
      if (fraction === 1) return; // the next stage starts at once
      if (!live && stage === 'interpret') return; // takes no time; input it refuses gets one sentence
      const percent = percentOf(stage, fraction);
      const text = `${String(percent).padStart(3)}%  ${t(`cli.rig.stage.${stage}`)}`;
      stream.write(live ? `\r\x1b[K${bar(percent)} ${text}` : `${text}\n`);
    },
    end() {
      if (live) stream.write('\r\x1b[K');
    },
  };
}
