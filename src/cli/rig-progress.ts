import type { RigHooks, Stage } from '../engine/index.js';

/** Each stage in everyday words. */
const says: Record<Stage, string> = {
  interpret: 'reading',
  model: 'shaping',
  rig: 'placing joints',
  skin: 'computing skin weights',
  animate: 'moving',
  render: 'rendering pictures',
  validate: 'checking the file',
};

/** Shows the current stage on one changing line of a terminal. Writes nothing when the output is not a terminal. */
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
