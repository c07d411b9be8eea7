import { useEffect, useState } from 'preact/hooks';
import type { Playing } from '../../../../viewer/playback.js';
import type { ViewerStage } from '../../../../viewer/stage.js';
import { ToolButton } from './glyph.js';

const SPEEDS = [0.25, 0.5, 1, 1.5, 2];

/** Playback controls for a model's clips. `onDraw.current` is called with each rendered frame. */
export function Transport({ stage, onDraw }: { stage: ViewerStage; onDraw: { current: () => void } }) {
  const { playback } = stage;
  const [now, setNow] = useState<Playing>(() => playback.state());
  useEffect(() => {
    onDraw.current = () => setNow(playback.state());
    stage.refresh();
    return () => {
      onDraw.current = () => undefined;
    };
  }, [stage]);
  const tell = (act: () => void) => {
    act();
    setNow(playback.state());
    stage.refresh();
  };
  const togglePlay = () => tell(now.playing ? playback.pause : playback.play);
  const scrub = (time: number) =>
    tell(() => {
      playback.pause();
      playback.seek(time);
    });
  const show = (clip: number) =>
    tell(() => {
      playback.choose(clip);
      playback.play();
    });
  return (
    <footer class="transport" data-playing={now.playing} data-time={now.time.toFixed(3)}>
      <div class="transport-line">
        <ToolButton
          glyph={now.playing ? 'pause' : 'play'}
          label={now.playing ? 'Pause' : 'Play'}
          onPress={togglePlay}
        />
        <input
          type="range"
          aria-label="Time in the clip"
          aria-valuetext={`${now.time.toFixed(2)} of ${now.seconds.toFixed(2)} seconds`}
          min={0}
          max={now.seconds || 1}
          step={0.001}
          value={now.time}
          style={{ '--filled': `${(now.time / (now.seconds || 1)) * 100}%` }}
          disabled={now.clip === null}
          onInput={({ currentTarget }) => scrub(currentTarget.valueAsNumber)}
        />
        <span class="transport-time">
          {now.time.toFixed(2)} / {now.seconds.toFixed(2)} s
        </span>
        <select
          aria-label="Speed"
          value={now.speed}
          onChange={({ currentTarget }) => tell(() => playback.setSpeed(Number(currentTarget.value)))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
        <ToolButton
          glyph="loop"
          label="Loop"
          pressed={now.loop}
          onPress={() => tell(() => playback.setLoop(!now.loop))}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways */}
      <div class="transport-clips" role="group" aria-label="Clips">
        {playback.names.map((name, index) => (
          <button
            key={index}
            type="button"
            class="chip"
            aria-pressed={now.clip === index}
            onClick={() => show(index)}
          >
            {name || `Clip ${index + 1}`}
          </button>
        ))}
        <button
          type="button"
          class="chip"
          aria-pressed={now.clip === null}
          onClick={() => tell(() => playback.choose(null))}
        >
          Rest pose
        </button>
      </div>
    </footer>
  );
}
