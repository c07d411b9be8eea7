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

/** Tells a person at a terminal every stage, in one line that changes; a script hears only how it ended. */
export function tellStages(stream: NodeJS.WritableStream & { isTTY?: boolean }): {
  onStage: NonNullable<RigHooks['onStage']>;
  end(): void;
} {
  const live = stream.isTTY === true;
  return {
    onStage(stage, fraction) {
      if (live && fraction === 0) stream.write(`\r\x1b[K${says[stage]}…`);
    },
    end() {
      if (live) stream.write('\r\x1b[K');
    },
  };
}
