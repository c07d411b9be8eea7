import type { RigHooks, Stage } from '../engine/index.js';

/** What each stage does, as a person would say it. */
const says: Record<Stage, string> = {
  interpret: 'reading',
  model: 'shaping',
  rig: 'placing joints',
  skin: 'weighing the skin',
  animate: 'moving',
  render: 'taking pictures',
  validate: 'checking the file',
};

/** Tells every stage on `stream`: a line each, or one line that changes when a person sits at a terminal. */
export function tellStages(stream: NodeJS.WritableStream & { isTTY?: boolean }): {
  onStage: NonNullable<RigHooks['onStage']>;
  end(): void;
} {
  const live = stream.isTTY === true;
  return {
    onStage(stage, fraction) {
      if (fraction === 0) stream.write(live ? `\r\x1b[K${says[stage]}…` : `${says[stage]}…\n`);
    },
    end() {
      if (live) stream.write('\r\x1b[K');
    },
  };
}
